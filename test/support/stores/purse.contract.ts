import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { usd, usdOf, type Usd } from '../../../src/base/core/money.ts'
import { createPurseStore } from '../../../src/stores/purse.ts'
import type { Caps, Spend } from '../../../src/stores/purse-rows.ts'
import { createSaleStore } from '../../../src/stores/sales.ts'
import { atOnce } from '../calls.ts'
import { useDatabase, type Engine } from '../engines.ts'

const WIDE: Caps = {
  call: usd('$2'),
  seller: usd('$100'),
  hour: usd('$100'),
  day: usd('$100'),
  payer: usd('$100'),
}
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export function purseContract(engine: Engine): void {
  const db = useDatabase(engine)
  /** Each test lives a year after the one before, so that no window of one sees another. */
  let year = 50

  function purse(given: Partial<Caps> = {}) {
    const clock = { ms: (year += 1) * 365 * DAY_MS }
    const replicas = [0, 1].map(() => createPurseStore(db()))
    const caps = { ...WIDE, ...given }
    return {
      clock,
      store: replicas[0]!,
      sales: createSaleStore(db()),
      spend: (amount: Usd, more: Partial<Spend> = {}, by = 0) =>
        replicas[by % 2]!.reserve(spendOf(amount, more), caps, clock.ms),
    }
  }

  test('a purchase is written down once, whoever begins it again', async () => {
    const { store, spend, clock } = purse()
    const id = randomUUID()
    const began = await atOnce(8, (at) => spend(usd('$0.01'), { id, nonce: `0x${at}` }, at))
    expect(began.filter(({ kind }) => kind === 'new')).toHaveLength(1)
    const known = began.flatMap((each) => (each.kind === 'known' ? [each.spend.nonce] : []))
    expect(known).toHaveLength(7)
    expect(new Set(known)).toEqual(new Set([(await store.spend(id))?.nonce]))
    expect(await store.spend(id)).toMatchObject({ moved: null, delivered: null, at: clock.ms })
  })

  test.each([
    ['seller', { domain: 'one.example' }],
    ['seller', { payTo: '0x0000000000000000000000000000000000000001' }],
    ['hour', {}],
    ['day', {}],
    ['payer', { payer: '0xaa' }],
    ['call', { callId: 'one call' }],
  ] as const)('replicas together never pass the cap per %s', async (cap, more) => {
    const { spend, clock } = purse({ [cap]: usd('$0.05') })
    const callId = cap === 'call' ? `call ${clock.ms}` : undefined
    const answers = await atOnce(12, (at) =>
      spend(usd('$0.01'), { ...more, ...(callId && { callId }) }, at),
    )
    expect(answers.filter(({ kind }) => kind === 'new')).toHaveLength(5)
    const refused = answers.filter(({ kind }) => kind === 'capped')
    expect(refused).toHaveLength(7)
    for (const each of refused) expect(each).toMatchObject({ cap, left: 0 })
  })

  test('what has not moved counts no more, and what may move does', async () => {
    const { store, spend } = purse({ day: usd('$0.02') })
    const [first, second] = [randomUUID(), randomUUID()]
    await spend(usd('$0.01'), { id: first })
    await spend(usd('$0.01'), { id: second })
    expect(await spend(usd('$0.01'))).toMatchObject({ kind: 'capped', cap: 'day' })
    await store.moved(first, 0)
    expect(await spend(usd('$0.01'))).toEqual({ kind: 'new' })
    await store.moved(second, 1)
    expect(await spend(usd('$0.000001'))).toMatchObject({ kind: 'capped', left: 0 })
  })

  test('an hour and a day pass', async () => {
    const { spend, clock } = purse({ hour: usd('$0.01'), day: usd('$0.02') })
    expect(await spend(usd('$0.01'))).toEqual({ kind: 'new' })
    expect(await spend(usd('$0.01'))).toMatchObject({ cap: 'hour' })
    clock.ms += HOUR_MS
    expect(await spend(usd('$0.01'))).toEqual({ kind: 'new' })
    clock.ms += HOUR_MS
    expect(await spend(usd('$0.01'))).toMatchObject({ cap: 'day' })
    clock.ms += DAY_MS - 2 * HOUR_MS
    expect(await spend(usd('$0.01'))).toEqual({ kind: 'new' })
  })

  test('a buyer who named the seller owes the loss, until the call is paid for', async () => {
    const { store, sales, spend, clock } = purse({ payer: usd('$0.02') })
    const payer = `0x${clock.ms}`
    const lost = randomUUID()
    const named = { id: lost, callId: lost, payer, isNamedByPayer: true }
    await spend(usd('$0.02'), named)
    await ended(store, lost, 0)
    expect(await spend(usd('$0.01'), { payer })).toMatchObject({ cap: 'payer', left: 0 })
    const sale = { callId: lost, at: clock.ms, slug: 'x', rail: 'x402', amount: usd('$0.10') }
    await db().batch([sales.add({ ...sale, payer, network: null, reference: null })])
    expect(await spend(usd('$0.01'), { payer })).toEqual({ kind: 'new' })
  })

  test('a buyer owes what was bought and not paid for, and no loss', async () => {
    const { store, sales, spend, clock } = purse({ payer: usd('$0.02') })
    const payer = `0x${clock.ms}`
    const [sold, broken, owed] = [randomUUID(), randomUUID(), randomUUID()]
    await spend(usd('$0.01'), { id: sold, callId: sold, payer })
    await spend(usd('$0.01'), { id: broken, callId: broken, payer })
    expect(await spend(usd('$0.01'), { payer })).toMatchObject({ cap: 'payer' })
    const sale = { callId: sold, at: clock.ms, slug: 'x', rail: 'x402', amount: usd('$0.02') }
    await db().batch([sales.add({ ...sale, payer, network: null, reference: null })])
    await ended(store, broken, 0)
    expect(await spend(usd('$0.01'), { id: owed, callId: owed, payer })).toEqual({ kind: 'new' })
    await ended(store, owed, 1)
    expect(await spend(usd('$0.02'), { payer })).toMatchObject({ cap: 'payer', left: 10_000 })
    expect(await store.unpaid(clock.ms)).toEqual({ spends: 1, amount: 10_000 })
    expect(await store.sums(clock.ms)).toEqual([
      { chain: 'base', ending: 'bought', spends: 1, amount: 10_000, fees: 0 },
      { chain: 'base', ending: 'lost', spends: 1, amount: 10_000, fees: 0 },
      { chain: 'base', ending: 'open', spends: 1, amount: 10_000, fees: 0 },
    ])
  })

  test('the chain is asked again until it knows, and is believed once', async () => {
    const { store, spend, clock } = purse()
    const id = randomUUID()
    await spend(usd('$0.01'), { id })
    expect(await dueOf(store, clock.ms, id)).toBe(false)
    expect(await dueOf(store, clock.ms + 20_000, id)).toBe(true)
    await store.lookLater(id, clock.ms + 60_000)
    expect(await dueOf(store, clock.ms + 20_000, id)).toBe(false)
    await store.moved(id, 1)
    await store.moved(id, 0)
    expect(await store.spend(id)).toMatchObject({ moved: 1, delivered: null })
    expect(await dueOf(store, clock.ms + 60_000, id)).toBe(false)
    expect(await dueOf(store, clock.ms + HOUR_MS, id)).toBe(true)
    await store.unheard(id)
    expect(await store.spend(id)).toMatchObject({ moved: 1, delivered: 0 })
    expect(await dueOf(store, clock.ms + DAY_MS, id)).toBe(false)
  })

  test('an answer ends the wait for one, and is not given up afterwards', async () => {
    const { store, spend, clock } = purse()
    const id = randomUUID()
    await spend(usd('$0.01'), { id })
    await store.moved(id, 1)
    await store.delivered(id, { delivered: 1, status: 200, ms: 5, tx: null, answer: '1' })
    await store.unheard(id)
    expect(await store.spend(id)).toMatchObject({ moved: 1, delivered: 1, answer: '1' })
    expect(await dueOf(store, clock.ms + DAY_MS, id)).toBe(false)
  })

  test('the fee of the chain counts in full until it is known, and is gone anyway', async () => {
    const { store, spend, clock } = purse({ day: usd('$0.03') })
    const [id, vain] = [randomUUID(), randomUUID()]
    await spend(usd('$0.01'), { id, fee: usd('$0.002') })
    await spend(usd('$0.01'), { id: vain, fee: usd('$0.002') })
    expect(await spend(usd('$0.01'))).toMatchObject({ cap: 'day', left: 6_000 })
    await store.moved(id, 1, usd('$0.0005'))
    await store.moved(vain, 0, usd('$0.0003'))
    expect(await spend(usd('$0.02'))).toMatchObject({ cap: 'day', left: 19_200 })
    expect(await spend(usd('$0.019'), { fee: usd('$0.0003') })).toMatchObject({ cap: 'day' })
    expect(await store.sums(clock.ms)).toEqual([
      { chain: 'base', ending: 'lost', spends: 1, amount: 10_000, fees: 500 },
      { chain: 'base', ending: 'unused', spends: 1, amount: 10_000, fees: 300 },
    ])
  })

  test('what never moved is heard of no more', async () => {
    const { store, spend, clock } = purse()
    const id = randomUUID()
    await spend(usd('$0.01'), { id })
    await store.moved(id, 0)
    expect(await store.spend(id)).toMatchObject({ moved: 0, delivered: 0 })
    expect(await dueOf(store, clock.ms + DAY_MS, id)).toBe(false)
  })
}

type Store = ReturnType<typeof createPurseStore>

async function ended(store: Store, id: string, delivered: 0 | 1): Promise<void> {
  await store.delivered(id, { delivered, status: 200, ms: 5, tx: null, answer: null })
  await store.moved(id, 1)
}

const dueOf = async (store: Store, now: number, id: string): Promise<boolean> =>
  (await store.due(now, 1_000)).some((each) => each.id === id)

const spendOf = (amount: Usd, more: Partial<Spend>): Spend => ({
  id: randomUUID(),
  callId: randomUUID(),
  payer: randomUUID(),
  chain: 'base',
  origin: 'https://seller.example',
  domain: `${randomUUID()}.example`,
  url: 'https://seller.example/x',
  payTo: randomUUID(),
  amount: usdOf(amount),
  nonce: '0x01',
  expires: 0,
  payment: '{}',
  ...more,
})
