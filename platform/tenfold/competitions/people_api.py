"""Over HTTP: who organizes a competition, whose bots are let in, and who stands on the list."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tenfold.accounts.models import User
from tenfold.api.allowed import require
from tenfold.competitions import admission, people
from tenfold.competitions.models import Competition
from tenfold.competitions.roster import MOST_ON_ROSTER, checked_names


class RosterSerializer(serializers.Serializer[None]):
    """The names that people sign in with, in small letters."""

    names = serializers.ListField(child=serializers.CharField(max_length=150), max_length=MOST_ON_ROSTER)


class AnswerSerializer(serializers.Serializer[None]):
    approve = serializers.BooleanField()
    reason = serializers.CharField(
        required=False, default="", max_length=500, help_text="For the bot's owner, who is declined."
    )


class _OfCompetition(APIView):
    permission_classes = (IsAuthenticated,)
    permission = "competitions.change_competition"

    def asked(self, request: Request, slug: str) -> tuple[Competition, User]:
        """The competition and who asks: 404 to whoever may not see it, 403 to who does not organize it."""
        found = get_object_or_404(Competition.objects.visible_to(request.user), slug=slug)
        return found, require(request, self.permission, found)


class CoOrganizer(_OfCompetition):
    """Who organizes a competition takes somebody in beside them, or out."""

    permission = "competitions.manage_co_organizers"

    @extend_schema(request=None, responses={204: None})
    def put(self, request: Request, slug: str, username: str) -> Response:
        found, by = self.asked(request, slug)
        people.add_co_organizer(competition=found, username=username, by=by)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, username: str) -> Response:
        found, by = self.asked(request, slug)
        gone = get_object_or_404(found.co_organizers, username__iexact=username)
        people.remove_co_organizer(competition=found, user=gone, by=by)
        return Response(status=status.HTTP_204_NO_CONTENT)


class EntryAnswer(_OfCompetition):
    """Who organizes a competition lets a bot in that asks for it, or declines it with a reason."""

    @extend_schema(request=AnswerSerializer, responses={204: None})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        found, by = self.asked(request, slug)
        form = AnswerSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        entry = get_object_or_404(found.entries.select_related("bot"), pk=pk)
        if form.validated_data["approve"]:
            admission.approve(entry=entry, by=by)
        else:
            admission.decline(entry=entry, reason=form.validated_data["reason"], by=by)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Roster(_OfCompetition):
    """The list of who may enter; a new one takes its place, and who is in already stays in."""

    @extend_schema(responses=RosterSerializer)
    def get(self, request: Request, slug: str) -> Response:
        found, _ = self.asked(request, slug)
        return Response({"names": list(found.roster.order_by("name").values_list("name", flat=True))})

    @extend_schema(request=RosterSerializer, responses=RosterSerializer)
    def put(self, request: Request, slug: str) -> Response:
        found, by = self.asked(request, slug)
        form = RosterSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        names = checked_names(list(enumerate(form.validated_data["names"], 1)))
        admission.set_roster(competition=found, names=names, by=by)
        return Response({"names": names})
