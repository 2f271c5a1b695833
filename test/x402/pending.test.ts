import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPaymentStore } from '../../src/stores/payments.ts'
import type { CallAnswer } from '../support/calls.ts'
import { createClock, SECOND } from '../support/clock.ts'
import { startServer } from '../support/server-process.ts'
import { openShop, PRICE, receiptOf, signedIn, type Shop } from '../support/x402-shop.ts'

/**
 * Settlements whose end nobody sees, and what their buyers hear until somebody has looked.
 *
 * @module-tag long
 */
let shop: Shop
const SETTINGS = { SETTLEMENT_WAIT_SECONDS: '0.3' }

beforeAll(async () => {
  shop = await openShop({}, { settings: SETTINGS })
})
afterAll(() => shop.close())

type Headers = Readonly<Record<string, string>>

const pay = async (name: string, text: string) =>
  shop.pay(await shop.chain.wallet(name), 'fixture-echo', { text })
const echo = (headers: Headers, text: string) => shop.send('fixture-echo', headers, { text })
const soldTo = async (name: string) => {
  const { address } = await shop.chain.wallet(name)
  return (await shop.service().sales()).filter(({ payer }) => payer === address.toLowerCase())
}
async function stateOf(headers: Headers): Promise<string | undefined> {
  const { authorization } = signedIn(headers)
  const { network } = shop.chain
  const { from, nonce } = authorization
  const proof = `x402:${network.id}:${`${network.asset}:${from}:${nonce}`.toLowerCase()}`
  return (await createPaymentStore(shop.service().db).find(proof))?.state
}
const isReplay = ({ headers }: CallAnswer) => headers['x-idempotent-replay'] === 'true'

describe('a settlement that no block takes in time', () => {
  test('is pending: 402, then 409, and once it is mined the answer that was paid for', async () => {
    const { chain } = shop
    const before = await chain.received()
    const headers = await pay('patient', 'kept')
    const runs = shop.fixtures.runs('fixture-echo')
    await chain.pause()
    const first = await echo(headers, 'kept')
    expect(first.status).toBe(402)
    expect(first.body['error']).toMatch(/settlement_pending: do not sign again/)
    expect(first.headers['payment-required']).toBeUndefined()
    expect(receiptOf(first)).toMatchObject({ success: false, errorReason: 'settlement_pending' })
    expect(receiptOf(first).transaction).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await stateOf(headers)).toBe('pending')

    const second = await echo(headers, 'kept')
    expect(second.status).toBe(409)
    expect(second.body['error']).toMatch(/pending.*Do not sign another/)
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0)
    expect(await soldTo('patient')).toEqual([])

    await chain.resume()
    const third = await echo(headers, 'kept')
    expect([third.status, third.body['text'], isReplay(third)]).toEqual([200, 'kept', true])
    expect(shop.fixtures.runs('fixture-echo')).toBe(runs + 1)
    expect(await chain.received()).toBe(before + PRICE)
    expect(await soldTo('patient')).toHaveLength(1)
    const fourth = await echo(headers, 'kept')
    expect([fourth.status, fourth.text]).toEqual([200, third.text])
    expect((await echo(headers, 'other')).body['error']).toMatch(/used already/)
  })

  test('is found by the service, though its buyer never comes back', async () => {
    const headers = await pay('forgetful', 'x')
    await shop.chain.pause()
    expect((await echo(headers, 'x')).status).toBe(402)
    await shop.chain.resume()
    await expect.poll(() => soldTo('forgetful')).toHaveLength(1)
    expect(await stateOf(headers)).toBe('settled')
  })

  test('keeps a paid stream for its buyer', async () => {
    const { chain, fixtures } = shop
    const body = { count: 3 }
    const headers = await shop.pay(await chain.wallet('streamed'), 'fixture-stream', body)
    await chain.pause()
    const first = await shop.send('fixture-stream', headers, body)
    expect(first.status).toBe(402)
    const runs = fixtures.runs('fixture-stream')
    await chain.resume()
    const again = await shop.send('fixture-stream', headers, body)
    expect([again.status, isReplay(again)]).toEqual([200, true])
    expect(again.headers['content-type']).toBe('text/event-stream')
    expect(again.text).toBe('data: 1\n\ndata: 2\n\ndata: 3\n\n')
    expect(fixtures.runs('fixture-stream')).toBe(runs)
  })

  test('of a stream that breaks is paid for, and made again for its buyer, once', async () => {
    const { chain, fixtures } = shop
    const body = { count: 3, breaksAt: 2 }
    const headers = await shop.pay(await chain.wallet('broken'), 'fixture-stream', body)
    await chain.pause()
    expect((await shop.send('fixture-stream', headers, body)).status).toBe(402)
    await chain.resume()
    const { runs } = fixtures
    const before = runs('fixture-stream')
    await expect(shop.send('fixture-stream', headers, body)).rejects.toThrow('aborted')
    expect((await shop.send('fixture-stream', headers, body)).status).toBe(402)
    expect(runs('fixture-stream')).toBe(before + 1)
  })

  test('is sent again when its transaction gets lost', async () => {
    const { chain } = shop
    const headers = await pay('dropped', 'x')
    await chain.pause()
    expect((await echo(headers, 'x')).status).toBe(402)
    await chain.rpc('anvil_dropAllTransactions')
    await chain.resume()
    await expect.poll(async () => (await echo(headers, 'x')).status).toBe(200)
    expect((await echo(await pay('next', 'x'), 'x')).status).toBe(200)
  })
})

