import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createFixtures } from '../../test/support/fixture-tools.ts'
import { json } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
import type { Payment } from '../stores/payment-rows.ts'
import type { Digest } from './idempotency.ts'
import { requestOf } from './proof-claims.ts'
import { resumed } from './resume.ts'

const [tool] = createFixtures().tools
const digest: Digest = async () => 'digest'
const TOKEN = 'token'

/** A settled payment whose answer may not be stored, so that its tool runs again. */
async function paid() {
  let held: string | null = hash('sha256', TOKEN)
  const request = await requestOf(tool!, digest)
  const payment = { proof: 'proof', callId: 'call', state: 'settled', reply: null, request }
  const payments = {
    byResume: async (resume: string) => (resume === held ? (payment as Payment) : null),
    async redeem(resume: string) {
      if (held !== resume) return false
      held = null
      return true
    },
  }
  const resume = (again: () => Promise<void>, running = new Set<string>()) =>
    resumed(
      { tool: tool!, digest, token: TOKEN },
      {
        payments,
        running,
        resolve: async () => null,
        now: () => 0,
        async again() {
          await again()
          return { status: 200, headers: [], body: json({}) }
        },
      },
    )
  return resume
}

test('many requests with one token run the tool once', async () => {
  const resume = await paid()
  let runs = 0
  const count = async () => void (runs += 1)
  const running = new Set<string>()
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => resume(count, running)))
  expect(runs).toBe(1)
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a token whose run failed may be used again', async () => {
  const resume = await paid()
  const fail = async () => {
    throw new Fault('upstream_timeout', 'It took too long.')
  }
  await expect(resume(fail)).rejects.toThrow('It took too long.')
  await expect(resume(async () => {})).resolves.toMatchObject({ status: 200 })
})

test('a token outlives a process that dies while it runs the tool', async () => {
  const resume = await paid()
  void resume(() => new Promise(() => {}))
  await expect(resume(async () => {})).resolves.toMatchObject({ status: 200 })
})

test('of two processes that ran the tool for one token, one gives the answer', async () => {
  const resume = await paid()
  const { promise: both, resolve } = Promise.withResolvers<void>()
  let runs = 0
  const meet = async () => {
    runs += 1
    if (runs === 2) resolve()
    await both
  }
  const all = await Promise.allSettled([resume(meet), resume(meet)])
  expect(all.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
