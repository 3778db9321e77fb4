"""`python -m service.cli`: hands the environment and the terminal to the command line."""

import os
import sys
from io import TextIOWrapper

from service.cli.command_line import run
from service.cli.terminal import Terminal


def main() -> None:
    """Run the command, and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that has no suits shows ? for them
    try:
        code = run(sys.argv[1:], os.environ, Terminal(sys.stdin, sys.stdout, sys.stderr))
        sys.stdout.flush()
    except BrokenPipeError:  # as with `| head`; Python would complain once more at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    main()
