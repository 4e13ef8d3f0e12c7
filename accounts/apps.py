from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        from accounts import figures, people  # the models of these modules need Django to be ready
        from accounts.limits import guessing
        from accounts.sessions import sockets
        from boardgames.http import metrics

        metrics.asked.append(figures.count_waiting)
        sockets.listen_to_session_changes()
        people.listen_to_address_changes()
        guessing.listen_to_sign_ins()
