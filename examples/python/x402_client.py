"""A wallet pays by the call. pip install "x402[requests,evm]" """
import json
from base64 import b64decode

from eth_account import Account
from x402 import x402ClientSync
from x402.http.clients import x402_requests
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client

from settings import url, wallet_key

wallet = Account.from_key(wallet_key)
payer = x402ClientSync()
register_exact_evm_client(payer, EthAccountSigner(wallet))

with x402_requests(payer) as session:
    reply = session.post(f"{url}/api/hash", json={"text": "hello"})

assert reply.status_code == 200, reply.text
digest = reply.json()["hex"]
assert digest.startswith("2cf24dba"), digest
receipt = json.loads(b64decode(reply.headers["PAYMENT-RESPONSE"]))
assert receipt["success"], receipt
print(f"sha256 of hello: {digest}, paid by {wallet.address} in {receipt['transaction']}")
