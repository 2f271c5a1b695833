#!/bin/sh
# A prepaid key, with curl. The price is held, and debited with the 200.
set -eu
url="${FAREBOX_URL:-http://127.0.0.1:4020}"
file="${DATA_DIR:-$(dirname "$0")/../data}/sandbox.json"
key="${FAREBOX_CREDITS_KEY:-$(sed -n 's/.*"creditsKey": "\(.*\)".*/\1/p' "$file")}"

answer=$(curl -sS --fail-with-body "$url/api/hash" \
  -H "Authorization: Bearer $key" \
  -H 'Content-Type: application/json' \
  -d '{"text":"hello"}')

echo "$answer"
echo "$answer" | grep -q 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
