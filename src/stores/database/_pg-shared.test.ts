import { expect, test } from 'vitest'
import type { Statement } from '../../base/core/db.ts'
import type { PgConnection, PartResult, Query } from './_pg-connection.ts'
import { createShared } from './_pg-shared.ts'
import { createStatementTexts } from './_pg-texts.ts'
import { loud } from './_pg-transaction.ts'

/** Pool whose engine fails as it is told to; counts those that are in use. */
function played(fail: (sql: string, time: number) => string | undefined) {
  const ran: string[] = []
  const times = new Map<string, number>()
  const texts = createStatementTexts()
  let inUse = 0
  let inUseMax = 0
  let unanswered = 0
  let unansweredAtReturn = 0

  function outcomeOf(part: readonly Query[]): PartResult {
    const answers = []
    for (const { sql } of part) {
      const time = (times.get(sql) ?? 0) + 1
      times.set(sql, time)
      const code = fail(sql, time)
      if (code) return { answers, failed: { thrown: Object.assign(new Error(code), { code }) } }
      ran.push(sql)
      answers.push({ rows: [{ sql }], count: 1 })
    }
    return { answers }
  }
  const connection: PgConnection = {
    greeter: null,
    opening: () => [],
    send: (parts) => {
      unanswered += parts.length
      let before = Promise.resolve()
      return parts.map((part) => {
        const answered = before.then(nextTurn).then(() => {
          unanswered--
          return outcomeOf(part)
        })
        before = answered.then(() => {})
        return answered
      })
    },
    isReusable: () => true,
    isLost: () => false,
    end: () => Promise.resolve(),
  }
  const shared = createShared(
    {
      texts,
      async use(work) {
        inUseMax = Math.max(inUseMax, ++inUse)
        return work(connection).finally(() => {
          inUse--
          unansweredAtReturn += unanswered
        })
      },
      end: () => Promise.resolve(),
    },
    () => 0,
  )
  return { shared, ran, texts, inUseMax: () => inUseMax, unanswered: () => unansweredAtReturn }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

const charge: Statement = { sql: 'charge', values: [] }
const isFlush = (sql: string): boolean => sql.includes('emit_message')

test('a write is not repeated if a pooler loses its flush', async () => {
  const { shared, ran, texts } = played((sql, time) =>
    isFlush(sql) && time === 1 ? '26000' : undefined,
  )
  texts.of('charge').isQuick = true
  const told = await Promise.all([shared.write([charge], 'now'), shared.write([charge], 'now')])
  expect(told).toEqual([true, true])
  expect(ran.filter((sql) => sql === 'charge')).toHaveLength(2)
  expect(ran.filter(isFlush)).toHaveLength(1)
})

test('a failed flush is reported to its own writers only', async () => {
  const { shared, ran, texts } = played((sql) => (isFlush(sql) ? '58030' : undefined))
  texts.of('charge').isQuick = true
  const told = await Promise.allSettled([
    shared.write([charge], 'now'),
    shared.write([charge], 'soon'),
    shared.write([charge], 'now'),
  ])
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
  expect(ran).toEqual(['charge', 'charge', 'charge'])
})

test('a connection comes back with nothing under way when every write was refused', async () => {
  const { shared, texts, unanswered } = played((sql) => (isFlush(sql) ? undefined : '22012'))
  const claim: Statement = { sql: 'claim', values: [], guard: true }
  texts.of(loud(claim).sql).isQuick = true
  const told = await Promise.all([shared.write([claim], 'now'), shared.write([claim], 'now')])
  expect(told).toEqual([false, false])
  await nextTurn()
  await nextTurn()
  expect(unanswered()).toBe(0)
})

test('no caller holds a connection while it waits for another', async () => {
  const { shared, texts, inUseMax } = played((sql, time) =>
    sql === 'poor' && time === 1 ? '57014' : undefined,
  )
  for (const sql of ['poor', 'good']) texts.of(sql).isQuick = true
  const [poor, good] = await Promise.all(
    ['poor', 'good'].map((sql) => shared.read({ sql, values: [] })),
  )
  expect([poor?.rows, good?.rows]).toEqual([[{ sql: 'poor' }], [{ sql: 'good' }]])
  // Both are sent again, by themselves, after the first round trip.
  expect(inUseMax()).toBe(2)
})
