from django.contrib.auth.views import LogoutView
from django.urls import path
from django.views.decorators.http import require_http_methods

from tenfold.accounts import views

_sign_in = views.SignIn.as_view()

urlpatterns = [
    path("sign-up/", views.sign_up, name="sign_up"),
    path("sign-in/", require_http_methods(["GET", "POST"])(_sign_in), name="sign_in"),
    path("account/", views.account, name="account"),
    path("account/password/", views.ChangePassword.as_view(), name="change_password"),
    path("account/tokens/revoke/", views.revoke, name="revoke_token"),
    path("account/delete/", views.delete, name="delete_account"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
]
