import { z } from 'zod'
import { Fault, notFound } from '../../base/core/fault.ts'
import { membersOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Num = z.string().regex(/^\d+(\.\d+)?$/)
const Level = z.tuple([Num, Num, z.number()])
const Book = z.object({ bids: z.array(Level), asks: z.array(Level) })
const Bar = z.tuple([z.number(), Num, Num, Num, Num, Num, Num, z.number()])
const Pair = z.object({
  altname: z.string(),
  wsname: z.string().nullish(),
  status: z.string().nullish(),
})
const Ticker = z.object({
  a: z.array(Num).min(1),
  b: z.array(Num).min(1),
  c: z.array(Num).min(1),
  v: z.tuple([Num, Num]),
  p: z.tuple([Num, Num]),
  o: Num,
})
export type KrakenTicker = z.output<typeof Ticker>

const answerOf = <S extends z.ZodType>(result: S) =>
  z.object({ error: z.array(z.string()), result: result.optional() })

/** Public market data of one exchange: prices in US dollars and other money. */
export const kraken = defineUpstream({
  name: 'kraken',
  title: 'Kraken',
  terms: 'https://www.kraken.com/legal',
  texts: 'own',
  base: 'https://api.kraken.com',
  limits: { timeoutMs: 10_000, bytesMax: 2_000_000, perSecond: 1 },
  cacheTtlMs: 5_000,
  api: (http) => {
    /** Errors have status 200, as texts such as EQuery:Unknown asset pair. */
    async function ask<S extends z.ZodType>(
      path: string,
      result: S,
      query: Record<string, string | number>,
      more: { readonly bytesMax?: number; readonly cacheTtlMs?: number } = {},
    ) {
      const { error, result: said } = await http.json(`/0/public/${path}`, answerOf(result), {
        query,
        ...more,
      })
      if (error.some((one) => one.startsWith('EQuery')))
        throw notFound(`pair: Kraken has no market ${String(query['pair'])}.`)
      if (error.length > 0 || said === undefined)
        throw new Fault(
          'upstream_failed',
          `Kraken refuses: ${(error[0] ?? 'no result').slice(0, 100)}`,
        )
      return said
    }
    return {
      /** Markets that are traded now: the name of each at Kraken, by names such as BTC/USD. */
      async markets(): Promise<ReadonlyMap<string, string>> {
        const more = { bytesMax: 6_000_000, cacheTtlMs: 3_600_000 }
        const said = await ask('AssetPairs', membersOf(Pair), {}, more)
        const open = Object.entries(said).filter(
          ([, { status }]) => (status ?? 'online') === 'online',
        )
        return new Map(
          open.map(([name, { wsname, altname }]) => [plainName(wsname ?? altname), name]),
        )
      },
      /** By the names that Kraken writes; the answer has them too. */
      async tickers(names: readonly string[]): Promise<Readonly<Record<string, KrakenTicker>>> {
        return ask('Ticker', membersOf(Ticker), { pair: names.join(',') })
      },
      /** Best first on both sides. */
      async book(pair: string, count: number) {
        const said = await ask('Depth', membersOf(Book), { pair, count })
        const [name, book] = Object.entries(said)[0] ?? []
        if (name === undefined || !book) throw odd()
        return { name, ...book }
      },
      /** Days, oldest first; the last one is not over yet. */
      async days(pair: string) {
        const rows = z.union([z.array(Bar), z.number()])
        const said = await ask('OHLC', membersOf(rows), { pair, interval: 1_440 })
        const bars = Object.values(said).find((one): one is z.output<typeof Bar>[] =>
          Array.isArray(one),
        )
        if (!bars) throw odd()
        return bars
      },
    }
  },
})

/** It writes XBT for bitcoin and XDG for Dogecoin. */
const plainName = (name: string): string =>
  name.replace(/^XBT\//, 'BTC/').replace(/^XDG\//, 'DOGE/')

/** A market that Kraken does not have is refused in words. */
const odd = (): Fault => new Fault('upstream_failed', 'Kraken answered in an unknown shape.')
