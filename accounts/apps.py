from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        from accounts import guessing, people, sockets  # their models need Django to be ready

        sockets.listen()
        people.listen()
        guessing.listen()
