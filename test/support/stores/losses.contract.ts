import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { usd, usdOf, type Usd } from '../../../src/base/core/money.ts'
import {
  createLossStore,
  type LossCap,
  type LossCaps,
  type Risk,
} from '../../../src/stores/losses.ts'
import { atOnce } from '../calls.ts'
import { useDatabase, type Engine } from '../engines.ts'

const MUCH = usd('$100')
const WIDE: LossCaps = { payer: MUCH, client: MUCH, block: MUCH, hour: MUCH, day: MUCH }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export function lossesContract(engine: Engine): void {
  const db = useDatabase(engine)
  /** Each test lives a year after the one before, so that no window of one sees another. */
  let year = 50

  function ledger(given: Partial<LossCaps> = {}) {
    const clock = { ms: (year += 1) * 365 * DAY_MS }
    const replicas = [0, 1].map(() => createLossStore(db()))
    const caps = { ...WIDE, ...given }
    return {
      clock,
      store: replicas[0]!,
      take: (amount: Usd, more: Partial<Risk> = {}, by = 0, kept = true) =>
        replicas[by % 2]!.take(riskOf(amount, more), caps, { now: clock.ms, kept }),
    }
  }

  test.each([
    ['payer', { payer: '0xaa' }],
    ['client', { client: '203.0.113.1' }],
    ['block', { block: '203.0.113.0/24' }],
    ['hour', {}],
    ['day', {}],
  ] as const)('replicas together never risk more than the cap per %s', async (cap, more) => {
    const { take } = ledger({ [cap]: usd('$0.05') })
    const taken = await atOnce(12, (at) => take(usd('$0.01'), more, at))
    expect(taken.filter((reached) => reached === null)).toHaveLength(5)
    expect(taken.find((reached) => reached !== null)).toEqual({ cap, isBooked: false })
    const other: Partial<Record<LossCap, Partial<Risk>>> = {
      payer: { payer: '0xbb' },
      client: { client: '203.0.113.2' },
      block: { block: '203.0.114.0/24' },
    }
    if (other[cap]) expect(await take(usd('$0.01'), other[cap])).toBeNull()
  })

  test('a call that is paid gives back what it risked; one that is not is booked', async () => {
    const { take, store, clock } = ledger({ hour: usd('$0.02') })
    const callId = randomUUID()
    expect(await take(usd('$0.02'), { callId })).toBeNull()
    expect(await take(usd('$0.01'))).toEqual({ cap: 'hour', isBooked: false })
    await store.paid(callId)
    const lost = randomUUID()
    expect(await take(usd('$0.02'), { callId: lost })).toBeNull()
    const costs = [riskOf(usd('$0.015'), { callId: lost, provider: 'Some' })]
    await store.book(lost, costs, { now: clock.ms, sure: true })
    expect(await take(usd('$0.005'))).toBeNull()
    expect(await take(usd('$0.010'))).toEqual({ cap: 'hour', isBooked: true })
    expect(await store.sums(clock.ms - 1)).toEqual([{ provider: 'Some', amount: 15_000 }])
    await store.paid(lost)
    expect(await store.sums(clock.ms - 1)).toHaveLength(1)
    clock.ms += HOUR_MS + 1
    expect(await take(usd('$0.02'))).toBeNull()
    await store.forget(clock.ms)
    expect(await store.sums(0)).toEqual([])
  })

  test('what is only checked is not written down, and no payer is nobody', async () => {
    const { take } = ledger({ payer: usd('$0.01') })
    for (let count = 0; count < 3; count += 1) {
      expect(await take(usd('$0.01'), { payer: '0xcc' }, 0, false)).toBeNull()
      expect(await take(usd('$0.01'), { payer: '' })).toBeNull()
    }
  })

  test('a payment that turns out never to settle becomes a loss', async () => {
    const { take, store, clock } = ledger()
    const callId = randomUUID()
    await take(usd('$0.03'), { callId, provider: 'Late' })
    expect(await store.lost(callId)).toEqual([{ provider: 'Late', amount: 30_000 }])
    expect(await store.lost(callId)).toEqual([])
    expect(await store.sums(clock.ms - 1)).toEqual([{ provider: 'Late', amount: 30_000 }])
  })
}

const riskOf = (amount: Usd, more: Partial<Risk>): Risk => ({
  id: randomUUID(),
  callId: randomUUID(),
  payer: randomUUID(),
  client: randomUUID(),
  block: randomUUID(),
  provider: 'Some',
  amount: usdOf(amount),
  ...more,
})
