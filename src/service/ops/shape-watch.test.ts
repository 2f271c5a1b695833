import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { callContext } from '../../../test/support/call-context.ts'
import { standIn } from '../../../test/support/upstreams/define.ts'
import type { Host } from '../../base/core/capability.ts'
import type { Db } from '../../base/core/db.ts'
import { defineUpstream } from '../../capabilities/upstreams/define.ts'
import { allMigrations } from '../../stores/all.ts'
import { migrate } from '../../stores/database/migrate.ts'
import { openSqlite } from '../../stores/database/sqlite.ts'
import { createUpstreamShapeStore } from '../../stores/upstream-shapes.ts'
import { createShapeWatch } from './shape-watch.ts'

const Answer = z.object({ rows: z.array(z.object({ price: z.number().nullish() })) })
const prices = defineUpstream({
  name: 'prices',
  title: 'Prices',
  terms: 'https://prices.example/terms',
  texts: 'own',
  base: 'https://prices.example',
  limits: { timeoutMs: 5_000, bytesMax: 10_000 },
  api: (http) => ({ of: async (id: string) => http.json(`/v1/prices/${id}`, Answer) }),
})

let db: Db
let now: number
let told: string[]
/** What the provider sends. */
let sent: unknown
let url: string

beforeEach(async () => {
  now = Date.parse('2026-11-01T12:00:00Z')
  told = []
  db = openSqlite(':memory:')
  await migrate(db, allMigrations, now)
  const settings = await standIn({ at: 'UPSTREAM_PRICES_URL', answer: () => sent })()
  url = settings['UPSTREAM_PRICES_URL']!
})

/** A process of the service, with the provider that it asks. */
function started() {
  const watch = createShapeWatch({
    upstreamShapes: createUpstreamShapeStore(db),
    tell: (title, sentence) => told.push(`${title} ${sentence}`),
    now: () => now,
  })
  const log = { paced() {}, ended() {}, shaped: watch.shaped }
  const host = {
    now: () => now,
    setting: (name: string) => (name === 'UPSTREAM_PRICES_URL' ? url : undefined),
    part: () => log,
    onClose() {},
  } as unknown as Host
  const ask = prices.open(host)(callContext())
  return {
    watch,
    /** Asks so many times, at one request every five seconds. */
    async ask(times: number): Promise<void> {
      for (let at = 0; at < times; at += 1) {
        now += 5_000
        await ask.of(`A${at}`).catch(() => {})
      }
    },
  }
}

const row = { price: 1.5, name: 'one', at: '2026-11-01' }

test('a change is told within a minute, once, in words that name the member', async () => {
  const { ask } = started()
  sent = { rows: [row, { ...row, price: 2 }] }
  await ask(8)
  expect(told).toEqual([])
  const before = now
  sent = { rows: [{ name: 'one', at: null }] }
  await ask(11)
  expect(now - before).toBeLessThan(60_000)
  expect(told.toSorted()).toEqual([
    'Prices /v1/prices/*: member rows[].at is null where it was text',
    'Prices /v1/prices/*: member rows[].price is missing',
  ])
})

test('one odd answer and an empty list are no change', async () => {
  const { ask } = started()
  sent = { rows: [row] }
  await ask(8)
  sent = { rows: [{ ...row, name: null }] }
  await ask(2)
  sent = { rows: [row] }
  await ask(2)
  sent = { rows: [] }
  await ask(5)
  expect(told).toEqual([])
})

test('an answer that is refused is told at once, with the place', async () => {
  const { ask } = started()
  sent = { rows: [row] }
  await ask(2)
  sent = { rows: [{ ...row, price: '1.5' }] }
  await ask(1)
  expect(told).toEqual([
    'Prices /v1/prices/*: answers are refused: rows[].price: Invalid input: expected number, received string',
  ])
})

test('what was known before a restart still is, and holds no value', async () => {
  const first = started()
  sent = { rows: [row] }
  await first.ask(8)
  await first.watch.flush()
  const stored = await createUpstreamShapeStore(db).all()
  expect(JSON.stringify(stored)).not.toMatch(/one|1\.5|2026/)
  const second = started()
  sent = { rows: [{ ...row, price: null }] }
  await second.ask(5)
  expect(told).toEqual(['Prices /v1/prices/*: member rows[].price is null where it was number'])
})
