import { Fault } from '../../../src/base/core/fault.ts'
import type { JsonObject } from '../../../src/base/lib/json-object.ts'
import type { Answer, RequestOptions } from '../../../src/outside/net/request.ts'
import type { Manner } from '../sellers/paid-seller.ts'
import type { Random } from '../simulation/random.ts'
import type { Ledger } from './ledger.ts'

/** A seller without a socket. */
export interface FakeSeller {
  readonly origin: string
  answer(options: RequestOptions): Promise<Answer>
  settleLate(): void
}

interface Parts {
  readonly payTo: string
  readonly random: Random
  readonly ledger: Ledger
  readonly clock: { ms: number }
}

export const MANNERS: readonly Manner[] = [
  'honest',
  'honest',
  'honest',
  'slow',
  'lying',
  'paid-then-500',
  'cut',
  'dearer',
  'replay',
  'asks-again',
  'breaks',
  'late',
  'free',
]

const PRICE = 4_000
const DEAR = 9_000
const GOODS = { forecast: 'snow' }

export function createFakeSeller(origin: string, first: Manner, parts: Parts): FakeSeller {
  const { random, ledger, clock, payTo } = parts
  const late: JsonObject[] = []
  let asked = 0

  const quote = (amount: number): Answer => {
    const asked = { scheme: 'exact', amount: String(amount), payTo, maxTimeoutSeconds: 60 }
    return told(402, { x402Version: 2, accepts: [{ ...asked, ...ledger.offer }] })
  }

  function paid(payload: JsonObject, manner: Manner): Answer {
    if (manner === 'asks-again') return quote(PRICE)
    if (manner === 'asks-again-late') {
      late.push(payload)
      return quote(PRICE)
    }
    if (manner === 'breaks') return told(503, { error: 'down' })
    if (manner === 'replay') return told(200, GOODS)
    if (manner === 'late') {
      late.push(payload)
      return told(200, GOODS)
    }
    if (!ledger.transfer(payload)) return quote(PRICE)
    if (manner === 'slow') clock.ms += random.pick([500, 20_000, 70_000])
    if (manner === 'slow' && random.chance(0.3))
      throw new Fault('upstream_timeout', 'It took too long.')
    if (manner === 'cut') throw new Fault('upstream_failed', 'It hung up.')
    if (manner === 'paid-then-500') return told(500, { error: 'oops' })
    if (manner === 'lying') return told(200, random.pick([{}, { error: 'no' }, { other: 1 }]))
    return told(200, GOODS)
  }

  return {
    origin,
    async answer({ headers = {} }) {
      asked += 1
      // Some change what they are between the price and the payment.
      const manner = random.chance(0.1) ? random.pick(MANNERS) : first
      clock.ms += random.below(200)
      if (manner === 'free') return told(200, GOODS)
      const header = headers['payment-signature']
      if (header !== undefined) return paid(payloadIn(header), manner)
      return quote(manner === 'dearer' ? DEAR + asked * PRICE : PRICE)
    },
    settleLate() {
      for (const each of late.splice(0)) ledger.transfer(each)
    },
  }
}

function told(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  const bytes = Buffer.from(JSON.stringify(body))
  return { status, headers: new Headers(headers), url: '', bytes }
}

const payloadIn = (header: string): JsonObject =>
  (JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as { payload: JsonObject }).payload
