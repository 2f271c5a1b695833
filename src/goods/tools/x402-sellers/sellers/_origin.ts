import { z } from 'zod'

/** A seller, which callers name by host or address, as its origin. */
export const originField = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(300)
    .transform((text, context) => {
      const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
      if (url && /^https?:$/.test(url.protocol) && url.username === '') return url.origin
      context.addIssue({
        code: 'custom',
        message: 'must be a host or an address, such as example.com or https://example.com',
      })
      return z.NEVER
    })

/** Whether the router may buy, by chain, as rows of `/api/route` tell it. */
export const RouterByChain = z
  .partialRecord(
    z.enum(['base', 'algorand', 'tempo', 'solana']),
    z.object({
      eligible: z.boolean(),
      reason: z.string(),
      detail: z.string().optional(),
      unprovenTier: z.literal(true).optional().describe('May be tried, up to a small price.'),
      unprovenMaxUsd: z.number().optional(),
    }),
  )
  .describe('The verdict on each chain on which it can be paid from here.')

export const RouterVerdict = z.object({
  eligible: z.boolean(),
  reason: z.string(),
  meaning: z.string(),
  byChain: RouterByChain,
})

export const HistoryShape = z.object({
  settled: z.int().describe('Number of settled calls.'),
  payers: z.int().describe('Number of different payers.'),
})
