from django.apps import AppConfig


class BoardgamesConfig(AppConfig):
    name = "boardgames"

    def ready(self) -> None:
        # Makes our Celery app the one that @shared_task means, in web processes too.
        from boardgames import celery  # noqa: F401
