"""The command line: a client of the public API, with the standard library and the pure engines alone.

`python -m service.cli --help` lists the commands; docs/designers/command-line.md shows how to work with them.
"""
