"""Tools that only use CPU take proof of work instead of money."""
import json
from hashlib import sha256
from itertools import count
from urllib.request import Request, urlopen

from settings import url

with urlopen(f"{url}/api/pow/challenge?slug=hash") as reply:
    puzzle = json.load(reply)


def is_solved(nonce: int) -> bool:
    digest = sha256(f"{puzzle['challenge']}:{nonce}".encode()).digest()
    return int.from_bytes(digest, "big") >> (256 - puzzle["difficulty"]) == 0


nonce = next(nonce for nonce in count() if is_solved(nonce))
request = Request(
    f"{url}/api/hash",
    data=json.dumps({"text": "hello"}).encode(),
    headers={"X-Pow-Solution": f"{puzzle['token']}:{nonce}", "Content-Type": "application/json"},
)
with urlopen(request) as reply:
    answer = json.load(reply)

assert answer["hex"].startswith("2cf24dba"), answer
print(f"sha256 of hello: {answer['hex']}, for {nonce + 1} hashes")
