import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import { Challenge, Receipt } from 'mppx'
import {
  balance,
  baseUrl,
  buyerOn,
  payingByEvm,
  payingByTempo,
  payingFetch,
  readSandbox,
  solve,
  type SandboxChain,
  type SandboxFile,
} from './_buyer.ts'

/**
 * Buys one call on each rail from the running server, and one from another seller through its
 * router, with clients that know nothing of it, and shows what was asked, offered, paid and
 * received. Any surprise ends the tour with an error.
 */
const url = baseUrl()
const call = { path: '/api/hash', body: '{"text":"hello"}', slug: 'hash' } as const
const PRICE = 1000
/** Tempo takes its fee in the token that is paid in; base units. */
const TEMPO_FEE_MAX = 100_000
const EXPECTED = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

const TIDES = { query: 'tide table of a harbour', include: 'external' } as const
const FIRST_CRAWL_MS = 60_000
const LOOK_MS = 2_000
/** A purchase that fails is told to the ranking after this long at most. */
const RANKED_AGAIN_MS = 25_000

const sandbox = await readSandbox().catch((thrown: unknown) => {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exit(1)
})
await discovery()
await unpaid()
await byX402(sandbox)
await byMpp(sandbox)
await byCredits(sandbox)
await byWork()
await throughTheRouter(sandbox)
say('\nEvery rail works, and the router buys.')

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
  say('WWW-Authenticate: Payment:')
  for (const { method, intent, request } of Challenge.fromResponseList(reply)) {
    const { amount, currency, recipient } = request as Readonly<Record<string, string>>
    say(`  ${intent} by ${method}: ${amount} of ${currency} to ${recipient}`)
  }
}

async function byX402(file: SandboxFile): Promise<void> {
  title('x402, with @x402/fetch')
  const reply = await bought(file.chains[0], payingFetch(file))
  const receipt = decodePaymentResponseHeader(reply.headers.get('payment-response') ?? '')
  assert.equal(receipt.success, true)
  say(`receipt: ${receipt.transaction} on ${receipt.network}`)
}

async function byMpp(file: SandboxFile): Promise<void> {
  const [evm, tempo] = file.chains
  title('MPP by its method evm, with mppx')
  mppReceipt(await bought(evm, payingByEvm(file)))
  title('MPP by its method tempo, with mppx')
  assert.ok(tempo, 'the sandbox has no Tempo chain: is MPP off?')
  mppReceipt(await bought(tempo, payingByTempo(tempo), { feeMax: TEMPO_FEE_MAX }))
}

/** Buys one call, and shows whose balances moved. */
async function bought(
  chain: SandboxChain,
  pay: typeof fetch,
  { feeMax = 0 } = {},
): Promise<Response> {
  const holders = [buyerOn(chain), chain.payTo] as const
  const before = await Promise.all(holders.map((holder) => balance(chain, holder)))
  const reply = await post(pay)
  assert.equal(reply.status, 200)
  const answer = await jsonOf(reply)
  assert.equal(answer.hex, EXPECTED)
  say(`200 ${answer.hex}`)
  const after = await Promise.all(holders.map((holder) => balance(chain, holder)))
  const [paid = 0, received = 0] = holders.map((holder, at) => {
    const moved = Number((after[at] ?? 0n) - (before[at] ?? 0n))
    say(`  ${holder} ${moved > 0 ? '+' : ''}${moved} base units`)
    return moved
  })
  assert.equal(received, PRICE)
  assert.ok(-paid >= PRICE && -paid <= PRICE + feeMax)
  return reply
}

