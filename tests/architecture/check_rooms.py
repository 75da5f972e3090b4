#!/usr/bin/env python3
"""Checks that the sources keep to the architecture: who may include whom, sizes, tests beside code."""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
# A room may include itself and the rooms before it.
ROOMS = ("base ir format schema shape runtime numerics transform rule verify precision quantize "
         "target report cli").split()
MAY_PRINT_AND_EXIT = {"report", "cli"}
# Helpers of tests, which every _test.cc of the room exercises.
# The list of passes is checked through the pass manager.
TEST_SUPPORT = {"testing", "pass_list"}
MAX_LINES = 700
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"](opsmith/([^/">]+)/[^">]+)[">]', re.MULTILINE)
PRINTS_OR_EXITS = re.compile(
    r"std::(?:cout|cerr)\b|(?<![\w:.>])(?:std::|::)?(?:printf|puts|putchar|exit|_exit|quick_exit|abort)\s*\("
    r"|\bfmt::print\s*\(")


def sources():
    return sorted(p for p in SOURCE.rglob("*") if p.suffix in (".h", ".cc"))


def room_of(path):
    return path.relative_to(SOURCE / "opsmith").parts[0]


def strip_comments_and_strings(text):
    """Blanks comments and literals, so that words in them are not taken for code."""
    literal = r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/'
    return re.sub(literal, lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.DOTALL)


def find_cycle(graph):
    """A list of files that include each other in a circle, or nothing."""
    done, path = set(), []

    def visit(file):
        if file in path:
            return path[path.index(file):] + [file]
        if file in done:
            return None
        path.append(file)
        for next_file in graph.get(file, ()):
            if cycle := visit(next_file):
                return cycle
        path.pop()
        done.add(file)
        return None

    return next((cycle for file in sorted(graph) if (cycle := visit(file))), None)


class Rooms(unittest.TestCase):
    def holds(self, violations):
        if violations:
            self.fail("\n" + "\n".join(violations))

    def test_a_room_includes_only_rooms_above_it(self):
        violations = []
        for path in sources():
            room = room_of(path)
            for include, other in INCLUDE.findall(path.read_text()):
                if room not in ROOMS:
                    violations.append(f"{path.relative_to(ROOT)}: {room} is not a room")
                    break
                if other not in ROOMS or ROOMS.index(other) > ROOMS.index(room):
                    violations.append(f"{path.relative_to(ROOT)}: {room} may not include {include}")
        self.holds(violations)

    def test_every_include_of_ours_exists(self):
        self.holds([f"{path.relative_to(ROOT)}: no file {include}"
                    for path in sources() for include, _ in INCLUDE.findall(path.read_text())
                    if not (SOURCE / include).exists()])

    def test_includes_have_no_cycles(self):
        graph = {str(path.relative_to(SOURCE)): [include for include, _ in INCLUDE.findall(path.read_text())]
                 for path in sources()}
        cycle = find_cycle(graph)
        self.assertIsNone(cycle, " -> ".join(cycle or []))

    def test_files_are_short(self):
        self.holds([f"{path.relative_to(ROOT)}: {lines} lines, at most {MAX_LINES}"
                    for path in sources() if (lines := len(path.read_text().splitlines())) > MAX_LINES])

    def test_each_pass_has_a_test(self):
        """A sibling _test.cc, or a golden test with the pass's name as its own or in its text."""
        golden = "\n".join(f"{path.stem}\n{path.read_text()}"
                           for path in sorted((ROOT / "tests/golden").rglob("*.test")))
        named = set(re.findall(r"[a-z0-9_]+", golden.replace("-", "_")))
        self.holds([f"{path.relative_to(ROOT)}: no {path.stem}_test.cc and no golden test names {path.stem}"
                    for path in sorted((SOURCE / "opsmith/transform").rglob("*.cc"))
                    if not path.stem.endswith("_test") and path.stem not in TEST_SUPPORT
                    and not path.with_name(path.stem + "_test.cc").exists()
                    and path.stem not in named])

    def test_only_report_and_cli_print_or_exit(self):
        violations = []
        for path in sources():
            if room_of(path) in MAY_PRINT_AND_EXIT or path.stem.endswith("_test"):
                continue
            code = strip_comments_and_strings(path.read_text())
            for match in PRINTS_OR_EXITS.finditer(code):
                line = code.count("\n", 0, match.start()) + 1
                violations.append(f"{path.relative_to(ROOT)}:{line}: {match.group().strip()} outside report and cli")
        self.holds(violations)


if __name__ == "__main__":
    unittest.main()
