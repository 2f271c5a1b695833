import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLoopProbe, type LoopProbe } from '../../bench/support/loop-probe.ts'
import { call } from '../support/calls.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { HOSTILE_TEXTS } from '../support/llm/hostile-texts.ts'

/** Texts whose tokens are slow to count, on the route that counts before it is paid. */
const PATH = '/v1/metered/chat/completions'
const model = 'openai/gpt-6.1-terra'
const BLOCK_MS_MAX = 100
const TRIES = 3

let service: TestService
let probe: LoopProbe
beforeAll(async () => {
  const settings = { OPENAI_API_KEY: 'key', REFUSALS_PER_MINUTE: '100000' }
  service = await openTestService({ settings })
  probe = startLoopProbe()
  await quoted('to load the table')
})
afterAll(async () => {
  probe.stop()
  await service.stop()
})

const quoted = (content: string) =>
  call(service, PATH, { body: { model, messages: [{ role: 'user', content }] } })

/** Others are asked for all the time, and each gets its answer. */
async function withOthers(work: Promise<unknown>): Promise<number> {
  let served = 0
  const quote = { isDone: false }
  const done = work.finally(() => (quote.isDone = true))
  while (!quote.isDone) {
    const { status } = await call(service, '/health')
    expect(status).toBe(200)
    served += 1
  }
  await done
  return served
}

test.each(HOSTILE_TEXTS)(
  '100 KB of %s are quoted while others are served',
  async (_n, textOf) => {
    let least = Number.POSITIVE_INFINITY
    for (let tried = 0; tried < TRIES && least >= BLOCK_MS_MAX; tried += 1) {
      // What was counted lately is remembered: each try has a text of its own.
      const text = textOf(tried)
      expect(Buffer.byteLength(text)).toBeGreaterThan(99_000)
      probe.reset()
      const quote = quoted(text)
      expect(await withOthers(quote)).toBeGreaterThan(0)
      expect((await quote).status).toBe(402)
      least = Math.min(least, probe.longest().worked)
    }
    expect(least).toBeLessThan(BLOCK_MS_MAX)
  },
  30_000,
)
