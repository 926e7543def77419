"""Structured logs for web, worker and beat: one JSON object a line, or coloured lines when debugging."""

import logging.config
import re

import structlog
from structlog.types import EventDict, Processor

# An address that is a key: whoever reads a log must not be able to read the feed.
_KEY_IN_ADDRESS = re.compile(r"(/feeds/)[^/\s]+")


def without_keys(_logger: object, _method: str, event: EventDict) -> EventDict:
    """The event with what opens a door left out of its addresses."""
    for name in ("request", "event"):
        if isinstance(event.get(name), str):
            event[name] = _KEY_IN_ADDRESS.sub(r"\1…", event[name])
    return event


_SHARED: list[Processor] = [
    without_keys,
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso"),
]


def logging_config(*, json: bool) -> None:
    """Send the logs of structlog and of plain `logging` through one formatter to stderr."""
    renderer: Processor = structlog.processors.JSONRenderer() if json else structlog.dev.ConsoleRenderer()
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    render: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if json:
        render.append(structlog.processors.format_exc_info)
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "lines": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "processors": [*render, renderer],
                    "foreign_pre_chain": _SHARED,
                },
            },
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
            "root": {"handlers": ["stderr"], "level": "INFO"},
            "loggers": {"axes": {"level": "WARNING"}, "docker": {"level": "WARNING"}},
        },
    )
