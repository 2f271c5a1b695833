/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { call } from '../support/calls.ts'
import { createClock, HOUR, POLL_LIMIT } from '../support/clock.ts'
import { openTestService } from '../support/service.ts'
import { startServer } from '../support/server-process.ts'
import {
  SECRET_KEY,
  startStripeCheckout,
  type StripeCheckoutServer,
} from '../support/stripe-checkout.ts'
import edgarStandIn from '../support/upstreams/edgar.ts'

/** A report whose process is killed in the middle of it. */
let stripe: StripeCheckoutServer
let dataDir: string
let edgar: Gate
const clock = createClock()

interface Gate {
  readonly url: string
  readonly server: Server
  /** Resolves when somebody waits at it. */
  readonly reached: Promise<void>
  open(): void
}

/** Hands requests on, once it is open. */
async function gateBefore(target: string): Promise<Gate> {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  let isOpen = false
  const server = createServer((request, response) => {
    resolve()
    if (!isOpen) return
    void fetch(target + (request.url ?? '')).then(async (answer) => {
      const type = answer.headers.get('content-type') ?? 'text/plain'
      response.writeHead(answer.status, { 'content-type': type })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, server, reached, open: () => void (isOpen = true) }
}

beforeAll(async () => {
  stripe = await startStripeCheckout(clock.now)
  dataDir = await mkdtemp(join(tmpdir(), 'farebox-report-'))
  const settings = await edgarStandIn()
  edgar = await gateBefore(settings['UPSTREAM_EDGAR_URL'] ?? '')
})
afterAll(async () => {
  edgar.server.closeAllConnections()
  edgar.server.close()
  await stripe.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('a report of a killed process is made by another one, and paid once', async () => {
  const settings = {
    ...(await edgarStandIn()),
    UPSTREAM_EDGAR_URL: edgar.url,
    DATA_DIR: dataDir,
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_API_URL: stripe.url,
  }
  const first = await startServer(settings)
  const body = { product: 'fund', input: { cik: '1067983' } }
  const session = String((await call(first, '/api/buy', { body })).body['session'])
  stripe.pay(session)
  const paidBy = String(stripe.sessions.get(session)?.payment_intent)
  const held = () => stripe.payments.get(paidBy)?.status
  await vi.waitFor(async () => {
    const { status } = (await call(first, `/api/r/${session}`)).body
    expect(status).toBe('generating')
  }, POLL_LIMIT)
  await edgar.reached
  await first.kill()
  // The card holds the money; nobody has taken it.
  expect(held()).toBe('requires_capture')

  edgar.open()
  clock.advance(HOUR)
  const second = await openTestService({ settings, now: clock.now })
  try {
    await vi.waitFor(async () => {
      await second.cards.work(new AbortController().signal)
      const { status, report } = (await call(second, `/api/r/${session}`)).body
      expect(status).toBe('done')
      expect(report).toMatchObject({ report: expect.stringContaining('# Holdings of') })
    }, POLL_LIMIT)
    expect(held()).toBe('succeeded')
    expect((await second.sales()).map(({ reference }) => reference)).toEqual([paidBy])
    expect(stripe.refunds).toEqual([])
  } finally {
    await second.stop()
  }
}, 120_000)
