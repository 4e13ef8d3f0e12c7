"""Pages about mail."""

from django.urls import path

from notifications import views

urlpatterns = [
    path("mail/", views.mail_settings, name="mail-settings"),
    path("mail/stop/<str:token>/", views.mail_stop, name="mail-stop"),
]
