"""What the command prints with --json is what docs/output.schema.json says."""

import json
import os
import subprocess

import pytest
from conftest import ROOT, import_or_skip

SCHEMA = json.loads((ROOT / "docs" / "output.schema.json").read_text())
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
PASSANT = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1"

OUTPUTS = {
    "attacks": ["attacks queen d4 --squares b4,d7", "attacks rook a1 --technique kogge-stone"],
    "explain": [
        "explain hyperbola-quintessence bishop d4 --squares f6",
        "explain dual-hq queen a1",
        "explain kogge-stone rook 5e --board shogi --squares 5b",
    ],
    "list": ["list"],
    "list-words": ["list --words"],
    "list-best": ["list --best"],
    "verify": ["verify kogge-stone"],
    "prove": [
        "prove kogge-stone --square d4",
        "prove kogge-stone --board shogi --square 5e",
        "prove --legal-moves --square a1",
    ],
    "perft": [
        "perft 3 --divide",
        "perft 3 --memory 16 --threads 2",
        "perft 2 >/dev/null && hyperbola-study perft 2 --technique qbb",
    ],
    "perft-statistics": ["perft 3 --statistics", f"perft 2 '{KIWIPETE}' --statistics --divide"],
    "perft-suite": [
        "suite suite.epd",
        "suite suite.epd --word u64 --max-nodes 10",
    ],
    "perft-unique": [
        "positions 3",
        "positions 2 --en-passant every --seed 7",
        "positions 3 --shard 1/1 --scratch one",
    ],
    "perft-shard": ["perft 4 --shard 1/2", "perft 4 --shard 2/2 --split 1"],
    "perft-merge": [
        "perft 4 --shard 1/2 --output 1.json && hyperbola perft 4 --shard 2/2 --output 2.json"
        " && hyperbola perft merge 1.json 2.json"
    ],
    "perft-merge-unique": [
        "positions 3 --shard 1/1 --scratch u >u.txt && hyperbola positions merge u",
    ],
    "moves": ["moves", f"moves '{KIWIPETE}' --captures", f"moves '{MATE}'"],
    "fen-command": ["fen startpos", f"fen '{PASSANT}'", f"fen '{MATE}'"],
    "fen-verdict": ["fen startpos --verdict", f"fen '{PASSANT}' --verdict",
                    "fen '8/8/8/3k4/4Pp2/8/8/4K2B b - e3' --verdict",
                    "fen '4k3/8/8/8/8/8/8/4K1R1 w G - 0 1' --verdict"],
    "features": ["features rows.fens --features attacks,legal_moves --bad-rows mark --output out"],
    "convert": ["convert rows.txt rows.plain", "convert --check rows.txt --bad-rows skip",
                "convert rows.txt unique.plain --unique --shuffle"],
    "features-list": ["features --list"],
    "export-matrix": ["export --matrix"],
    "hunt": [
        "hunt --command \"sh -c 'echo a2a3: 1' name {fen}\" --positions 20",
        "hunt --command 'hyperbola perft {depth} --divide {fen}' --positions 2",
        "hunt --inputs chess_768 --command \"sh -c 'while read -r x; do echo white 1; echo black; done'\"",
    ],
}


def test_every_output_has_its_schema():
    helpers = {"square", "hex", "digest", "fen", "slider", "side", "uci", "finding", "kinds"}
    helpers |= {"unique-number", "board_hex", "board_square"}
    assert set(SCHEMA["$defs"]) - helpers == set(OUTPUTS)


@pytest.mark.parametrize("name", OUTPUTS)
def test_outputs_are_as_their_schema_says(name, command, tmp_path):
    jsonschema = import_or_skip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{name}"})
    (tmp_path / "rows.fens").write_text(f"{KIWIPETE}\nno FEN\n")
    suite = f"{KIWIPETE} ;D1 48 ;D2 2039\n{MATE} ;D1 1\n{PASSANT} ;D1 29\n"
    (tmp_path / "suite.epd").write_text(suite)
    (tmp_path / "rows.txt").write_text(f"{KIWIPETE} | 5 | 1.0\n")
    environment = {**os.environ, "PATH": f"{command}:{os.environ['PATH']}"}
    for line in OUTPUTS[name]:
        done = subprocess.run(
            ["sh", "-c", f"hyperbola {line} --json"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )
        # A hunt that has found something ends with 1.
        assert done.returncode in (0, 1), done.stderr
        validator.validate(json.loads(done.stdout))


def test_another_field_is_noticed():
    jsonschema = import_or_skip("jsonschema")
    validator = jsonschema.Draft202012Validator({**SCHEMA, "$ref": "#/$defs/perft-merge"})
    with pytest.raises(jsonschema.ValidationError):
        validator.validate({"fen": KIWIPETE, "other": 1})
