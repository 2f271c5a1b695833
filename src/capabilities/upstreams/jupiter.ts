import { z } from 'zod'
import { badInput, notFound } from '../../base/core/fault.ts'
import { MINUTE_MS } from '../../base/core/milliseconds.ts'
import type { Setting } from '../../base/core/setting.ts'
import { numeric, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'
import { objectIn } from '../../base/lib/json-object.ts'

const KEY: Setting = {
  name: 'JUPITER_API_KEY',
  description: 'Key of Jupiter, which permits more than one request in two seconds.',
}

const Token = z.object({
  id: z.string(),
  name: z.string().nullish(),
  symbol: z.string().nullish(),
  decimals: z.int(),
  usdPrice: z.number().nullish(),
  liquidity: z.number().nullish(),
  holderCount: z.number().nullish(),
  isVerified: z.boolean().nullish(),
  audit: z
    .object({
      topHoldersPercentage: z.number().nullish(),
      isSus: z.boolean().nullish(),
    })
    .nullish(),
})

const Amount = z.string().regex(/^\d+$/)

const Quote = z.object({
  inAmount: Amount,
  outAmount: Amount,
  otherAmountThreshold: Amount,
  priceImpactPct: numeric,
  contextSlot: z.int().nullish(),
  routePlan: z.array(
    z.object({
      percent: z.number().nullish(),
      swapInfo: z.object({
        label: z.string().nullish(),
        inputMint: z.string(),
        outputMint: z.string(),
        inAmount: Amount,
        outAmount: Amount,
      }),
    }),
  ),
})

export type JupiterToken = z.output<typeof Token>
export type JupiterQuote = z.output<typeof Quote>

export interface QuoteRequest {
  readonly inputMint: string
  readonly outputMint: string
  readonly amount: string
  readonly slippageBps: number
}

/** Tokens of Solana and the routes by which they are swapped. */
export const jupiter = defineUpstream({
  name: 'jupiter',
  title: 'Jupiter',
  terms: 'https://dev.jup.ag/docs/legal/sdk-api-license-agreement',
  texts: 'public',
  base: 'https://api.jup.ag',
  asks: '$0',
  settings: [KEY],
  limits: {
    timeoutMs: 8_000,
    bytesMax: 2_000_000,
    perSecond: (setting) => (setting(KEY.name) ? 10 : 0.5),
    among: 'replicas',
  },
  headers(setting): Record<string, string> {
    const key = setting(KEY.name)
    return key ? { 'x-api-key': key } : {}
  },
  /** Its own header gives the seconds until its window begins again. */
  backoffMs: ({ status, headers }) =>
    status === 429 ? Math.min(120, Number(headers.get('x-ratelimit-reset')) || 0) * 1_000 : 0,
  api: (http) => ({
    /** Null where it does not know the token. */
    async token(mint: string): Promise<JupiterToken | null> {
      const found = await http.json('/tokens/v2/search', rowsOf(Token), {
        query: { query: mint },
        cacheTtlMs: MINUTE_MS,
      })
      return found.find(({ id }) => id === mint) ?? null
    },
    async quote(asked: QuoteRequest): Promise<JupiterQuote> {
      return http.json('/swap/v1/quote', Quote, {
        query: { ...asked },
        refusals: { 400: refusal, 404: refusal },
      })
    },
  }),
})

const Refused = z.object({ error: z.string().optional(), errorCode: z.string().optional() })

function refusal(body: string) {
  const { error = '', errorCode = '' } = Refused.safeParse(objectIn(body)).data ?? {}
  if (/NO_ROUTES|NOT_TRADABLE|COULD_NOT_FIND/i.test(errorCode))
    return notFound('outputMint: Jupiter has no route for this amount between these tokens.')
  return badInput(
    `inputMint, outputMint or amountBase: Jupiter refuses them: ${error.slice(0, 200)}`,
  )
}
