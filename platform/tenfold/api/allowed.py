"""The API asks the same rules as the pages."""

from django.db import models
from rest_framework import exceptions
from rest_framework.request import Request

from tenfold.accounts.models import User


def require(request: Request, permission: str, thing: models.Model | None = None) -> User:
    """Give the signed-in user who may do this; 401 for somebody unknown, 403 for somebody who may not."""
    if not isinstance(request.user, User):
        raise exceptions.NotAuthenticated
    if not request.user.has_perm(permission, thing):
        raise exceptions.PermissionDenied
    return request.user
