"""An A2A client with what Python brings along: it asks in words, and buys within the same task."""
import json
from urllib.request import Request, urlopen
from uuid import uuid4

from settings import credits_key, url

with urlopen(f"{url}/.well-known/agent-card.json") as reply:
    card = json.load(reply)
agent = card["supportedInterfaces"][0]
assert agent["protocolBinding"] == "HTTP+JSON", agent


def send(part: dict, task: dict | None = None, headers: dict | None = None) -> dict:
    message = {"messageId": str(uuid4()), "role": "ROLE_USER", "parts": [part]}
    if task:
        message |= {"taskId": task["id"], "contextId": task["contextId"]}
    request = Request(
        f"{agent['url']}/message:send",
        data=json.dumps({"message": message}).encode(),
        headers={"Content-Type": "application/a2a+json", "A2A-Version": "1.0", **(headers or {})},
    )
    with urlopen(request) as reply:
        return json.load(reply)["task"]


# Words are answered with the tools that fit.
found = send({"text": "compress a list of JSON values"})
assert found["status"]["state"] == "TASK_STATE_INPUT_REQUIRED", found
results = found["status"]["message"]["parts"][1]["data"]["results"]
print("fits:", ", ".join(row["slug"] for row in results))

# What only uses CPU is free here.
done = send({"data": {"slug": "hash", "params": {"text": "hello"}}}, found)
assert done["status"]["state"] == "TASK_STATE_COMPLETED", done
assert done["artifacts"][0]["parts"][0]["data"]["hex"].startswith("2cf24dba"), done

# What costs money asks for it, as x402 has it; a credits key in the header pays as well.
question = {"messages": [{"role": "user", "content": "Say hello."}]}
order = {"data": {"slug": "v1-chat", "params": question}}
quote = send(order)
offer = quote["status"]["message"]["metadata"]["x402.payment.required"]["accepts"][0]
print(f"a language model wants {offer['amount']} base units on {offer['network']}")
paid = send(order, quote, {"Authorization": f"Bearer {credits_key()}"})
assert paid["status"]["state"] == "TASK_STATE_COMPLETED", paid
print(paid["artifacts"][0]["parts"][0]["data"]["choices"][0]["message"]["content"])
