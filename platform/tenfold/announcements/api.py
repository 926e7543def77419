"""What is announced, asked and answered, over HTTP."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tenfold.accounts.models import User
from tenfold.announcements import services
from tenfold.announcements.models import LONGEST_TEXT, Announcement, Question, Wording
from tenfold.api.allowed import require
from tenfold.competitions.api import visible
from tenfold.competitions.models import Competition


class WordingSerializer(serializers.ModelSerializer[Wording]):
    class Meta:
        model = Wording
        fields = ("text", "until")
        read_only_fields = fields


class AnnouncementSerializer(serializers.ModelSerializer[Announcement]):
    """`to` is the one author it is for, null: all. `question` is what it answers, without who asked.

    `before` has the words that were changed, and until when they stood; the newest first.
    """

    by = serializers.CharField(source="by.username", read_only=True)
    to = serializers.CharField(source="to.username", read_only=True, default=None)
    question = serializers.CharField(source="answers.text", read_only=True, default=None)
    before = WordingSerializer(source="wordings", many=True, read_only=True)

    class Meta:
        model = Announcement
        fields = ("id", "text", "by", "to", "question", "made", "changed", "before")
        read_only_fields = fields


class AnnouncingSerializer(serializers.Serializer[None]):
    text = serializers.CharField(max_length=LONGEST_TEXT)
    to = serializers.CharField(
        required=False, default="", help_text="The name of an author with a bot here; empty: all."
    )


class WordsSerializer(serializers.Serializer[None]):
    text = serializers.CharField(max_length=LONGEST_TEXT)


class AnsweringSerializer(WordsSerializer):
    to_all = serializers.BooleanField(
        default=False, help_text="Shows question and answer to everybody, without a name."
    )


class QuestionSerializer(serializers.ModelSerializer[Question]):
    by = serializers.CharField(source="by.username", read_only=True)

    class Meta:
        model = Question
        fields = ("id", "text", "by", "asked")
        read_only_fields = fields


def _organized(request: Request, slug: str) -> tuple[Competition, User]:
    found = visible(request, slug)
    return found, require(request, "announcements.announce", found)


def _sent(form: serializers.Serializer[None]) -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


class AnnouncementList(generics.ListAPIView[Announcement]):
    """What was said to all and to you, newest first; to those who organize, all of it. Or something new."""

    serializer_class = AnnouncementSerializer
    queryset = Announcement.objects.none()

    def get_queryset(self) -> QuerySet[Announcement]:
        found, user = visible(self.request, self.kwargs["slug"]), self.request.user
        organizes = user.has_perm("announcements.view_questions", found)
        said = found.announcements.all() if organizes else found.announcements.seen_by(user)
        return said.select_related("by", "to", "answers").prefetch_related("wordings")

    @extend_schema(request=AnnouncingSerializer, responses={201: AnnouncementSerializer})
    def post(self, request: Request, slug: str) -> Response:
        found, by = _organized(request, slug)
        sent = _sent(AnnouncingSerializer(data=request.data))
        to = services.author_named(found, sent["to"]) if sent["to"] else None
        made = services.announce(competition=found, text=sent["text"], by=by, to=to)
        return Response(self.get_serializer(made).data, status=status.HTTP_201_CREATED)


class AnnouncementDetail(APIView):
    """Other words for an announcement, from those who organize; the old ones stay to be read."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=WordsSerializer, responses=AnnouncementSerializer)
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        found, by = _organized(request, slug)
        made = get_object_or_404(found.announcements, pk=pk)
        services.change(announcement=made, text=_sent(WordsSerializer(data=request.data))["text"], by=by)
        changed = found.announcements.select_related("by", "to", "answers").get(pk=pk)
        return Response(AnnouncementSerializer(changed).data)


class QuestionList(generics.ListAPIView[Question]):
    """Questions that wait for an answer: your own, and to those who organize all; or an author's new one."""

    serializer_class = QuestionSerializer
    permission_classes = (IsAuthenticated,)
    queryset = Question.objects.none()

    def get_queryset(self) -> QuerySet[Question]:
        found, user = visible(self.request, self.kwargs["slug"]), self.request.user
        waiting = found.questions.filter(answers=None).select_related("by")
        if user.has_perm("announcements.view_questions", found):
            return waiting
        return waiting.filter(by=user.pk)

    @extend_schema(request=WordsSerializer, responses={201: QuestionSerializer})
    def post(self, request: Request, slug: str) -> Response:
        found = visible(request, slug)
        by = require(request, "announcements.ask", found)
        sent = _sent(WordsSerializer(data=request.data))
        asked = services.ask(competition=found, text=sent["text"], by=by)
        return Response(self.get_serializer(asked).data, status=status.HTTP_201_CREATED)


class QuestionAnswer(APIView):
    """Those who organize answer a question: to who asked, or to all."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=AnsweringSerializer, responses={201: AnnouncementSerializer})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        found, by = _organized(request, slug)
        question = get_object_or_404(found.questions.select_related("by", "competition"), pk=pk)
        sent = _sent(AnsweringSerializer(data=request.data))
        made = services.answer(question=question, text=sent["text"], by=by, to_all=sent["to_all"])
        return Response(AnnouncementSerializer(made).data, status=status.HTTP_201_CREATED)
