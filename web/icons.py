"""Draws the PNG icons of the page from their SVG: `.venv/bin/python web/icons.py`.

They are kept in the repository, since the build of the page draws nothing itself. Run this
again after a change of `web/public/icons/*.svg`; it needs chromium.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ICONS = Path(__file__).parent / "public" / "icons"
WANTED = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "icon-maskable-512.png": ("icon-maskable.svg", 512),
    "icon-180.png": ("icon-maskable.svg", 180),  # Apple rounds the corners itself
}


def main() -> None:
    """Draw each icon on a page of its size, with nothing behind it."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("chromium was not found; it draws the icons")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        for name, (source, size) in WANTED.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            drawing = (ICONS / source).read_text()
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{drawing}")
            page.screenshot(path=ICONS / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
