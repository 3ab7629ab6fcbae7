"""What `make wheel-check` asks of a wheel: does a server from it show people the page and its bots?

Run with the installed wheel first on the path; what the server needs comes from elsewhere.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import urlopen

import rowlock


def main() -> None:
    """Start the server of the wheel and load the page as a browser would."""
    found = Path(rowlock.__file__)
    assert (found.parent / "variants" / "pages").is_dir(), f"{found} is not from a wheel"
    with tempfile.TemporaryDirectory() as folder:
        db = f"sqlite:{folder}/tables.db"
        command = [sys.executable, "-P", "-m", "rowlock", "serve", "--port", "0", "--db", db]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout
                said = re.search(r"http://\S+", server.stdout.readline())
                assert said
                address = said[0]
                page = urlopen(address, timeout=30).read().decode()
                scripts = re.findall(r'src="/(assets/[^"]+\.js)"', page)
                assert scripts, page
                for file in (*scripts, "sw.js", "manifest.webmanifest", "build.json"):
                    assert urlopen(address + file, timeout=30).read(), file
                about = json.load(urlopen(f"{address}api/about", timeout=30))
                codes = [bot["code"] for bot in about["bots"]]
                assert "oracle" in codes, "the trained weights are not in the wheel"
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
