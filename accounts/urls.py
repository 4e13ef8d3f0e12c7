"""All pages about accounts; allauth adds signing up, in and out, e-mail, password, 2FA."""

from django.urls import include, path

from accounts import views
from accounts.calendar import views as calendar_views
from accounts.entering import passkeys
from accounts.moderation import impersonation
from accounts.sessions.reader_check import check_reader

urlpatterns = [
    path("i18n/setlang/", views.set_language, name="set_language"),
    path("accounts/profile/", views.profile, name="profile"),
    path("acting/stop/", impersonation.stop, name="act-as-self"),
    path("calendar/", calendar_views.calendar, name="calendar"),
    path("calendar/days/", calendar_views.add_day_off, name="add-day-off"),
    path("calendar/days/remove/", calendar_views.remove_day_off, name="remove-day-off"),
    path("calendar/vacations/", calendar_views.book, name="book-vacation"),
    path("calendar/vacations/end/", calendar_views.end_vacation, name="end-vacation"),
    path("calendar/pause/", calendar_views.pause, name="emergency-pause"),
    path("accounts/reader/", check_reader, name="reader"),
    path("accounts/guest/", views.play_as_guest, name="play-as-guest"),
    path("accounts/email/again/", views.send_confirmation, name="send-confirmation"),
    path("accounts/email/wake/", views.wake_address, name="wake-address"),
    path("mail/bounces/", views.bounced, name="mail-bounces"),
    path("accounts/keep/", views.keep_account, name="keep-account"),
    path("accounts/tokens/", views.api_tokens, name="tokens"),
    path("accounts/tokens/<int:token_id>/revoke/", views.revoke_token, name="revoke-token"),
    path("accounts/bots/", views.own_bots, name="bots"),
    path("accounts/bots/close/", views.close_bot, name="close-bot"),
    path("accounts/sessions/", views.sessions, name="sessions"),
    path("accounts/export/", views.export, name="export-account"),
    path("accounts/delete/", views.close_account, name="close-account"),
    path("accounts/login/", views.LoginView.as_view(), name="account_login"),
    path("accounts/signup/", views.SignupView.as_view(), name="account_signup"),
    path("accounts/2fa/authenticate/", views.SecondStepView.as_view(), name="mfa_authenticate"),
    path("accounts/2fa/webauthn/add/", passkeys.AddView.as_view(), name="mfa_add_webauthn"),
    path(
        "accounts/2fa/webauthn/login/",
        passkeys.LoginView.as_view(),
        name="mfa_login_webauthn",
    ),
    path("accounts/", include("allauth.urls")),
]
