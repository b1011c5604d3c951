"""Where the command `wanrishu` starts: Ctrl-C before it has read its modules ends it without a word.

Imports nothing before that; then the command line, which answers Ctrl-C itself.
"""

from __future__ import annotations

import signal

_ANSWERED = signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""Not under nohup, say."""

if _ANSWERED:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def main() -> None:
    """Read the modules, then do what the command line says."""
    from generator.cli import main as command

    if _ANSWERED:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    command()
