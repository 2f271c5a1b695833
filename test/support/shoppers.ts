import { randomUUID } from 'node:crypto'
import { bearer, workFor } from './buyer.ts'
import { call, type CallAnswer } from './calls.ts'

type Headers = Readonly<Record<string, string>>

/** One thing to buy, again and again, with a key that buys nothing else. */
export interface Errand {
  readonly slug: string
  readonly path: string
  readonly input: unknown
  readonly creditsKey: string
}

/** A call as its caller remembers it. */
export interface Purchase {
  readonly errand: Errand
  readonly rail: 'credits' | 'pow'
  readonly headers: Headers
  /** Null when the connection broke before an answer. */
  readonly heard: CallAnswer | null
}

export interface Shoppers {
  /** Every call so far, over all crowds. */
  readonly purchases: readonly Purchase[]
  /** Buys until the server is gone; resolves when all have noticed. `enough` is told in between. */
  shop(service: { readonly url: string }, enough: (answered: number) => void): Promise<void>
}

const SHOPPERS_EACH = 3

/** Several callers for each errand, who buy without a pause in every way that there is. */
export function createShoppers(errands: readonly Errand[]): Shoppers {
  const purchases: Purchase[] = []

  async function shopAlone(
    errand: Errand,
    service: { readonly url: string },
    tell: () => void,
  ): Promise<void> {
    for (let round = 0; ; round++) {
      const purchase = await buy(errand, WAYS[round % WAYS.length]!, service).catch(() => null)
      if (!purchase) return
      purchases.push(purchase)
      if (!purchase.heard) return
      tell()
    }
  }

  return {
    purchases,
    async shop(service, enough) {
      let answered = 0
      const tell = () => enough(++answered)
      const crowd = errands.flatMap((errand) => Array<Errand>(SHOPPERS_EACH).fill(errand))
      await Promise.all(crowd.map((errand) => shopAlone(errand, service, tell)))
    },
  }
}

type PaymentWay = 'plain' | 'keyed' | 'work'

const WAYS: readonly PaymentWay[] = ['plain', 'keyed', 'plain', 'keyed', 'work']

/** Throws when not even the call could be prepared. */
async function buy(
  errand: Errand,
  way: PaymentWay,
  service: { readonly url: string },
): Promise<Purchase> {
  const { slug, path, input: body, creditsKey } = errand
  const rail = way === 'work' ? 'pow' : 'credits'
  const payment = way === 'work' ? await workFor(service, slug) : bearer(creditsKey)
  const headers = way === 'plain' ? payment : { ...payment, 'idempotency-key': randomUUID() }
  const heard = await call(service, path, { body, headers }).catch(() => null)
  return { errand, rail, headers, heard }
}
