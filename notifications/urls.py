"""Pages about notifications."""

from django.urls import path

from notifications import push_views, views
from notifications.webhooks import views as webhook_views

urlpatterns = [
    path("notifications/", views.notifications, name="notifications"),
    path("notifications/<int:notification_id>/", views.open_notification, name="notification"),
    path("notifications/read/", views.read_all, name="notifications-read"),
    path("notifications/settings/", views.notification_settings, name="notification-settings"),
    path("notifications/push/add/", push_views.add, name="push-add"),
    path("notifications/push/renew/", push_views.renew, name="push-renew"),
    path("notifications/push/<int:device_id>/remove/", push_views.remove, name="push-remove"),
    path("notifications/push/<int:device_id>/test/", push_views.test, name="push-test"),
    path("notifications/webhooks/", webhook_views.show_webhooks, name="webhooks"),
    path("notifications/webhooks/<int:webhook_id>/on/", webhook_views.switch_on, name="webhook-on"),
    path("notifications/webhooks/<int:webhook_id>/test/", webhook_views.test, name="webhook-test"),
    path(
        "notifications/webhooks/<int:webhook_id>/remove/",
        webhook_views.remove,
        name="webhook-remove",
    ),
    path("mail/to/<path:way>", views.led_on, name="mail-to"),
    path("mail/stop/<str:token>/", views.mail_stop, name="mail-stop"),
]
