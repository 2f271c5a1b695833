/** @module-tag long */
import { beforeEach, describe, expect, test } from 'vitest'
import { standIn, type Settings } from '../../../test/support/upstreams/define.ts'
import { callContext } from '../../../test/support/call-context.ts'
import { createSourceLog } from '../../base/core/provenance.ts'
import type { Host } from '../../base/core/capability.ts'
import type { Db } from '../../base/core/db.ts'
import { allMigrations } from '../../stores/all.ts'
import { migrate } from '../../stores/database/migrate.ts'
import { openSqlite } from '../../stores/database/sqlite.ts'
import { majestic } from './majestic.ts'

const START = Date.parse('2026-06-02T00:00:00Z')
const HOUR_MS = 3_600_000
const HEAD = 'GlobalRank,Domain,RefSubNets,RefIPs,PrevGlobalRank'

interface Sent {
  readonly status?: number
  readonly body?: string
  readonly headers?: Record<string, string>
}

let now: number
let db: Db
let settings: Settings
/** What the provider sends, and the conditions under which it was asked. */
let sent: Sent
let conditions: (string | undefined)[]

beforeEach(async () => {
  now = START
  conditions = []
  sent = { body: `${HEAD}\n7,example.com,5,6,-1\n`, headers: { etag: '"a"' } }
  db = openSqlite(':memory:')
  await migrate(db, allMigrations, now)
  const start = standIn({
    at: 'UPSTREAM_MAJESTIC_URL',
    answer({ headers }) {
      conditions.push(headers['if-none-match'])
      const { status = 200, body = null, headers: told = {} } = sent
      return new Response(body, { status, headers: told })
    },
  })
  settings = await start()
})

/** A process that works on the database of the others. */
function replica() {
  const setting = (name: string) => settings[name]
  const host = { db, now: () => now, setting, onClose: () => {} } as unknown as Host
  const lend = majestic.open(host)
  return async (domain: string) => {
    const sources = createSourceLog(() => now)
    const file = await lend(callContext({ sources })).ranks()
    const [row] = await file.rowsOf(domain)
    return { row, asOf: sources.provenance().asOf }
  }
}

const found = { row: [7, null, 5, 6] }

test('replicas fetch it once, and a day later ask whether it has changed', async () => {
  const [one, other] = [replica(), replica()]
  const answers = await Promise.all([one('example.com'), one('example.com'), other('example.com')])
  expect(answers).toMatchObject([found, found, found])
  expect(conditions).toEqual([undefined])
  now += 25 * HOUR_MS
  sent = { status: 304 }
  expect(await one('example.com')).toMatchObject(found)
  await expect.poll(() => conditions).toEqual([undefined, '"a"'])
  now += 23 * HOUR_MS
  expect(await other('example.com')).toMatchObject(found)
  expect(conditions).toHaveLength(2)
})

test('a newer edition takes the place of the one before', async () => {
  const ask = replica()
  await ask('example.com')
  now += 25 * HOUR_MS
  const headers = { 'last-modified': 'Wed, 03 Jun 2026 00:30:00 GMT' }
  sent = { body: `${HEAD}\n3,example.com,5,6,7\n`, headers }
  expect(await ask('example.com')).toMatchObject(found)
  const newer = { row: [3, 7, 5, 6], asOf: '2026-06-03T00:30:00.000Z' }
  await expect.poll(async () => ask('example.com').catch(() => null)).toEqual(newer)
  const blocks = await db.one<{ n: number }>('select count(distinct edition) as n from kept_blocks')
  expect(blocks).toEqual({ n: 1 })
})

describe('a provider that fails', () => {
  test('leaves the last edition for a week, and none after that', async () => {
    const ask = replica()
    await ask('example.com')
    sent = { status: 500 }
    now += 6 * 24 * HOUR_MS
    expect(await ask('example.com')).toMatchObject({ ...found, asOf: '2026-06-02T00:00:00.000Z' })
    now += 24 * HOUR_MS
    await expect(ask('example.com')).rejects.toThrow('Majestic answered 500.')
  })
  test.each([
    [
      'Rank,Domain\n1,a.example\n',
      'it has no column GlobalRank, RefSubNets, RefIPs, PrevGlobalRank',
    ],
    [`${HEAD}\n`, 'it has no rows'],
    [`${HEAD}\nx,a.example,1,1,1\n`, 'the domain a.example has the rank x'],
    [`${HEAD}\n1,"a.example,1,1,1\n`, 'its last cell does not end'],
  ])('%j is refused', async (body, reason) => {
    sent = { body }
    const message = `Majestic sent a file that has an unknown shape: ${reason}.`
    await expect(replica()('a.example')).rejects.toMatchObject({ code: 'upstream_failed', message })
  })
})
