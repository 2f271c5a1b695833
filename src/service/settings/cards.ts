import { z } from 'zod'
import { dollars, listOf, percent } from './kinds.ts'

/** Selling at the card page of Stripe. */
export const CARDS = {
  STRIPE_WEBHOOK_SECRET: listOf(
    z.string().regex(/^whsec_\S+$/, { error: 'must be signing secrets of Stripe: whsec_...' }),
  )
    .default([])
    .describe(
      'Secret that signs the events of Stripe to `/api/stripe/webhook`; two, separated by a comma, while it is replaced.',
    ),
  CREDITS_SALES: z
    .enum(['on', 'off'])
    .default('off')
    .describe('`on`: new credits are sold by card, with `STRIPE_SECRET_KEY`.'),
  MONITOR_USD_PER_MONTH: dollars('5', { least: '$0.5', most: '$1000' }).describe(
    'What a monitor costs in a month, in dollars, before the fee of the card.',
  ),
  CARD_FEE_PERCENT: percent('2.9', 20).describe(
    'Share of a card payment that Stripe keeps. Card prices include it.',
  ),
  CARD_FEE_FIXED_USD: dollars('0.3', { most: '$5' }).describe(
    'Fixed part of what Stripe keeps, in dollars. Card prices include it.',
  ),
  CARD_CHECKOUTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(20)
    .describe('Card checkouts that one address may begin in a minute.'),
  CARD_CHECKOUTS_PER_HOUR: z.coerce
    .number()
    .int()
    .positive()
    .default(120)
    .describe('Card checkouts that one address may begin in an hour.'),
  CARD_READS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(90)
    .describe('Looks of one address at card orders in a minute.'),
}
