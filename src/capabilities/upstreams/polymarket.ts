import { z } from 'zod'
import { orNull } from '../../base/core/failover.ts'
import { Fault, notFound } from '../../base/core/fault.ts'
import { objectIn } from '../../base/lib/json-object.ts'
import { numeric } from './_facts.ts'
import { defineUpstream } from './define.ts'

/** Lists are JSON inside text. */
const texts = z.string().transform((text, context): string[] => {
  try {
    return z.array(z.string()).parse(JSON.parse(text))
  } catch {
    context.addIssue({ code: 'custom', message: 'no list' })
    return z.NEVER
  }
})
const amount = numeric.nullish()

const Market = z.object({
  slug: z.string(),
  question: z.string(),
  description: z.string().nullish(),
  outcomes: texts,
  outcomePrices: texts.nullish(),
  clobTokenIds: texts.nullish(),
  volume: amount,
  liquidity: amount,
  endDate: z.string().nullish(),
  closed: z.boolean().nullish(),
  umaResolutionStatus: z.string().nullish(),
})
export type PolymarketMarket = z.output<typeof Market>

const Search = z.object({
  events: z
    .array(z.object({ slug: z.string(), markets: z.array(z.unknown()).nullish() }))
    .nullable(),
})
const Level = z.object({ price: numeric, size: numeric })
const Book = z.object({ bids: z.array(Level), asks: z.array(Level) })
const History = z.object({ history: z.array(z.object({ t: z.number(), p: numeric })) })

const CLOB = 'https://clob.polymarket.com'
const EMPTY: z.output<typeof Book> = { bids: [], asks: [] }

/** Prediction markets: the traded ones, and their prices. */
export const polymarket = defineUpstream({
  name: 'polymarket',
  title: 'Polymarket',
  terms: 'https://polymarket.com/tos',
  texts: 'public',
  base: 'https://gamma-api.polymarket.com',
  limits: { timeoutMs: 12_000, bytesMax: 6_000_000, perSecond: 5 },
  cacheTtlMs: 30_000,
  api: (http) => ({
    /** Markets of the events that match, each with the slug of its event. */
    async search(q: string, activeOnly: boolean, count: number) {
      const query = { q, limit_per_type: count, events_status: activeOnly ? 'active' : undefined }
      const { events } = await http.json('/public-search', Search, { query })
      return (events ?? []).flatMap(({ slug, markets }) =>
        (markets ?? []).flatMap((one) => {
          // Some markets of an event are not open yet, and have no prices.
          const { data } = Market.safeParse(one)
          return data ? [{ ...data, event: slug }] : []
        }),
      )
    },
    async market(slug: string): Promise<PolymarketMarket> {
      // Its list of markets leaves out those that are closed.
      const refusals = {
        404: (body: string) => none(body, `slug: Polymarket has no market ${slug}.`),
      }
      return http.json(`/markets/slug/${encodeURIComponent(slug)}`, Market, { refusals })
    },
    /** Best first; the provider puts the best last. A settled market has no orders. */
    async book(token: string) {
      const refusals = {
        404: (body: string) => none(body, `Polymarket has no orders for ${token}.`),
      }
      const ask = { query: { token_id: token }, refusals }
      const { bids, asks } = (await orNull(http.json(`${CLOB}/book`, Book, ask))) ?? EMPTY
      const best = (levels: typeof bids, sign: number) =>
        levels.toSorted((a, b) => sign * (a.price - b.price)).slice(0, 20)
      return { bids: best(bids, -1), asks: best(asks, 1) }
    },
    async history(token: string, interval: string) {
      const query = { market: token, interval, fidelity: 60 }
      const { history } = await http.json(`${CLOB}/prices-history`, History, { query })
      return history
    },
  }),
})

/** A page that says 404 tells nothing of markets. */
const none = (body: string, message: string): Fault =>
  objectIn(body) ? notFound(message) : new Fault('upstream_failed', 'Polymarket answered 404.')
