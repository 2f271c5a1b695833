import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { usdOf } from '../../base/core/money.ts'
import { events } from '../../base/core/tool-output.ts'
import { defineTool, nameTool } from '../../base/core/tool.ts'
import type { Settlement } from '../payments/rail.ts'
import type { PaidCall } from './call.ts'
import { createDelivery, type DeliveryParts } from './delivery.ts'
import { UNCOUNTED } from '../../../test/support/uncounted.ts'

/** Streams of a tool whose first event takes most of its time, and whose settlement is slow. */
const FIRST_EVENT_MS = 400
const EVENTS = 4

function streaming() {
  const closed = Promise.withResolvers<void>()
  async function* chunks() {
    try {
      await pause(0.6 * FIRST_EVENT_MS)
      for (let at = 1; at <= EVENTS; at++) yield `data: ${at}\n\n`
    } finally {
      closed.resolve()
    }
  }
  const spec = defineTool({
    route: 'POST /api/stream',
    name: 'Stream',
    description: 'Streams.',
    price: '$0.001',
    uses: {},
    limits: { firstEventMs: FIRST_EVENT_MS, idleMs: FIRST_EVENT_MS, totalMs: 60_000 },
    input: z.object({}),
    output: z.object({}),
    examples: [{ input: {} }],
    run: () => events(chunks()),
  })
  return { tool: nameTool(spec, 'fixture', 'stream'), closed: closed.promise }
}

const authorization = {
  rail: 'slow',
  payer: { rail: 'slow', wallet: null },
  amount: usdOf(1_000),
  proof: null,
  data: null,
}

/** Delivers the stream by a till that takes its time to settle. */
async function delivered(settlement: Settlement, settleMs: number) {
  const { tool, closed } = streaming()
  const parts = {
    till: {
      isOutside: () => false,
      reduce: () => authorization,
      chargesLess: () => undefined,
      release: async () => {},
      account: async () => [],
      async settle() {
        await pause(settleMs)
        return settlement
      },
    },
    unsold: { sell: async () => null },
    commitSale: async ({ answer }: { answer: { body: unknown } }) => ({
      status: 200,
      headers: [],
      body: answer.body,
    }),
    losses: UNCOUNTED,
    running: { host: { now: Date.now, db: { batch: async () => true } }, open: () => ({}) },
    onTrouble: () => {},
  }
  const delivery = createDelivery(parts as unknown as DeliveryParts)
  const call = {
    id: 'call',
    transport: 'http',
    tool,
    input: { value: {}, ignored: [] },
    authorization,
    idempotencyKey: null,
    sender: { client: 'here', payer: null, isStrained: false },
  } as unknown as PaidCall
  const reply = delivery.deliver(call, new AbortController().signal)
  return { reply, closed }
}

test('a settlement may take longer than the first-event limit', async () => {
  const settled = { state: 'settled', entries: [], network: null, reference: null } as const
  const { reply } = await delivered(settled, FIRST_EVENT_MS)
  const { body } = await reply
  if (body.kind !== 'events') throw new Error('not a stream')
  const told: string[] = []
  for await (const chunk of body.chunks) told.push(chunk)
  expect(told).toHaveLength(EVENTS)
})

test('a stream whose settlement is refused is closed', async () => {
  const { reply, closed } = await delivered({ state: 'refused', reason: 'no money' }, 1)
  await expect(reply).rejects.toMatchObject({ code: 'settlement_failed' })
  const isClosed = closed.then(() => true)
  expect(await Promise.race([isClosed, pause(0.2 * FIRST_EVENT_MS, false)])).toBe(true)
})

test('a call whose payment another call has taken is told when to ask again', async () => {
  const tool = nameTool(
    defineTool({
      route: 'POST /api/word',
      name: 'Word',
      description: 'Says a word.',
      price: '$0.001',
      uses: {},
      input: z.object({}),
      output: z.object({ word: z.string() }),
      examples: [{ input: {} }],
      run: () => ({ word: 'yes' }),
    }),
    'fixture',
    'word',
  )
  const released: unknown[] = []
  const delivery = createDelivery({
    till: {
      isOutside: () => true,
      reduce: () => ({ ...authorization, proof: 'a' }),
      chargesLess: () => undefined,
      release: async () => released.push('payment'),
    },
    payments: { verify: async () => true, deliver: async () => false },
    losses: UNCOUNTED,
    running: { host: { now: Date.now, db: { batch: async () => true } }, open: () => ({}) },
    onTrouble: () => {},
  } as unknown as DeliveryParts)
  const call = {
    id: 'call',
    transport: 'http',
    tool,
    input: { value: {}, ignored: [] },
    authorization: { ...authorization, proof: 'a' },
    idempotencyKey: null,
    sender: { client: 'here', payer: null, isStrained: false },
  } as unknown as PaidCall
  await expect(delivery.deliver(call, new AbortController().signal)).rejects.toMatchObject({
    code: 'in_progress',
    detail: { retryAfterSeconds: 2 },
  })
  expect(released).toEqual(['payment'])
})
