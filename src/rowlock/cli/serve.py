"""`rowlock serve`: tables for people far apart."""

from __future__ import annotations

import argparse
import gc

from rowlock.cli.options import OK, Command
from rowlock.errors import NotNotation

__all__ = ["add_serve"]


def add_serve(command: Command) -> None:
    """Add `serve`."""
    serve = command("serve", _serve, "Serve tables: people and bots play over the network.")
    serve.add_argument("--host", default="127.0.0.1", help="default: this machine only")
    serve.add_argument(
        "--port", type=int, metavar="N", help="default: 8000, or the next that is free; 0: any"
    )
    serve.add_argument(
        "--db",
        metavar="URL",
        help="sqlite:FILE or postgresql://...; default: a file in your data folder",
    )
    serve.add_argument(
        "--workers", type=int, default=1, metavar="N", help="processes (with PostgreSQL)"
    )
    serve.add_argument("--open", action="store_true", help="open the page in your browser")


def _serve(options: argparse.Namespace) -> int:
    gc.disable()  # what is imported stays: to search it again and again is a tenth of the start
    try:
        from rowlock.server import serve, settings
    except ImportError as error:
        raise NotNotation(
            f"the server needs more packages ({error.name} is missing): "
            f"pip install 'rowlock[server]'"
        ) from None
    finally:
        gc.enable()
    if options.workers < 1:
        raise NotNotation(f"--workers: expected at least 1, found {options.workers}")
    found = settings.from_environment(db=options.db)
    if not found.db:
        found = settings.from_environment(db=serve.default_store())
    serve.serve(options.host, options.port, found, options.workers, options.open)
    return OK
