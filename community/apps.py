from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CommunityConfig(AppConfig):
    name = "community"
    verbose_name = _("Community")

    def ready(self) -> None:
        from accounts import exporting  # these models can be loaded only now
        from accounts.models import account_closed
        from community import own_profile
        from community.clubs import belonging, listing, talk
        from community.messages import reading

        import_module("community.messages.kind")  # registers its kinds when imported
        import_module("community.clubs.telling")
        import_module("community.news.kind")
        exporting.register("private_messages", reading.kept_by)
        exporting.register("profile", own_profile.kept_of)
        exporting.register("clubs", listing.kept_of)
        exporting.register("club_messages", talk.kept_by)
        account_closed.connect(lambda user, **_signal: own_profile.forget_profile(user), weak=False)
        account_closed.connect(lambda user, **_signal: reading.forget_those_of(user), weak=False)
        account_closed.connect(lambda user, **_signal: belonging.forget_member(user), weak=False)
