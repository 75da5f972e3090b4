"""opsmith check."""
from conftest import EXAMPLES


def test_no_problems(opsmith, branches):
    assert "no problems" in opsmith.good("check", branches).out
    json = opsmith.good("check", branches, "--json").json()
    assert json["valid"] is True and json["problems"] == []


def test_every_problem_at_once(opsmith):
    result = opsmith("check", EXAMPLES / "broken.onnxtxt")
    assert result.status == 1 and result.err == ""
    for part in ("first", "alpha", "second", "Sigmoyd", "third", "missing"):
        assert part in result.out
    assert max(map(len, result.out.splitlines())) <= 100


def test_json(opsmith):
    result = opsmith("check", EXAMPLES / "broken.onnxtxt", "--json")
    assert result.status == 1
    problems = result.json()["problems"]
    assert len(problems) >= 3
    for problem in problems:
        assert {"node", "op", "reason", "remedy", "target"} <= set(problem)
        assert problem["reason"] and problem["target"] is None
    assert {"first", "second", "third"} <= {problem["node"] for problem in problems}
