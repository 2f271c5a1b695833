/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLoopProbe, type LoopProbe } from '../bench/support/loop-probe.ts'
import { call } from './support/calls.ts'
import { catalogOfTools } from './support/catalog.ts'
import { openSender, type Sender } from './support/sender/sender.ts'
import { openTestService, type TestService } from './support/service.ts'
import { worstOfEndpoint, worstOfTool, type WorstRequest } from './support/worst-inputs.ts'

/** A sample of `bench/worst.ts`: tools of each kind of input, and what reads bodies for free. */
const SAMPLE = [
  'hash',
  'pdf-form',
  'interval-ops',
  'html-select',
  'merkle-tree',
  'jwk-convert',
  'csv-to-json',
  'business-days',
]
const BLOCK_MS_MAX = 100

let service: TestService
let probe: LoopProbe
let sender: Sender
beforeAll(async () => {
  service = await openTestService({
    settings: { FREE_MODE: 'true', REFUSALS_PER_MINUTE: '100000' },
  })
  probe = startLoopProbe()
  sender = await openSender(service.url)
})
afterAll(async () => {
  probe.stop()
  await sender.close()
  await service.stop()
})

/** Milliseconds of work of this thread at one go. */
async function blockOf(request: Uint8Array): Promise<number> {
  probe.reset()
  await sender.send(request)
  await new Promise((resolve) => setTimeout(resolve, 5))
  return probe.longest().worked
}

/** A request on a connection of its own. */
function bytesOf({ method, path, body = '' }: WorstRequest): Uint8Array {
  const sent = Buffer.from(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(service.url).host}`,
    'Connection: close',
    ...(sent.length > 0
      ? ['Content-Type: application/json', `Content-Length: ${sent.length}`]
      : []),
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), sent])
}

const TRIES = 5

/**
 * The least of some tries: an input that holds the loop does so each time, while a machine whose
 * processors are shared makes the same work longer now and then.
 */
async function leastBlockOf(worst: WorstRequest): Promise<number> {
  const request = bytesOf(worst)
  let least = Number.POSITIVE_INFINITY
  for (let tried = 0; tried < TRIES && least >= BLOCK_MS_MAX; tried += 1)
    least = Math.min(least, await blockOf(request))
  return least
}

const { tools } = await catalogOfTools()
const sample = tools.filter(({ slug }) => SAMPLE.includes(slug))
const endpoints = (['GET', 'POST'] as const).flatMap((method) =>
  worstOfEndpoint(method, '/api/find'),
)

describe('the worst input', { timeout: 120_000 }, () => {
  test('covers every tool of the sample', () => {
    expect(sample.length).toBe(SAMPLE.length)
  })

  test.each(sample.map((tool) => [tool.slug, worstOfTool(tool)] as const))(
    'of %s does not block other calls',
    async (_slug, requests) => {
      await call(service, '/health')
      for (const worst of requests)
        expect(await leastBlockOf(worst), worst.what).toBeLessThan(BLOCK_MS_MAX)
    },
  )

  test('of a free endpoint does not block other calls', async () => {
    for (const worst of endpoints)
      expect(await leastBlockOf(worst), worst.what).toBeLessThan(BLOCK_MS_MAX)
  })
})
