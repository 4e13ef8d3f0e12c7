"""Pages behind the links of messages about games."""

from django.urls import path

from games.messages import views

urlpatterns = [path("mail/choose/<str:token>/", views.mail_choice, name="mail-choice")]
