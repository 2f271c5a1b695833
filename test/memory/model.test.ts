/** @module-tag long */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '../support/clock.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import { createModel, type Action, type Step } from '../support/memory/model.ts'
import { ALICE, BOB, openShop, type Shop } from '../support/memory/shop.ts'
import type { PaymentEnd } from '../support/memory/slow-rail.ts'

/** Random calls, paid or not, against a model that knows no money, no engine and no concurrency. */
const RUNS = 60
const STEPS_MAX = 40
const QUOTA = { keys: 4, bytes: 120 }
const SETTINGS = {
  MEMORY_MAX_NS_KEYS: String(QUOTA.keys),
  MEMORY_MAX_NS_BYTES: String(QUOTA.bytes),
}

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__')
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.integer({ min: -9, max: 9 }),
  fc.constantFrom(null, true, 'token', '', 1.5, [], { x: 1, y: [2] }, { y: [2], x: 1 }, 'ü漢🎈'),
  fc.string({ maxLength: 40, unit: 'binary' }),
)
const ttlSeconds = fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined })
const entry = fc.record({ key, value, ttlSeconds })

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ slug: fc.constant('memory-write' as const), input: entry }),
  fc.record({
    slug: fc.constant('memory-write' as const),
    input: fc.record({ key, delete: fc.constant(true as const) }),
  }),
  fc.record({
    slug: fc.constant('memory-incr' as const),
    input: fc.record({ key, by: fc.integer({ min: -5, max: 5 }) }),
  }),
  fc.record({
    slug: fc.constant('memory-cas' as const),
    input: fc.record(
      { key, expected: value, value, ttlSeconds },
      { requiredKeys: ['key', 'ttlSeconds'] },
    ),
  }),
  fc.record({
    slug: fc.constant('memory-batch-write' as const),
    input: fc.record({
      entries: fc.uniqueArray(entry, { minLength: 1, maxLength: 3, selector: (one) => one.key }),
    }),
  }),
  fc.record({ slug: fc.constant('memory-read' as const), input: fc.record({ key }) }),
  fc.record({
    slug: fc.constant('memory-batch-read' as const),
    input: fc.record({ keys: fc.array(key, { minLength: 1, maxLength: 6 }) }),
  }),
)

const ends = fc.oneof(
  { weight: 6, arbitrary: fc.constant<PaymentEnd>('settled') },
  { weight: 1, arbitrary: fc.constantFrom<PaymentEnd>('refused', 'lost', 'dropped') },
)

const call = fc.record({
  actor: fc.constantFrom(ALICE, ALICE, BOB),
  owner: fc.constantFrom(ALICE, ALICE, BOB),
  action,
  ends,
  waitSeconds: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max: 40 })),
})

describe.each(ENGINES)('on $name', (engine) => {
  const db = useDatabase(engine)

  test('random calls give the results of the model', { timeout: 120_000 }, async () => {
    const calls = fc.array(call, { minLength: 1, maxLength: STEPS_MAX })
    const holds = (steps: readonly Call[]) => played(steps)
    await fc.assert(fc.asyncProperty(calls, holds), { numRuns: RUNS, seed: 20 })
  })

  type Call = typeof call extends fc.Arbitrary<infer C> ? C : never

  async function played(calls: readonly Call[]): Promise<void> {
    await emptied()
    const shop = await openShop(db(), SETTINGS)
    const model = createModel(QUOTA, ({ actor, owner }) => actor === owner || actor === BOB)
    await shop.buy({
      wallet: ALICE,
      slug: 'memory-grant',
      input: { grantee: BOB, mode: 'readwrite' },
    })
    await shop.buy({ wallet: BOB, slug: 'memory-grant', input: { grantee: ALICE, mode: 'read' } })
    for (const one of calls) {
      shop.clock.advance(one.waitSeconds * SECOND)
      await compared(shop, model, one)
    }
    for (const ns of [ALICE, BOB]) await audited(shop, model, ns)
  }

  /** One call, told by the service and by the model. */
  async function compared(
    shop: Shop,
    model: ReturnType<typeof createModel>,
    { actor, owner, action, ends }: Call,
  ): Promise<void> {
    const step: Step = { actor, owner, action }
    const { slug } = action
    const input = { ...action.input, ...(actor === owner ? {} : { owner }) }
    const told = await shop.buy({ wallet: actor, slug, input, ends })
    if (ends !== 'settled' && told.status === 402) {
      shop.clock.advance(5 * MINUTE)
      await shop.tidy()
      if (ends === 'lost') model.apply(step, shop.clock.now())
      return
    }
    const expected = model.apply(step, shop.clock.now())
    expect(told, JSON.stringify(step)).toMatchObject({ status: expected.status })
    if (expected.body) expect(told.body, JSON.stringify(step)).toMatchObject(expected.body)
  }

  async function audited(
    shop: Shop,
    model: ReturnType<typeof createModel>,
    ns: typeof ALICE,
  ): Promise<void> {
    const { body } = await shop.buy({ wallet: ns, slug: 'memory-usage' })
    expect(body).toMatchObject(model.usage(ns, shop.clock.now()))
    const log = await shop.buy({ wallet: ns, slug: 'memory-log', input: { limit: 500 } })
    expect(log.body['verified']).toBe(true)
  }

  async function emptied(): Promise<void> {
    const tables = ['values', 'log', 'grants', 'reserved', 'spaces']
    await db().batch(tables.map((table) => ({ sql: `delete from memory_${table}`, values: [] })))
  }
})
