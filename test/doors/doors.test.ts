import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inputShape } from '../../src/base/core/shape.ts'
import {
  ANSWER_BYTES_MAX,
  PAGE_BYTES_MAX,
  bodyAttempts,
  codedAttempts,
  headAttempts,
  lawOf,
  messageAttempts,
  plainMessages,
  toolDoors,
  type Attempt,
} from '../support/doors/doors.ts'
import { openScales, slowness, type Scales, type Weighed } from '../support/doors/measure.ts'
import type { Door } from '../../src/front/http/app.ts'
import { openTestService, type TestService } from '../support/service.ts'

/**
 * The law of doors: an unpaid request costs at most 10 ms of the event loop for each 100 KB that it
 * sends, and 50 ms at most; a refusal has less than 8 KB, or is a page of less than 32 KB. Doors
 * are found in the running service.
 */
const TOKEN = 'a token of the operator for this test'
const MANY = '1000000000'
const settings = {
  OPERATOR_TOKEN: TOKEN,
  STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
  CONNECTOR_PER_MINUTE: MANY,
  CONNECTOR_PER_HOUR: MANY,
}
let service: TestService
let scales: Scales
let slower = 1

beforeAll(async () => {
  service = await openTestService({ settings })
  scales = await openScales(service.url)
  slower = await slowness()
}, 60_000)
afterAll(async () => {
  await scales.close()
  await service.stop()
})

interface Row extends Weighed {
  readonly name: string
  readonly share: number
}

/** How each attempt stands against the law. */
async function weighed(attempts: readonly Attempt[]): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const { name, bytes: made } of attempts) {
    const bytes = made()
    let allowed = lawOf(bytes.length) * slower
    let weight = await scales.weigh(bytes, allowed)
    if (weight.ms > allowed) {
      // The machine may have become slower since.
      slower = await slowness()
      allowed = lawOf(bytes.length) * slower
      weight = await scales.weigh(bytes, allowed)
    }
    rows.push({ ...weight, name, share: weight.ms / allowed })
  }
  return rows
}

const isRefused = ({ status, text }: Row): boolean =>
  status >= 400 || /"error":\{|"isError":true/.test(text)

/** What breaks the law, in words. */
function breachesOf(what: string, rows: readonly Row[]): readonly string[] {
  const isBreach = (row: Row): boolean =>
    row.share > 1 ||
    (isRefused(row) && row.bodyBytes >= (row.isPage ? PAGE_BYTES_MAX : ANSWER_BYTES_MAX)) ||
    (row.status >= 500 && row.status !== 503)
  return rows
    .filter(isBreach)
    .map(
      ({ name, ms, status, bodyBytes }) =>
        `${what}: ${name}: ${ms.toFixed(1)} ms, ${status} with ${bodyBytes} bytes`,
    )
}

async function expectLawful(
  doors: readonly Door[],
  attemptsOf: (door: Door) => readonly Attempt[],
): Promise<void> {
  const breaches: string[] = []
  for (const door of doors)
    breaches.push(...breachesOf(`${door.method} ${door.path}`, await weighed(attemptsOf(door))))
  expect(breaches).toEqual([])
}

describe('a door costs no more than the law says', { timeout: 600_000 }, () => {
  test('protocols', async () => {
    const doors = service.parts.server.doors.filter(({ kind }) => kind === 'protocol')
    // The first messages load code.
    for (const door of doors)
      for (const { bytes } of plainMessages(door)) await scales.weigh(bytes(), lawOf(0))
    await expectLawful(doors, (door) => [...messageAttempts(door), ...headAttempts(door)])
  })

  test('free endpoints, pages, the operator, checkout and events of Stripe', async () => {
    const doors = service.parts.server.doors.filter(({ kind }) => kind === 'endpoint')
    await expectLawful(doors, (door) => [
      ...headAttempts(door),
      ...bodyAttempts(door, ['q', 'messages']),
      ...codedAttempts(door),
    ])
  })

  test('tools of each kind', async () => {
    const doors = toolDoors(service)
    const fieldsOf = new Map(
      doors.map(({ path, tool }) => [path, Object.keys(inputShape(tool).properties)]),
    )
    await expectLawful(doors, (door) => [
      ...headAttempts(door),
      ...bodyAttempts(door, fieldsOf.get(door.path) ?? []),
      ...codedAttempts(door),
    ])
  })
})
