/** A prepaid key, with `fetch`. The price is held, and debited with the 200. */
import assert from 'node:assert/strict'
import { creditsKey, url } from './_settings.ts'

const headers = { authorization: `Bearer ${creditsKey()}`, 'content-type': 'application/json' }
const body = JSON.stringify({ text: 'hello' })

const reply = await fetch(`${url}/api/hash`, { method: 'POST', headers, body })
const { hex } = (await reply.json()) as { hex: string }

assert.equal(reply.status, 200)
assert.match(hex, /^2cf24dba/)
console.log(`sha256 of hello: ${hex}`)
console.log(`left on the key: $${reply.headers.get('x-credits-balance')}`)
