"""Runs every check of a game package, and prints one report."""

from argparse import ArgumentParser
from importlib import import_module
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.checking.table import TableReport, check_table
from games.rules import registry
from games.rules.engine import Rules, form, interface
from games.rules.engine.examine import Finding, Report, examine, untried

#: The exit code of a game without a fault that takes too long or too much.
OVER_BUDGET = 2


class Command(BaseCommand):
    help = (
        "Check the rules and the table of a game type; exit 1 when something is wrong, 2 when "
        "nothing is, but something takes too long or too much."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("type", help="slug of a game type")
        parser.add_argument(
            "--games", type=int, default=1, help="games per kind, player count and option"
        )
        parser.add_argument(
            "--every",
            type=int,
            default=1,
            help="positions between two drawings and expensive checks; new questions get them too",
        )
        parser.add_argument(
            "--seed", type=int, default=0, help="the same seed plays the same games"
        )
        parser.add_argument(
            "--until-reached",
            type=float,
            default=0,
            metavar="SECONDS",
            help="play on, at most this long, until every kind, choice, event and step came up",
        )
        parser.add_argument(
            "--stored",
            action="store_true",
            help="check the stored games of this type instead, running and finished",
        )
        parser.add_argument(
            "--keep-form",
            action="store_true",
            help="record the format of stored games in the package; later checks compare with it",
        )
        parser.add_argument(
            "--browser",
            action="store_true",
            help="also measure targets and letters in Chromium with a phone's screen",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            rules = registry.get(options["type"])
        except registry.UnknownGameType as error:
            known = ", ".join(each.slug for each in registry.all())
            raise CommandError(f"{error}; there are {known}") from None
        if options["keep_form"]:
            self.stdout.write(f"{form.keep(rules)} is written.")
            return
        if options["stored"]:
            call_command("check_games", type=rules.slug, finished=True, stdout=self.stdout)
            return
        for name in ("games", "every"):
            if options[name] < 1:
                raise CommandError(f"--{name} must be 1 or more")
        self._interface(rules)
        how = {name: options[name] for name in ("games", "seed", "every")}
        played = examine(rules, **how, until_reached=options["until_reached"])
        self._rules(rules, played)
        if played.endless:
            raise CommandError(f"{rules.slug}: a game has no end, so no more were played")
        for place in untried(rules, options["games"], options["seed"]):
            played.warnings.append(f"no game ran {place}: nobody has tried these lines")
        drawn = check_table(rules, **how)
        self._table(drawn)
        found = [*played.findings, *drawn.findings]
        if options["browser"]:
            sizes = _sizes(rules, drawn)
            self._part("Sizes on a phone", sizes, f"{len(drawn.samples)} boards measured")
            found += sizes
        over = [*played.over, *drawn.over]
        for warning in (*played.warnings, *drawn.warnings, *over):
            self.stdout.write(f"  warning: {warning}")
        if found:
            raise CommandError(f"{rules.slug}: {_number(len(found), 'fault')}, see above")
        if over:
            said = f"{rules.slug}: no fault, {_number(len(over), 'budget')} exceeded, see above"
            raise CommandError(said, returncode=OVER_BUDGET)
        self.stdout.write(f"{rules.slug} passes.")

    def _interface(self, rules: Rules[Any]) -> None:
        """Interfaces that were added after a package from elsewhere was written."""
        if rules.package.startswith(f"{registry.__package__}."):
            return
        if interface.is_newer(rules.written_for):
            raise CommandError(
                f"{rules.slug} is written for {rules.written_for} of the interface, and this is "
                f"{interface.VERSION}: install a newer release of the service"
            )
        for change in interface.since(rules.written_for):
            self.stdout.write(f"Since {rules.written_for}: {change.what}\n    {change.line}")
        if rules.written_for != interface.VERSION:
            self.stdout.write(
                f'  You have seen it all? Rules(…, written_for="{interface.VERSION}")'
            )

    def _rules(self, rules: Rules[Any], played: Report) -> None:
        self._part("Rules", played.findings, f"{played.games} games played")
        for kind, figure in played.kinds.items():
            most = _number(figure["most"], "choice")
            said = f"  {kind}: asked {_number(figure['asked'], 'time')}, at most {most}"
            self.stdout.write(said)
        for cost in played.spent:
            self.stdout.write(f"  {cost}")
        self.stdout.write(f"  search: {played.search}")

    def _table(self, drawn: TableReport) -> None:
        did = f"{drawn.positions} positions, {drawn.drawn} boards drawn"
        did += f", {_number(len(drawn.lessons), 'lesson')} played"
        self._part("Table", drawn.findings, did)
        self.stdout.write(f"  slowest board: {drawn.slowest:.1f} ms")
        for name, size in sorted(drawn.bytes.items(), key=lambda each: -each[1]):
            self.stdout.write(f"  {name}: at most {size} bytes")

    def _part(self, title: str, findings: list[Finding], did: str) -> None:
        self.stdout.write(f"{title}: {did}, {_number(len(findings), 'fault')}")
        for finding in findings:
            self.stdout.write(f"  FAULT {finding.what}\n        {finding.where}")


def _number(n: int, thing: str) -> str:
    return f"{n or 'no'} {thing}{'' if n == 1 else 's'}"


def _sizes(rules: Rules[Any], drawn: TableReport) -> list[Finding]:
    """Measures sizes; it needs packages that only authors of games install."""
    try:
        browser = import_module("games.checking.browser")
    except ModuleNotFoundError as error:
        raise CommandError(
            f"--browser needs {error.name}: run `script/test` once, which installs it"
        ) from None
    found: list[Finding] = browser.check_sizes(rules, drawn.samples, drawn.pointed)
    return found
