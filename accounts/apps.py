from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import guessing, people, sockets  # their models need Django to be ready

        sockets.listen()
        people.listen()
        guessing.listen()
