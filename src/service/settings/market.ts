import { z } from 'zod'
import { listOf } from './kinds.ts'

/** The other sellers that are ranked with the own tools. */
export const MARKET = {
  SELLERS: listOf(z.string().regex(/^https?:\/\/[^\s/?#]+/, { error: 'must be http(s) addresses' }))
    .default([])
    .describe(
      'Comma-separated addresses of other x402 sellers that `/api/route` ranks beside own tools.',
    ),
  SELLER_REGISTRIES: listOf(
    z.string().regex(/^(off|cdp|payai|goplausible|solvador|https?:\/\/[^\s]+)$/, {
      error:
        'must be off, cdp, payai, goplausible, solvador, or http(s) addresses of x402 Bazaar listings',
    }),
  )
    .optional()
    .describe(
      'Comma-separated registries that tell of sellers: cdp, payai, goplausible, solvador, or addresses; `off` for none. Default: all four where real money is paid.',
    ),
}
