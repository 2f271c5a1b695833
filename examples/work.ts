/** Tools that only use CPU take proof of work instead of money. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { url } from './_settings.ts'

const asked = await fetch(`${url}/api/pow/challenge?slug=hash`)
const { challenge, difficulty, token } = (await asked.json()) as {
  challenge: string
  difficulty: number
  token: string
}

let nonce = 0
while (!isSolved(nonce)) nonce += 1

const reply = await fetch(`${url}/api/hash`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-pow-solution': `${token}:${nonce}` },
  body: JSON.stringify({ text: 'hello' }),
})
const { hex } = (await reply.json()) as { hex: string }

assert.equal(reply.status, 200)
assert.match(hex, /^2cf24dba/)
console.log(`sha256 of hello: ${hex}, for ${nonce + 1} hashes`)

/** Whether the digest begins with that many zero bits. */
function isSolved(candidate: number): boolean {
  const digest = createHash('sha256').update(`${challenge}:${candidate}`).digest()
  return Math.clz32(digest.readUInt32BE(0)) >= difficulty
}