function mppReceipt(reply: Response): void {
  const text = reply.headers.get('payment-receipt') ?? ''
  const { method, reference, status } = Receipt.deserialize(text)
  assert.equal(status, 'success')
  say(`receipt: ${reference} by ${method}`)
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

/** Ranks two small shops of the sandbox, buys from the honest one, and refuses the other. */
async function throughTheRouter(file: SandboxFile): Promise<void> {
  title('The router: ranking other sellers')
  const rows = await rowsWhen((found) => found.length >= 2, FIRST_CRAWL_MS)
  for (const row of rows)
    say(`  ${row.sellerName} ${row.price}: ${row.routerDispatchReason}, health ${row.health}`)
  const honest = rowOf(rows, 'Honest harbour')
  const broken = rowOf(rows, 'Broken bay')

  title('The router: buying from the honest seller')
  const [chain] = file.chains
  const purse = await purseAt()
  const before = await balance(chain, purse)
  const good = await execute(file, honest.url)
  const { result, receipt } = await jsonOf(good)
  assert.equal(good.status, 200)
  say(`200 ${JSON.stringify(result)}`)
  say(`  paid $${receipt.paidUsd}: $${receipt.underlyingPriceUsd} to the seller, fee the rest`)
  say(`  the chain shows it: ${receipt.seenOnChain}, ${receipt.settleTx}`)
  const kept = Number((await balance(chain, purse)) - before)
  say(`  purse ${purse} +${kept} base units`)
  assert.equal(kept, Math.round((receipt.paidUsd - receipt.underlyingPriceUsd) * 1e6))

  title('The router: refusing the other')
  const buyer = await balance(chain, buyerOn(chain))
  const bad = await execute(file, broken.url)
  say(`${bad.status} ${(await jsonOf(bad)).error}`)
  assert.ok(bad.status === 502 || bad.status === 409)
  assert.equal(await balance(chain, buyerOn(chain)), buyer)
  await rowsWhen(
    (found) => rowOf(found, 'Broken bay').routerDispatchReason === 'delivery_failing',
    RANKED_AGAIN_MS,
  )
  const again = await execute(file, broken.url)
  say(`${again.status} ${(await jsonOf(again)).error}`)
  assert.equal(again.status, 409)
  say(`  the buyer was not charged: ${buyerOn(chain)} holds what it held`)
  await books()
}

interface RouteRow {
  readonly sellerName: string
  readonly url: string
  readonly price: string
  readonly health: number
  readonly routerDispatchReason: string
}

/** The index learns of sellers, and of what they do, within seconds. */
async function rowsWhen(
  isEnough: (rows: readonly RouteRow[]) => boolean,
  withinMs: number,
): Promise<readonly RouteRow[]> {
  const until = Date.now() + withinMs
  for (;;) {
    const answer = await fetch(`${url}/api/route`, {
      method: 'POST',
      body: JSON.stringify(TIDES),
      headers: { 'content-type': 'application/json' },
    })
    const { results } = await jsonOf(answer)
    if (isEnough(results)) return results
    assert.ok(Date.now() < until, 'the index does not know the sellers of the sandbox')
    await pause(LOOK_MS)
  }
}

function rowOf(rows: readonly RouteRow[], name: string): RouteRow {
  const row = rows.find(({ sellerName }) => sellerName === name)
  assert.ok(row, `${name} is not among the rows`)
  return row
}

function execute(file: SandboxFile, seller: string): Promise<Response> {
  return payingFetch(file)(`${url}/api/route/execute`, {
    method: 'POST',
    body: JSON.stringify({ url: seller, params: { harbour: 'Husum' } }),
    headers: { 'content-type': 'application/json' },
  })
}

/** A routed call is paid to the wallet that spends. */
async function purseAt(): Promise<`0x${string}`> {
  const reply = await fetch(`${url}/api/route/execute`, { method: 'POST', body: '{}' })
  const required = decodePaymentRequiredHeader(reply.headers.get('payment-required') ?? '')
  return required.accepts[0]?.payTo as `0x${string}`
}

async function books(): Promise<void> {
  const token = process.env['OPERATOR_TOKEN']
  if (!token) return say('  set OPERATOR_TOKEN for both to see the books of the purse here')
  const headers = { authorization: `Bearer ${token}` }
  const told = await jsonOf(await fetch(`${url}/api/operator/purse`, { headers }))
  for (const { ending, purchases, usd } of told.books)
    say(`  books: ${purchases} ${ending}, $${usd}`)
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
