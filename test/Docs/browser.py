"""Headless Chromium, for tests that look at pages."""
import shutil
import subprocess
import sys


def open_page(address):
    """The text of a page after its scripts."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        sys.exit("expected Chromium, found no 'chromium'; install Debian's package of that name")
    return subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
                           "--virtual-time-budget=20000", "--dump-dom", address], capture_output=True, text=True,
                          timeout=300).stdout
