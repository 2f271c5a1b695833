"""Where to buy, and what with. The defaults are those of `npm start`, with test money."""
import json
import os
from pathlib import Path

url = os.environ.get("FAREBOX_URL", "http://127.0.0.1:4020")
wallet_key = os.environ.get(
    "WALLET_KEY", "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d"
)
DATA_DIR = os.environ.get("DATA_DIR") or Path(__file__).parents[2] / "data"
SANDBOX_FILE = Path(DATA_DIR) / "sandbox.json"


def credits_key() -> str:
    return os.environ.get("FAREBOX_CREDITS_KEY") or json.loads(SANDBOX_FILE.read_text())["creditsKey"]
