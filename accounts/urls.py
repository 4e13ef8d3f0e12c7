"""Everything about accounts; allauth brings signing up, in and out, e-mail, password, 2FA."""

from django.urls import include, path

from accounts import views

urlpatterns = [
    path("i18n/setlang/", views.set_language, name="set_language"),
    path("players/<str:username>/", views.player, name="player"),
    path("accounts/profile/", views.profile, name="profile"),
    path("accounts/guest/", views.play_as_guest, name="play-as-guest"),
    path("accounts/keep/", views.keep_account, name="keep-account"),
    path("accounts/tokens/", views.api_tokens, name="tokens"),
    path("accounts/tokens/<int:token_id>/revoke/", views.revoke_token, name="revoke-token"),
    path("accounts/delete/", views.close_account, name="close-account"),
    path("accounts/", include("allauth.urls")),
]
