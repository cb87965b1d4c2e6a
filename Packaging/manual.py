#!/usr/bin/env python3
"""Writes the manual page of a built `aviary`, from what the program says of its own options: Packaging/manual.py PROGRAM"""

import json
import os
import pathlib
import subprocess
import sys


def escaped(text):
    """Text as mdoc reads it: no line begins with a control character, and hyphens stay hyphens."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").splitlines()
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in lines if line.strip())


def called(argument):
    """The names of an option with its value, in bold and italics."""
    names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument.get("names", [])]
    value = f"\\fI{escaped(argument['valueName'])}\\fR"
    if argument["kind"] == "positional":
        return value
    shown = ", ".join(f"\\fB{escaped(name)}\\fR" for name in names)
    return f"{shown} {value}" if argument["kind"] == "option" else shown


def options(command):
    for argument in command.get("arguments", []):
        # These are told once, for the whole program.
        if not argument["shouldDisplay"] or argument["valueName"] in ("help", "version"):
            continue
        # The program names the home of whoever runs it, here of whoever builds it.
        text = argument.get("abstract", "").replace(str(pathlib.Path.home()), "~")
        if "defaultValue" in argument:
            text += f" By default {argument['defaultValue']}."
        yield f".TP\n{called(argument)}\n{escaped(text)}"


def commands(command, path):
    for each in command.get("subcommands", []):
        if each["commandName"] == "help" or not each["shouldDisplay"]:
            continue
        name = f"{path} {each['commandName']}"
        if each.get("subcommands"):
            yield from commands(each, name)
            continue
        yield f".SS {escaped(name)}\n{escaped(each.get('abstract', ''))}"
        if each.get("discussion"):
            yield f".PP\n{escaped(each['discussion'])}"
        yield from options(each)


def page(program):
    # The default folder is that of a user, also where root builds on a machine with the service.
    environment = os.environ | {"XDG_DATA_HOME": f"{pathlib.Path.home()}/.local/share"}

    def run(*arguments):
        return subprocess.run([program, *arguments], capture_output=True, text=True, check=True, env=environment).stdout

    command = json.loads(run("--experimental-dump-help"))["command"]
    return "\n".join([
        f'.TH AVIARY 1 "" "aviary {run("--version").strip()}" "User Commands"',
        ".SH NAME", "aviary \\- gallery for colors and photographs, live in every browser",
        ".SH SYNOPSIS", ".B aviary", "\\fIcommand\\fR [\\fIoption\\fR ...]",
        ".SH DESCRIPTION", escaped(command["abstract"]),
        ".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nShow the options of a command.",
        ".TP\n\\fB\\-\\-version\\fR\nShow the version.",
        ".SH COMMANDS", *commands(command, "aviary"),
        ".SH FILES",
        ".TP\n.I ~/.local/share/aviary\nThe gallery of a user.",
        ".TP\n.I /var/lib/aviary\nThe gallery of the service; for its user and for root, this is the default of \\-\\-data.",
        ".TP\n.I /etc/aviary/aviary.env\nThe settings of the service.",
        ".TP\n.I ~/.config/aviary/aviary.env\nThe settings of the service of a user.",
        ".SH EXIT STATUS",
        ".TP\n.B 0\nAll is done.",
        ".TP\n.B 1\nThe command has failed, or aviary check or backup has found something wrong.",
        ".TP\n.B 2\nAll is done but for some files, which the command has named.",
        ".TP\n.B 64\nThe options cannot be used.",
        ".SH SEE ALSO",
        ".I /usr/share/doc/aviary/HOME.md\nleads step by step to a home server.",
        ""])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(page(sys.argv[1]))
