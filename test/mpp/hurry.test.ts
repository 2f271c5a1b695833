import { afterEach, describe, expect, test } from 'vitest'
import { createDelivery, type DeliveryParts } from '../../src/selling/call/delivery.ts'
import { newCall } from '../../src/selling/call/call-log.ts'
import type { KeyedCalls } from '../../src/selling/call/idempotency.ts'
import type { ProofClaims } from '../../src/selling/call/proof-claims.ts'
import { createPipeline, type PipelineParts } from '../../src/selling/call/pipeline.ts'
import { createUnlimited } from '../support/unlimited.ts'
import { runningOn } from '../../src/selling/call/run.ts'
import { json } from '../../src/base/core/call.ts'
import type { Host } from '../../src/base/core/capability.ts'
import { createFreeRail } from '../../src/selling/payments/free.ts'
import { createTill } from '../../src/selling/payments/till.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { requestWith } from '../support/requests.ts'

const fixtures = createFixtures()
const gate = fixtures.tools.find(({ slug }) => slug === 'fixture-gate')!
const released: string[] = []

/** A call of a tool that waits at a gate, by a payment that ends after so many milliseconds. */
function callWith(lifeMs: number | undefined, name: string) {
  const free = createFreeRail()
  const till = createTill([
    {
      ...free,
      async verify(credential, quote) {
        const authorization = await free.verify({ ...credential, data: null }, quote)
        return lifeMs === undefined
          ? authorization
          : { ...authorization, answerBy: Date.now() + lifeMs }
      },
      async release() {
        released.push(name)
      },
    },
  ])
  const host = { now: Date.now, setting: () => undefined } as unknown as Host
  const running = runningOn(host)
  const commitSale = async () => ({ status: 200, headers: [], body: json({}) })
  const unsold = { sell: async () => null }
  const delivery = createDelivery({ till, running, unsold, commitSale } as unknown as DeliveryParts)
  const parts: Partial<PipelineParts> = {
    till,
    delivery,
    catalog: { byPath: () => new Map([['POST', gate]]) },
    running,
    keyedCalls: { keyOf: async () => null } as unknown as KeyedCalls,
    proofClaims: { take: async () => {} } as unknown as ProofClaims,
    keepAlive: { hold: () => () => {} },
    limits: createUnlimited(),
    callLog: {
      begin: newCall,
      end: () => {},
    },
  }
  const body = JSON.stringify({ gate: name })
  return createPipeline(parts as PipelineParts).handle(requestWith({}, { path: gate.path, body }))
}

describe('a payment that ends before the time limit of its tool', () => {
  afterEach(() => released.splice(0))

  test('gives the tool the time that is left, and is then released', async () => {
    const reply = await callWith(60, 'never opened')
    expect(reply.status).toBe(504)
    expect(released).toEqual(['never opened'])
  })

  test('pays a tool that answers in that time', async () => {
    fixtures.open('open')
    expect((await callWith(10_000, 'open')).status).toBe(200)
    expect((await callWith(undefined, 'open')).status).toBe(200)
    expect(released).toEqual([])
  })

  test('does not extend the time limit of the tool', async () => {
    const { limits } = gate
    Object.assign(gate, { limits: { ...limits, firstEventMs: 60 } })
    expect((await callWith(20_000, 'closed')).status).toBe(504)
    Object.assign(gate, { limits })
  })
})
