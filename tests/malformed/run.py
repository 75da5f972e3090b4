#!/usr/bin/env python3
"""Runs the command's verbs over damaged and hostile models: each must end by itself, in bounded time and memory.

usage: run.py OPSMITH [--memory MEGABYTES] [--seconds N] [--verbs check,inspect,...] [--tool ROUNDTRIP_TOOL]
With --tool, loading and saving is tested through roundtrip_tool alone (all files in one process, for speed).
"""

import argparse
import collections
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import generate

VERBS = {
    "check": lambda model, out: ["check", model],
    "inspect": lambda model, out: ["inspect", model],
    "simplify": lambda model, out: ["simplify", model, "-o", out],
    "edit": lambda model, out: ["edit", model, "-o", out],
}


def run(command, memory_mb, seconds, **options):
    def limits():
        size = memory_mb << 20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return subprocess.run(command, preexec_fn=limits, capture_output=True, timeout=seconds, **options)


def test_tool(tool, cases, folder, arguments):
    """Everything in one process; a crash names the file that it died on."""
    out = folder / "out"
    out.mkdir(exist_ok=True)
    names = [name for name, _ in cases]
    lines = "".join(f"{folder / name}\t{out / name}\n" for name in names)
    result = run([tool], arguments.memory, arguments.seconds * 10, input=lines.encode())
    answers = {}
    for line in result.stdout.decode(errors="replace").splitlines():
        parts = line.split("\t")
        if parts[0] in ("ok", "error") and len(parts) > 1:
            answers[pathlib.Path(parts[1]).name] = (parts[0], parts[-1])
    failures = []
    if result.returncode != 0:
        died_on = next((name for name in names if name not in answers), "?")
        failures.append(f"ended with {result.returncode} on {died_on}: {result.stderr[-300:].decode(errors='replace')}")
    for name, expected in cases:
        status, message = answers.get(name, (None, None))
        external = name.startswith("external_")
        if expected == "refuse" and status == "ok":
            failures.append(f"{name}: was read, and should have been refused")
        if expected == "load" and status == "error" and not external:
            failures.append(f"{name}: {message}")
        if external and name != "external_.onnx" and status == "ok":
            failures.append(f"{name}: its data was read")
    return failures


def test_command(opsmith, cases, folder, arguments):
    failures = []
    statuses = collections.Counter()
    for name, expected in cases:
        for verb in arguments.verbs.split(","):
            command = [opsmith, *VERBS[verb](str(folder / name), str(folder / "out.onnx"))]
            started = time.monotonic()
            try:
                result = run(command, arguments.memory, arguments.seconds)
            except subprocess.TimeoutExpired:
                failures.append(f"{verb} {name}: still running after {arguments.seconds} s")
                continue
            statuses[result.returncode] += 1
            stderr = result.stderr.decode(errors="replace")
            if result.returncode not in (0, 1, 2, 3):
                failures.append(f"{verb} {name}: ended with {result.returncode}: {stderr[-200:]}")
            elif expected == "refuse" and result.returncode != 2:
                failures.append(f"{verb} {name}: exit status {result.returncode}, expected 2")
            elif result.returncode == 2 and name not in stderr:
                failures.append(f"{verb} {name}: the message does not name the file: {stderr[:200]}")
            elif time.monotonic() - started > arguments.seconds / 2:
                failures.append(f"{verb} {name}: took {time.monotonic() - started:.1f} s")
    print("exit statuses:", dict(sorted(statuses.items())))
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("opsmith", nargs="?")
    parser.add_argument("--tool")
    parser.add_argument("--memory", type=int, default=2048, help="address space in MB")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--verbs", default="check,inspect,simplify,edit")
    parser.add_argument("--only", default="", help="names that contain this")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        generate.write_side_files(folder)
        cases = []
        for name, content, expected in generate.cases():
            if arguments.only in name:
                (folder / f"{name}.onnx").write_bytes(content)
                cases.append((f"{name}.onnx", expected))
        failures = []
        if arguments.tool:
            failures += test_tool(arguments.tool, cases, folder, arguments)
        if arguments.opsmith:
            failures += test_command(arguments.opsmith, cases, folder, arguments)
    for failure in failures:
        print("FAILED", failure)
    print(f"{len(cases)} files, {len(failures)} failures")
    return 1 if failures or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
