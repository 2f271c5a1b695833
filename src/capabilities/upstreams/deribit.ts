import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const figure = z.number().nullish()
const Summary = z.object({
  instrument_name: z.string(),
  mark_iv: figure,
  bid_price: figure,
  ask_price: figure,
  open_interest: figure,
  volume: figure,
  underlying_price: figure,
  estimated_delivery_price: figure,
  creation_timestamp: figure,
})
export type OptionSummary = z.output<typeof Summary>

const Volatility = z.object({ data: z.array(z.array(z.number()).length(5)) })
const answerOf = <S extends z.ZodType>(result: S) => z.object({ result })

/** Options on coins, on the exchange with the most trades. */
export const deribit = defineUpstream({
  name: 'deribit',
  title: 'Deribit',
  terms: 'https://www.deribit.com/kb/terms-of-service',
  texts: 'own',
  base: 'https://www.deribit.com',
  limits: { timeoutMs: 10_000, bytesMax: 4_000_000, perSecond: 1 },
  cacheTtlMs: 10_000,
  api: (http) => ({
    /** All traded options, in any order. */
    async options(currency: string): Promise<readonly OptionSummary[]> {
      const query = { currency, kind: 'option' }
      const path = '/api/v2/public/get_book_summary_by_currency'
      return (await http.json(path, answerOf(rowsOf(Summary)), { query })).result
    },
    /** The index of the expected volatility of 30 days; null if it has no value. */
    async volatility(currency: string, nowMs: number): Promise<number | null> {
      const hours = Math.floor(nowMs / HOUR_MS)
      const query = {
        currency,
        start_timestamp: (hours - 3) * HOUR_MS,
        end_timestamp: (hours + 1) * HOUR_MS,
        resolution: 3_600,
      }
      const path = '/api/v2/public/get_volatility_index_data'
      const { result } = await http.json(path, answerOf(Volatility), { query })
      return result.data.at(-1)?.[4] ?? null
    },
  }),
})
