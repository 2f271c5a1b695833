"""A prepaid key, with what Python brings along."""
import json
from urllib.request import Request, urlopen

from settings import credits_key, url

request = Request(
    f"{url}/api/hash",
    data=json.dumps({"text": "hello"}).encode(),
    headers={"Authorization": f"Bearer {credits_key()}", "Content-Type": "application/json"},
)
with urlopen(request) as reply:
    answer = json.load(reply)
    left = reply.headers["X-Credits-Balance"]

assert answer["hex"].startswith("2cf24dba"), answer
print(f"sha256 of hello: {answer['hex']}, ${left} left on the key")
