import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestService, type TestService } from './support/service.ts'
import { freshPostgres } from './support/postgres.ts'
import { standIn } from './support/upstreams/define.ts'

/** Nominatim allows one question a second, to all replicas together. */
const SPACING_MS = 1_000
/** Two clocks that round differently. */
const SLACK_MS = 10

const arrivals: number[] = []
let replicas: readonly TestService[]

beforeAll(async () => {
  const start = standIn({
    at: 'UPSTREAM_NOMINATIM_URL',
    answer() {
      arrivals.push(performance.now())
      return []
    },
  })
  const settings = { ...(await start()), DATABASE_URL: await freshPostgres(), FREE_MODE: 'true' }
  replicas = [await openTestService({ settings }), await openTestService({ settings })]
})

afterAll(async () => {
  for (const replica of replicas) await replica.stop()
})

test('replicas that share a database share the rate limit of a provider', async () => {
  const ask = (q: string, at: number) => fetch(`${replicas[at % 2]!.url}/api/geocode?q=${q}`)
  // The first question of a process is not measured: it loads what the later ones find.
  for (const [at, q] of ['warm', 'warmer'].entries()) await ask(q, at)
  arrivals.length = 0
  const askedAt = performance.now()
  const asked = ['one', 'two', 'three'].map(ask)
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200])
  // A busy machine sends late, each question by another delay, but none before its turn.
  const early = arrivals.map((arrival, turn) => askedAt + turn * SPACING_MS - arrival)
  expect(early).toHaveLength(3)
  for (const ms of early) expect(ms).toBeLessThan(SLACK_MS)
})
