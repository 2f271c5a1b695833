import { z } from 'zod'
import { Fault, notFound } from '../core/fault.ts'
import { defineUpstream } from './define.ts'

const Num = z.string().regex(/^\d+(\.\d+)?$/)
const Level = z.tuple([Num, Num, z.number()])
const Book = z.object({ bids: z.array(Level), asks: z.array(Level) })
const Bar = z.tuple([z.number(), Num, Num, Num, Num, Num, Num, z.number()])
const answerOf = <S extends z.ZodType>(result: S) =>
  z.object({ error: z.array(z.string()), result: result.optional() })

/** Public market data of one exchange: prices in US dollars and other money. */
export const kraken = defineUpstream({
  name: 'kraken',
  title: 'Kraken',
  terms: 'https://www.kraken.com/legal',
  base: 'https://api.kraken.com',
  limits: { timeoutMs: 10_000, bytesMax: 2_000_000, perSecond: 1 },
  cacheTtlMs: 5_000,
  api: (http) => {
    /** Errors come with status 200, as texts such as EQuery:Unknown asset pair. */
    async function ask<S extends z.ZodType>(
      path: string,
      result: S,
      query: Record<string, string | number>,
    ) {
      const { error, result: said } = await http.json(`/0/public/${path}`, answerOf(result), {
        query,
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
      /** Best first on both sides. */
      async book(pair: string, count: number) {
        const said = await ask('Depth', z.record(z.string(), Book), { pair, count })
        const [name, book] = Object.entries(said)[0] ?? []
        if (name === undefined || !book) throw notFound(`pair: Kraken has no market ${pair}.`)
        return { name, ...book }
      },
      /** Days, the oldest first; the last one is still open. */
      async days(pair: string) {
        const rows = z.union([z.array(Bar), z.number()])
        const said = await ask('OHLC', z.record(z.string(), rows), { pair, interval: 1_440 })
        const bars = Object.values(said).find((one): one is z.output<typeof Bar>[] =>
          Array.isArray(one),
        )
        if (!bars) throw notFound(`pair: Kraken has no market ${pair}.`)
        return bars
      },
    }
  },
})
