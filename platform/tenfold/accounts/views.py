from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from knox.models import AuthToken

from tenfold.accounts.forms import LeavingForm, SignInForm, SignUpForm
from tenfold.accounts.leaving import delete_account
from tenfold.pages.texts import text
from tenfold.refusal import Refused


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    asked = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(asked, {request.get_host()}, require_https=request.is_secure())
    back = asked if ours else reverse("my_bots")
    if request.user.is_authenticated:
        return HttpResponseRedirect(back)  # `redirect` would look for a view of that name
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = form.save()
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
        return HttpResponseRedirect(back)
    return render(request, "accounts/sign_up.html", {"form": form, "next": back if ours else ""})


class SignIn(LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True


@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """One's own account: its tokens, and the ways to a new password and out."""
    tokens = AuthToken.objects.filter(user=request.user).select_related("scoped").order_by("-created")
    return render(request, "accounts/account.html", {"tokens": tokens})


@require_POST
@login_required
def revoke(request: HttpRequest) -> HttpResponse:
    """Make one of one's own tokens good for nothing."""
    gone, _ = AuthToken.objects.filter(user=request.user, token_key=text(request, "key")).delete()
    if not gone:
        raise Http404(gettext("No token of yours."))
    messages.success(request, gettext("Revoked: whatever used this token can sign in no more."))
    return redirect("account")


@method_decorator(require_http_methods(["GET", "POST"]), name="dispatch")
class ChangePassword(PasswordChangeView):
    """Django's own, in the site's face. The session that asks stays signed in, all others end."""

    template_name = "accounts/password.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        messages.success(self.request, gettext("Your password is changed. Other browsers are signed out."))
        return super().form_valid(form)


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    assert request.user.is_authenticated
    form = LeavingForm(request.user, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            delete_account(user=request.user)
        except Refused as no:
            form.add_error(None, str(no))
        else:
            logout(request)
            messages.success(request, gettext("Your account is deleted."))
            return redirect("home")
    return render(request, "accounts/delete.html", {"form": form})
