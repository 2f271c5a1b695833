import assert from 'node:assert/strict'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import {
  balance,
  baseUrl,
  buyerOf,
  payingFetch,
  readSandbox,
  solve,
  type SandboxFile,
} from './_buyer.ts'

/**
 * Buys one call on each rail from the running server, with clients that know nothing of it, and
 * shows what was asked, offered, paid and received. Any surprise ends the tour with an error.
 */
const url = baseUrl()
const call = { path: '/api/hash', body: '{"text":"hello"}', slug: 'hash' } as const
const EXPECTED = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

const sandbox = await readSandbox()
await discovery()
await unpaid()
await byX402(sandbox)
await byCredits(sandbox)
await byWork()
say('\nEvery rail works.')

async function discovery(): Promise<void> {
  title('Discovery, free')
  const found = await jsonOf(await fetch(`${url}/api/find?q=sha256%20of%20a%20text`))
  say(`GET /api/find?q=sha256 of a text -> ${found.results[0].slug} ${found.results[0].price}`)
  assert.equal(found.results[0].slug, call.slug)
}

async function unpaid(): Promise<void> {
  title('Unpaid')
  const reply = await post(fetch)
  assert.equal(reply.status, 402)
  const required = decodePaymentRequiredHeader(reply.headers.get('payment-required') ?? '')
  say(`POST ${call.path} -> 402 PAYMENT-REQUIRED:`)
  for (const offer of required.accepts) {
    say(
      `  ${offer.scheme} on ${offer.network}: ${offer.amount} of ${offer.asset} to ${offer.payTo}`,
    )
  }
}

async function byX402(file: SandboxFile): Promise<void> {
  title('x402, with @x402/fetch')
  const { payTo } = file.chains[0]
  const holders = [buyerOf(file), payTo] as const
  const before = await Promise.all(holders.map((holder) => balance(file, holder)))
  const reply = await post(payingFetch(file))
  const answer = await jsonOf(reply)
  assert.equal(reply.status, 200)
  assert.equal(answer.hex, EXPECTED)
  const receipt = decodePaymentResponseHeader(reply.headers.get('payment-response') ?? '')
  assert.equal(receipt.success, true)
  const after = await Promise.all(holders.map((holder) => balance(file, holder)))
  say(`200 ${answer.hex}`)
  say(`receipt: ${receipt.transaction} on ${receipt.network}`)
  for (const [at, holder] of holders.entries()) {
    say(`  ${holder} ${before[at]} -> ${after[at]} (${Number(after[at]) - Number(before[at])})`)
  }
  assert.equal(Number(before[0]) - Number(after[0]), 1000)
  assert.equal(Number(after[1]) - Number(before[1]), 1000)
}

async function byCredits(file: SandboxFile): Promise<void> {
  title('Credits')
  const authorization = `Bearer ${file.creditsKey}`
  const read = async () =>
    (await jsonOf(await fetch(`${url}/api/credits/balance`, { headers: { authorization } })))
      .balanceUsd
  const before: number = await read()
  const reply = await post(fetch, { authorization })
  assert.equal(reply.status, 200)
  const after: number = await read()
  say(`200, X-Credits-Balance: ${reply.headers.get('x-credits-balance')}; $${before} -> $${after}`)
  assert.equal(Math.round((before - after) * 1e6), 1000)
}

async function byWork(): Promise<void> {
  title('Proof of work')
  const solution = await solve(url, call.slug)
  const reply = await post(fetch, { 'x-pow-solution': solution })
  assert.equal(reply.status, 200)
  say(`200 for X-Pow-Solution: ${solution.slice(0, 60)}...`)
  const other = await fetch(url + call.path, {
    method: 'POST',
    body: '{"text":"other"}',
    headers: { 'x-pow-solution': solution },
  })
  assert.equal(other.status, 402)
  say(`402 for the same solution again: ${(await jsonOf(other)).error}`)
}

function post(send: typeof fetch, headers: Record<string, string> = {}): Promise<Response> {
  return send(url + call.path, {
    method: 'POST',
    body: call.body,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers are checked by the assertions
async function jsonOf(reply: Response): Promise<any> {
  return reply.json()
}

function title(text: string): void {
  say(`\n== ${text}`)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
