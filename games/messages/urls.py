"""Pages behind the links of messages about games, and addresses that pages ask beside the bell."""

from django.urls import path

from games.messages import views

urlpatterns = [
    path("mail/choose/<str:token>/", views.mail_choice, name="mail-choice"),
    path("mail/turn/<str:turn>/", views.mail_turn, name="mail-turn"),
    path("mail/turn/<str:turn>/<slug:act>/", views.mail_act, name="mail-act"),
    path("notifications/count/", views.show_counts, name="notifications-count"),
]
