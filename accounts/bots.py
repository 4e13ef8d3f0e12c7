"""People's bots: accounts through which a program of theirs plays, over the API only.

Only their names end in ``names.BOT``. A bot has neither password nor e-mail address; its token lets
it play while its owner may.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import names, people
from accounts.company import relationships
from accounts.models import ApiToken, User
from accounts.sessions import tokens
from boardgames.refusal import Refusal

#: Bots per person.
MOST = 3


def list_bots(owner: User) -> QuerySet[User]:
    """This person's bots that are not closed."""
    return owner.bots.exclude(username__startswith=names.FORMER_PLAYER).order_by("pk")


def make(owner: User, name: str) -> tuple[User, str]:
    """Create a bot with this name plus "-bot", and its token, which is shown only this once."""
    try:
        name = names.checked(name, of_bot=True)
    except ValidationError as error:
        raise Refusal(" ".join(error.messages)) from error
    with transaction.atomic():
        owner = User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        if owner.is_guest or owner.is_bot or owner.confirmed_email is None:
            raise Refusal(
                _(
                    "Only members with a confirmed e-mail address can run bots. Confirm your "
                    "address first."
                )
            )
        if list_bots(owner).count() >= MOST:
            raise Refusal(_("You already have %(most)d bots. Close one first.") % {"most": MOST})
        bot = User(
            username=name,
            owner=owner,
            language=owner.language,
            time_zone=owner.time_zone,
            confirm_turns=False,
            explain_first=False,
            calendar={"automatic": False},
        )
        bot.set_unusable_password()
        try:
            with transaction.atomic():
                bot.save()
        except IntegrityError as error:
            raise Refusal(_("This name is taken. Please choose another one.")) from error
        relationships.block_as(owner, bot)
        return bot, renew(owner, bot.pk)


def active(owner: User) -> QuerySet[User]:
    """The owner's bot, if it is active: owners cannot change one that moderators have stopped."""
    return list_bots(owner).filter(is_active=True)


def renew(owner: User, bot_id: int) -> str:
    """A new token that replaces the bot's old one. User.DoesNotExist for another owner's bot."""
    with transaction.atomic():
        bot = active(owner).select_for_update().get(pk=bot_id)
        ApiToken.objects.filter(user=bot).delete()
        return tokens.mint(bot, bot.username, scope=ApiToken.Scope.PLAY)


def close(owner: User, bot_id: int) -> None:
    """Close the bot and release its seats. User.DoesNotExist for another owner's bot."""
    people.close_account(active(owner).get(pk=bot_id))