describe('the same authorization, in every state of its payment', () => {
  test('gets the documented answer', async () => {
    const { chain, fixtures } = shop
    const body = { gate: 'states' }
    const headers = await shop.pay(await chain.wallet('insistent'), 'fixture-gate', body)
    const again = () => shop.send('fixture-gate', headers, body)
    const answer = again()
    await fixtures.reached('states')
    await expect.poll(() => stateOf(headers)).toBe('verified')
    expect(await again()).toMatchObject({ status: 409, body: { error: RUNNING } })

    await chain.pause()
    const send = chain.proxy.hold('eth_sendRawTransaction')
    fixtures.open('states')
    await expect.poll(() => stateOf(headers)).toBe('delivering')
    expect(await again()).toMatchObject({ status: 409, body: { error: RUNNING } })
    send()

    expect((await answer).status).toBe(402)
    expect(await stateOf(headers)).toBe('pending')
    expect(await again()).toMatchObject({ status: 409, body: { error: PENDING } })

    await chain.resume()
    expect((await again()).status).toBe(200)
    expect(await stateOf(headers)).toBe('settled')
    expect(isReplay(await again())).toBe(true)
    expect(fixtures.runs('fixture-gate')).toBe(1)
  })

  test('gets the documented answer while it is checked and after it failed', async () => {
    const { chain } = shop
    const headers = await shop.pay(await chain.wallet('unlucky'), 'fixture-echo', { text: 'x' })
    const release = chain.proxy.hold('eth_call')
    const answer = echo(headers, 'x')
    await expect.poll(() => stateOf(headers)).toBe('claimed')
    expect(await echo(headers, 'x')).toMatchObject({ status: 409, body: { error: RUNNING } })
    chain.proxy.break('eth_call', 'error')
    release()
    expect((await answer).status).toBe(503)
    chain.proxy.break('eth_call', null)
    expect(await stateOf(headers)).toBe('failed')
    expect((await echo(headers, 'x')).status).toBe(200)
  })

  const RUNNING = 'A call with this payment is still running; do not sign another.'
  const PENDING = expect.stringMatching(/^The settlement of this payment is pending; send the same/)
})

describe('a settled payment whose sale could not be committed', () => {
  test('is a pending 402; the next check commits the sale once', async () => {
    const { chain } = shop
    const before = await chain.received()
    const headers = await pay('unrecorded', 'kept')
    const { db } = shop.service()
    await db.batch([
      {
        sql: `create trigger no_sales before insert on sales begin select raise(abort, 'disk'); end`,
        values: [],
      },
    ])
    const first = await echo(headers, 'kept')
    expect(first.status).toBe(402)
    expect(first.body['error']).toMatch(/Send the same request again with this X-Resume-Token/)
    expect(await chain.received()).toBe(before + PRICE)
    expect(await soldTo('unrecorded')).toEqual([])
    await db.batch([{ sql: 'drop trigger no_sales', values: [] }])

    const again = await echo(headers, 'kept')
    expect([again.status, again.body['text']]).toEqual([200, 'kept'])
    expect(await soldTo('unrecorded')).toHaveLength(1)
    expect(await chain.received()).toBe(before + PRICE)
  })
})

describe('a service that is killed while its settlement waits for a block', () => {
  const body = { text: 'kept' }

  /** Buys from a server of its own process, which dies when the money is on its way. */
  async function buyAndKill(dataDir: string): Promise<Headers> {
    const { chain } = shop
    const server = await startServer({ DATA_DIR: dataDir, ...chain.settings })
    const buyer = await chain.wallet('survivor')
    const paid = await buyer.payFor(server, '/api/hash', { body })
    const headers = { ...paid, 'idempotency-key': 'survives' }
    await chain.pause()
    const waiting = await chain.waiting()
    const answer = shop.sendTo(server, '/api/hash', headers, body)
    const heard = answer.then(
      ({ status }) => status,
      () => 'nothing',
    )
    await expect.poll(() => chain.waiting()).toBe(waiting + 1)
    await server.kill()
    expect(await heard).toBe('nothing')
    await chain.resume()
    return headers
  }

  test('finds the transfer after its restart, and delivers the answer to its buyer', async () => {
    const { chain } = shop
    const clock = createClock()
    const before = await chain.received()
    const headers = await shop.reopen({ settings: SETTINGS, now: clock.now }, buyAndKill)
    expect(await chain.received()).toBe(before + PRICE)

    const early = await shop.sendTo(shop.service(), '/api/hash', headers, body)
    expect(early.status).toBe(409)
    clock.advance(LEASE_MS)
    const heard = await shop.sendTo(shop.service(), '/api/hash', headers, body)
    expect([heard.status, isReplay(heard)]).toEqual([200, true])
    expect(heard.body['hex']).toMatch(/^[0-9a-f]{64}$/)
    const { 'idempotency-key': _, ...bare } = headers
    expect((await shop.sendTo(shop.service(), '/api/hash', bare, body)).status).toBe(402)
    expect(await soldTo('survivor')).toHaveLength(1)
    expect(await chain.received()).toBe(before + PRICE)
  })

  /** A call that gives no sign of life for so long has died. */
  const LEASE_MS = 31 * SECOND

  afterAll(() => shop.reopen({ settings: SETTINGS }, async () => {}))
})

describe('a settlement that comes too late', () => {
  test('fails, and nothing is charged', async () => {
    const { chain } = shop
    const before = await chain.received()
    const headers = await pay('late', 'x')
    await chain.pause()
    expect((await echo(headers, 'x')).status).toBe(402)
    await chain.rpc('evm_increaseTime', [600])
    await chain.resume()
    await expect.poll(() => stateOf(headers)).toBe('failed')
    expect(await chain.received()).toBe(before)
    expect(await soldTo('late')).toEqual([])
  })
})
