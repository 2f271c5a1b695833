/** @module-tag long */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../src/service/ops/log.ts'
import { decodeHeader, readPayload } from '../../src/selling/payments/x402/payload.ts'
import type { Buyer } from '../support/buyer.ts'
import { createClock, MINUTE, SECOND, type Clock } from '../support/clock.ts'
import { ENGINES, type TestPlace } from '../support/engines.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { startChain, type TestChain } from '../support/chain.ts'
import { call } from '../support/calls.ts'
import { PRICE, signedIn } from '../support/x402-shop.ts'

/** Settlements in blocks that the chain takes back. */
const LOOK = 11 * SECOND
const FIRM = 100 * SECOND
const PATH = '/api/fixture-echo'
const SOON = { timeout: 30_000, interval: 200 }
type Headers = Readonly<Record<string, string>>

describe.each(ENGINES)('on $name, a payment in a block that the chain takes back', (engine) => {
  const fixtures = createFixtures()
  let said: string[]
  let clock: Clock
  let chain: TestChain
  let place: TestPlace
  let service: TestService

  beforeAll(async () => {
    ;[chain, place] = await Promise.all([startChain(), engine.place()])
  })
  afterAll(async () => {
    await chain.stop()
    await place.remove()
  })
  /** Wallets sign by the time of this machine, so each test has a clock that begins with it. */
  beforeEach(async () => {
    clock = createClock()
    said = []
    const { databaseUrl = '' } = place
    const settings = { ...chain.settings, DATABASE_URL: databaseUrl }
    const told = createLog('silent')
    const log = Object.assign(Object.create(told) as typeof told, {
      error: (fields: { readonly what?: string }) => void said.push(String(fields.what)),
    })
    service = await openTestService({ tools: fixtures.tools, now: clock.now, settings, log })
  })
  afterEach(() => service.stop())

  const proofOf = (headers: Headers) =>
    readPayload(decodeHeader(String(headers['payment-signature'])))?.proof ?? ''
  const stateOf = async (headers: Headers) =>
    service.db.one<{ state: string; watch: number | null; data: string | null }>(
      'select state, watch, data from payments where proof = $1',
      [proofOf(headers)],
    )
  const saleOf = async ({ address }: Buyer) =>
    (await service.sales()).find(({ payer }) => payer === address.toLowerCase())

  /** Buys, and then the chain is as it was before. */
  async function reverted(name: string) {
    const buyer = await chain.wallet(`${name} on ${engine.name}`)
    const headers = await buyer.payFor(service, PATH, { body: { text: name } })
    const snapshot = await chain.rpc('evm_snapshot')
    const answer = await call(service, PATH, { body: { text: name }, headers })
    expect(answer.status).toBe(200)
    expect((await stateOf(headers))?.watch).toBeGreaterThan(clock.now())
    return { buyer, headers, snapshot }
  }
  const takeBack = async (snapshot: unknown) => {
    expect(await chain.rpc('evm_revert', [snapshot])).toBe(true)
    await chain.mine()
  }

  test('is sent again while its signature is valid, and its sale names the transaction that has it', async () => {
    const before = await chain.received()
    const { buyer, headers, snapshot } = await reverted('again')
    expect(await chain.received()).toBe(before + PRICE)
    await takeBack(snapshot)
    expect(await chain.received()).toBe(before)
    clock.advance(LOOK)
    await expect.poll(() => chain.received(), SOON).toBe(before + PRICE)
    await expect.poll(async () => (await stateOf(headers))?.state, SOON).toBe('settled')
    const sale = await saleOf(buyer)
    expect(sale).toMatchObject({ amount: 1_000 })
    const receipt = await chain.rpc('eth_getTransactionReceipt', [sale?.reference])
    expect(receipt).toMatchObject({ status: '0x1' })
    expect(said).toContain('the block of a payment was reverted; the payment is sent again')
    expect(said).toContain('a payment whose block was reverted is settled again')
    const repeated = await call(service, PATH, { body: { text: 'again' }, headers })
    expect(repeated.body['error']).toMatch(/used already/)
  }, 60_000)

  test('that stands is looked at twice, and then what was signed is deleted', async () => {
    const { headers } = await reverted('stands')
    clock.advance(LOOK)
    const before = (await stateOf(headers))?.watch
    await expect.poll(async () => (await stateOf(headers))?.watch, SOON).not.toBe(before)
    expect(await stateOf(headers)).toMatchObject({ state: 'settled', data: expect.any(String) })
    clock.advance(FIRM)
    await expect
      .poll(() => stateOf(headers), SOON)
      .toEqual({ state: 'settled', watch: null, data: null })
  }, 60_000)

  test('that its payer takes back earns nothing, and the books say so', async () => {
    const before = await chain.received()
    const { buyer, headers, snapshot } = await reverted('cancelled')
    await takeBack(snapshot)
    const name = `cancelled on ${engine.name}`
    await chain.cancel(name, signedIn(headers).authorization.nonce)
    clock.advance(LOOK)
    await expect.poll(async () => (await stateOf(headers))?.state, SOON).toBe('reverted')
    await expect.poll(async () => (await saleOf(buyer))?.amount, SOON).toBe(0)
    expect(await stateOf(headers)).toMatchObject({ watch: null, data: null })
    expect(await chain.received()).toBe(before)
    expect(said.filter((what) => /earned nothing/.test(what))).toHaveLength(1)
  }, 60_000)

  test('is not given up while the node is away', async () => {
    const { headers } = await reverted('away')
    chain.proxy.break('eth_getTransactionReceipt', 'lost')
    clock.advance(MINUTE)
    const before = (await stateOf(headers))?.watch
    await expect.poll(async () => (await stateOf(headers))?.watch, SOON).not.toBe(before)
    expect(await stateOf(headers)).toMatchObject({ state: 'settled', data: expect.any(String) })
    chain.proxy.break('eth_getTransactionReceipt', null)
  }, 60_000)
})
