import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../src/base/core/db.ts'
import type { Client } from '../../src/outside/net/request.ts'
import { createPurse, type Purse } from '../../src/buying/purse/purse.ts'
import { openDb } from '../../src/stores/open.ts'
import { createPurseStore } from '../../src/stores/purse.ts'
import { ENGINES, type TestPlace } from '../support/engines.ts'
import { createBaseLedger } from '../support/purse/base-ledger.ts'
import { createFakeSeller } from '../support/purse/fake-seller.ts'
import { orderAt, WIDE_CAPS } from '../support/purse/order.ts'
import type { Manner } from '../support/sellers/paid-seller.ts'
import { createRandom } from '../support/simulation/random.ts'

/** Two replicas over one database: what one has learned of a seller, the other knows. */
describe.each(ENGINES)('on $name', (engine) => {
  let place: TestPlace
  const dbs: Db[] = []
  let hosts = 0

  beforeAll(async () => {
    place = await engine.place()
    dbs.push(await openDb(place))
    // Only one process opens the files of SQLite: there, both replicas are in it.
    if (engine.name === 'PostgreSQL') dbs.push(await openDb(place))
  })
  afterAll(async () => {
    for (const db of dbs) await db.close()
    await place.remove()
  })

  function market(manner: Manner) {
    const clock = { ms: 1_800_000_000_000 + (hosts += 1) * 365 * 86_400_000 }
    const now = () => clock.ms
    const random = { ...createRandom(hosts), chance: () => false }
    const ledger = createBaseLedger({ seed: hosts, random, now })
    const payTo = `0x${String(hosts).padStart(40, '0')}`
    const origin = `https://seller-${hosts}.example`
    const seller = createFakeSeller(origin, manner, { payTo, random, ledger, clock })
    const client: Client = {
      request: async (_url, options) => seller.answer(options ?? {}),
      stream: () => Promise.reject(new Error('nobody streams')),
      close: async () => {},
    }
    const replicas = [0, 1].map((at): Purse =>
      createPurse({
        wallets: [ledger.wallet],
        caps: WIDE_CAPS,
        store: createPurseStore(dbs[at % dbs.length]!),
        clientOf: () => client,
        own: [],
        now,
        onTrouble: () => {},
      }),
    )
    const buy = async (by: number) =>
      replicas[by % 2]!.buy(orderAt(origin, 'base', { expects: ['forecast'] })).catch(
        (thrown: unknown) => ({ kind: 'failed', why: String(thrown) }),
      )
    const look = async () => replicas[0]!.reconcile(new AbortController().signal)
    return { buy, look, clock, settleLate: seller.settleLate, paid: () => ledger.moved.size }
  }

  test('one that took the money and failed is not paid by anybody, for hours', async () => {
    const { buy, paid, clock } = market('paid-then-500')
    expect(await buy(0)).toMatchObject({
      why: expect.stringContaining('was paid and answered 500'),
    })
    for (const by of [0, 1, 1, 0])
      expect(await buy(by)).toMatchObject({ kind: 'passed', why: /was not delivered/ })
    expect(paid()).toBe(1)
    clock.ms += 6 * 3_600_000 + 60_000
    expect(await buy(1)).toMatchObject({ kind: 'failed' })
    expect(paid()).toBe(2)
    clock.ms += 7 * 3_600_000
    expect(await buy(0)).toMatchObject({ kind: 'passed' })
  })

  test('of many buyers at once, one pays a seller that has never delivered', async () => {
    const { buy, paid } = market('paid-then-500')
    const ends = await Promise.all(Array.from({ length: 8 }, async (_, at) => buy(at)))
    expect(paid()).toBe(1)
    expect(ends.filter(({ kind }) => kind === 'passed')).toHaveLength(7)
  })

  test('one that has delivered is paid by many at once', async () => {
    const { buy, paid } = market('honest')
    expect(await buy(0)).toMatchObject({ kind: 'bought' })
    const ends = await Promise.all(Array.from({ length: 6 }, async (_, at) => buy(at)))
    expect(ends.every(({ kind }) => kind === 'bought')).toBe(true)
    expect(paid()).toBe(7)
  })

  test('one that refuses a payment and may still take it gets no other one', async () => {
    const { buy, paid, settleLate, clock } = market('asks-again-late')
    expect(await buy(0)).toMatchObject({ why: expect.stringContaining('answered 402') })
    for (const by of [0, 1, 1, 0])
      expect(await buy(by)).toMatchObject({ kind: 'passed', why: /another payment to it/ })
    clock.ms += 30_000
    expect(await buy(1)).toMatchObject({ kind: 'passed' })
    settleLate()
    expect(paid()).toBe(1)
  })

  test('one that refuses a payment and does not take it is paid again', async () => {
    const { buy, clock, look } = market('asks-again')
    expect(await buy(0)).toMatchObject({ kind: 'failed' })
    clock.ms += 120_000
    await look()
    expect(await buy(1)).toMatchObject({ kind: 'failed' })
  })

  test('one that refuses a payment is not told to have been paid', async () => {
    const { buy, paid } = market('asks-again')
    const { why } = (await buy(0)) as { readonly why: string }
    expect(why).toMatch(/a payment, which the chain does not show yet, and answered 402/)
    expect(why).not.toMatch(/was paid/)
    expect(paid()).toBe(0)
  })
})
