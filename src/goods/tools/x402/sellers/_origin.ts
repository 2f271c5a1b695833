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

export const HistoryShape = z.object({
  settled: z.int().describe('Number of settled calls.'),
  payers: z.int().describe('Number of different payers.'),
})
