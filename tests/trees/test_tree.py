"""A tree of choices as data."""

import pytest

from games.errors import GameError, Illegal, Refused
from games.trees.tree import MOST_DEPTH, MOST_NODES, MOST_NOTE, ROOT, Tree


def deep(depth: int) -> Tree:
    tree, parent = Tree([]), ROOT
    for n in range(depth):
        parent = tree.add(parent, n % 2, ["go", n]).id
    return tree


def test_a_choice_is_found_again_by_its_path() -> None:
    tree = Tree([])
    first = tree.add(ROOT, 0, ["sail", 2])
    other = tree.add(ROOT, 0, ["sail", 3])
    second = tree.add(first.id, 1, ["pay", {"wood": 2}])
    assert tree.path(second.id) == [first, second]
    assert tree.path(ROOT) == []
    assert tree.children(ROOT) == [first, other]


def test_a_like_choice_is_the_same_node() -> None:
    tree = Tree([])
    assert tree.add(ROOT, 0, ["sail", 1]).id == tree.add(ROOT, 0, ("sail", 1)).id
    assert tree.add(ROOT, 0, ["sail", "1"]).id == 2
    assert tree.add(ROOT, 1, ["sail", 1]).id == 3


def test_a_node_goes_with_all_that_follows_it() -> None:
    tree = deep(5)
    tree.add(ROOT, 0, ["other"])
    tree.remove(2)
    assert [node.id for node in tree.nodes] == [1, 6]
    with pytest.raises(Refused):
        tree.path(4)


def test_chance_drawn_again_forgets_what_followed_from_the_old_one() -> None:
    tree = deep(3)
    tree.draw_again(2)
    assert [(node.id, node.draw) for node in tree.nodes] == [(1, 0), (2, 1)]


def test_a_tree_is_the_same_after_being_stored() -> None:
    tree = deep(4)
    tree.add(2, 1, ["pay", {"wood": 2}])
    tree.write_note(3, "better?")
    tree.draw_again(4)
    assert Tree.from_json(tree.to_json()) == tree


def test_a_tree_has_limits() -> None:
    with pytest.raises(Refused) as deeper:
        deep(MOST_DEPTH + 1)
    assert deeper.value.code == "tree_deep"
    wide = Tree([])
    for n in range(MOST_NODES):
        wide.add(ROOT, 0, [n])
    assert wide.add(ROOT, 0, [3]).id == 4  # it is there already
    with pytest.raises(Refused) as fuller:
        wide.add(ROOT, 0, ["new"])
    assert fuller.value.code == "tree_full"
    with pytest.raises(Illegal):
        Tree([]).add(ROOT, 0, ["x" * 600])
    with pytest.raises(Illegal):
        deep(1).write_note(1, "x" * (MOST_NOTE + 1))


def test_a_tree_is_read_like_a_book_of_games() -> None:
    tree = Tree([])
    a = tree.add(ROOT, 0, ["a"])
    b = tree.add(a.id, 1, ["b"])
    tree.add(b.id, 0, ["c"])
    other = tree.add(a.id, 1, ["b2"])
    tree.add(other.id, 0, ["c2"])
    tree.add(ROOT, 0, ["a2"])
    assert [(node.choice[0], indent) for node, indent in tree.rows()] == [
        ("a", 0), ("a2", 1), ("b", 0), ("b2", 1), ("c2", 1), ("c", 0),
    ]  # fmt: skip
    assert Tree([]).rows() == []


NODE = {"id": 1, "parent": 0, "seat": 0, "choice": ["go"]}


@pytest.mark.parametrize(
    "nonsense",
    [
        {},
        "tree",
        [3],
        [{**NODE, "choice": None}],
        [{**NODE, "choice": [1.5]}],
        [{**NODE, "parent": 1}],
        [{**NODE, "parent": 7}],
        [{**NODE, "id": 0}],
        [{**NODE, "id": 2**40}],
        [NODE, NODE],
        [{**NODE, "id": 2, "parent": 1}, NODE],
        [{**NODE, "seat": -1}],
        [{**NODE, "draw": -1}],
        [{**NODE, "draw": 10**9}],
        [{**NODE, "note": "x" * (MOST_NOTE + 1)}],
        [{**NODE, "choice": ["x" * 600]}],
        [{**NODE, "id": n} for n in range(1, MOST_NODES + 2)],
        [{**NODE, "id": n, "parent": n - 1} for n in range(1, MOST_DEPTH + 2)],
    ],
)
def test_nonsense_is_refused_with_a_reason(nonsense: object) -> None:
    with pytest.raises(GameError) as refused:
        Tree.from_json(nonsense)
    assert refused.value.code == "bad_tree"
