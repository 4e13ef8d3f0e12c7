"""Pages about what somebody is told."""

from django.urls import path
from django.views.generic import RedirectView

from notifications import views

urlpatterns = [
    path("notifications/", views.notifications, name="notifications"),
    path("notifications/<int:notification_id>/", views.open_notification, name="notification"),
    path("notifications/read/", views.read_all, name="notifications-read"),
    path("notifications/count/", views.count, name="notifications-count"),
    path("notifications/settings/", views.notification_settings, name="notification-settings"),
    # As older e-mails name it.
    path("mail/", RedirectView.as_view(pattern_name="notification-settings"), name="mail-settings"),
    path("mail/stop/<str:token>/", views.mail_stop, name="mail-stop"),
]
