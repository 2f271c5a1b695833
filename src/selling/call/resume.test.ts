import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createFixtures } from '../../../test/support/fixture-tools.ts'
import { json } from '../../base/core/call.ts'
import { Fault } from '../../base/core/fault.ts'
import { allMigrations } from '../../stores/all.ts'
import type { Payment } from '../../stores/payment-rows.ts'
import type { Digest } from './idempotency.ts'
import { createIdempotencyStore } from '../../stores/idempotency.ts'
import { migrate } from '../../stores/database/migrate.ts'
import { openSqlite } from '../../stores/database/sqlite.ts'
import { createKeepAlive, HELD_MS } from './keep-alive.ts'
import { requestDigestOf } from './proof-claims.ts'
import { resumed } from './resume.ts'

const [tool] = createFixtures().tools
const digest: Digest = async () => 'digest'
const TOKEN = 'token'

/** A settled payment whose answer may not be stored, so that its tool runs again. */
async function paid() {
  const db = openSqlite(':memory:')
  await migrate(db, allMigrations, 0)
  let held: string | null = hash('sha256', TOKEN)
  let at = 0
  let calls = 0
  const now = () => at
  const request = await requestDigestOf(tool!, digest)
  const payment = { proof: 'proof', callId: 'call', state: 'settled', reply: null, request }
  const payments = {
    byResume: async (resume: string) => (resume === held ? (payment as Payment) : null),
    async redeem(resume: string) {
      if (held !== resume) return false
      held = null
      return true
    },
  }
  /** A process of its own: it shares the database with the others, and nothing else. */
  function startProcess() {
    const idempotency = createIdempotencyStore(db)
    const none = { renew: () => ({ sql: 'select 1', values: [] }) }
    const keepAlive = createKeepAlive({ db, idempotency, payments: none, jobs: none, now })
    const resume = (again: () => Promise<unknown>) =>
      resumed(
        { id: `call ${++calls}`, tool: tool!, digest, token: TOKEN },
        {
          payments,
          idempotency,
          keepAlive,
          resolve: async () => null,
          now,
          async again() {
            await again()
            return { status: 200, headers: [], body: json({}) }
          },
        },
      )
    return { resume, beat: keepAlive.beat }
  }
  return { startProcess, pass: (ms: number) => void (at += ms) }
}

const forever = () => new Promise<never>(() => {})

/** Lets a call come to where it waits for something that does not happen by itself. */
const turns = async (count = 20) => {
  for (; count > 0; count--) await new Promise((resolve) => setImmediate(resolve))
}

test.each([1, 2])('many requests with a token to %d processes run it once', async (count) => {
  const { startProcess } = await paid()
  const processes = Array.from({ length: count }, startProcess)
  let runs = 0
  const run = async () => {
    runs += 1
    await turns()
  }
  const asked = Array.from({ length: 20 }, (_, at) => processes[at % count]!.resume(run))
  const all = await Promise.allSettled(asked)
  expect(runs).toBe(1)
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of all)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({
        message: expect.stringMatching(/its answer (is not ready yet|was already given)/),
      })
})

test('a token whose run failed may be used again at once', async () => {
  const { startProcess } = await paid()
  const fail = async () => {
    throw new Fault('upstream_timeout', 'It took too long.')
  }
  await expect(startProcess().resume(fail)).rejects.toMatchObject({
    code: 'in_progress',
    message: expect.stringMatching(/This call is paid.* It took too long\./),
    detail: { body: { resumeToken: expect.any(String) } },
  })
  await expect(startProcess().resume(async () => {})).resolves.toMatchObject({ status: 200 })
})

test('a token outlives a process that dies while it runs the tool', async () => {
  const { startProcess, pass } = await paid()
  void startProcess().resume(forever)
  await turns()
  pass(HELD_MS)
  await expect(startProcess().resume(async () => {})).resolves.toMatchObject({ status: 200 })
})

test('a process that lives holds the token for as long as the tool runs', async () => {
  const { startProcess, pass } = await paid()
  const first = startProcess()
  void first.resume(forever)
  await turns()
  pass(HELD_MS / 2)
  await first.beat()
  pass(HELD_MS / 2)
  const second = startProcess().resume(async () => expect.unreachable('it runs beside another'))
  await expect(second).rejects.toThrow('its answer is not ready yet')
})
