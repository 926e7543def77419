"""The log of rulings over HTTP, to be read; rulings are made on the pages, where their preview is seen."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import generics, serializers

from tenfold.api.pages import NewestFirst
from tenfold.competitions.freeze import hidden_since
from tenfold.competitions.models import Competition
from tenfold.rulings.models import Ruling
from tenfold.rulings.preview import shown_previews


class ByNumber(NewestFirst):
    ordering = "-number"


class RulingSerializer(serializers.ModelSerializer[Ruling]):
    """`preview` has what it changed: numbers of matches, and `moves` with ranks and margins before and after.

    Their `figure` is that of the `measure` that ranks.
    A ruling that was undone has `undone` and what undoing it changed in `undo_preview`. Both are null for who
    may not know yet, while the competition is frozen.
    """

    about = serializers.CharField(read_only=True)
    round = serializers.IntegerField(source="round.number", read_only=True, default=None)
    by = serializers.CharField(source="by.username", read_only=True)
    undone_by = serializers.CharField(source="undone_by.username", read_only=True, default=None)

    class Meta:
        model = Ruling
        fields = (
            "number", "kind", "about", "entry", "match", "round", "version", "reason", "by", "made",
            "preview", "undone", "undone_by", "undo_reason", "undo_preview",
        )  # fmt: skip
        read_only_fields = fields

    def to_representation(self, instance: Ruling) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(instance)
        since = hidden_since(instance.competition, self.context["request"].user)
        shown["preview"], shown["undo_preview"] = shown_previews(instance, since)
        return shown


class RulingList(generics.ListAPIView[Ruling]):
    """What the organizers ruled, newest first."""

    serializer_class = RulingSerializer
    pagination_class = ByNumber
    queryset = Ruling.objects.none()
    filterset_fields = ("kind",)

    def get_queryset(self) -> QuerySet[Ruling]:
        seen = Competition.objects.visible_to(self.request.user)
        found = get_object_or_404(seen, slug=self.kwargs["slug"])
        return found.rulings.select_related(
            "competition", "entry__bot", "match__round", "round", "by", "undone_by"
        )
