from django.apps import AppConfig
from django.conf import settings
from django.contrib.auth.signals import user_login_failed
from django.core.checks import Tags, register
from django.utils.translation import gettext_lazy as _


class BoardgamesConfig(AppConfig):
    name = "boardgames"
    verbose_name = _("Game packages")

    def ready(self) -> None:
        # Makes our Celery app the one that @shared_task uses, in web processes too.
        from boardgames import checks, faults, logs, observing
        from boardgames.celery import broker, forking, task_figures
        from boardgames.redis import figures

        register(checks.complete_history, Tags.database)
        register(checks.words_of_the_operator, deploy=True)
        register(checks.reachable, deploy=True)
        register(checks.safe_all_the_way, deploy=True)
        if not settings.TESTING:
            logs.told.append(faults.record_fault)
        observing.start_observing()
        broker.connect()
        forking.connect()
        task_figures.connect()
        user_login_failed.connect(
            lambda **_signal: figures.add_to_figure("sign_ins_refused_total"), weak=False
        )
