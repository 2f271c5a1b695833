import { z } from 'zod'
import { dollars, listOf } from './kinds.ts'

/** Payment channels: a buyer deposits once, and signs a voucher for each call. */
export const CHANNELS = {
  CHANNEL_KEY: listOf(
    z.string().regex(/^0x[0-9a-fA-F]{64}$/, { error: 'must be 0x and 64 hex digits, each' }),
  )
    .optional()
    .describe(
      'Private keys that sign what is claimed from payment channels, which are then offered where `SETTLEMENT_KEY` settles. The first is that of new channels; former keys stay behind it, with commas, until their channels are empty. None may be `SETTLEMENT_KEY`.',
    ),
  CHANNEL_WITHDRAW_HOURS: z.coerce
    .number()
    .min(0.25)
    .max(720)
    .default(24)
    .describe(
      'How long a buyer who leaves without this service waits for the rest of a deposit. An outage shorter than this loses no claim.',
    ),
  CHANNEL_DEPOSIT_USD: dollars('0.25').describe(
    'The least deposit of a payment channel; this service pays the gas of it.',
  ),
  CHANNEL_CLAIM_USD: dollars('5').describe(
    'A payment channel that owes so much is claimed from at once.',
  ),
  CHANNEL_CLAIM_HOURS: z.coerce
    .number()
    .positive()
    .max(240)
    .default(6)
    .describe(
      'What a payment channel has owed for so long is claimed; at the latest after a third of `CHANNEL_WITHDRAW_HOURS`.',
    ),
  CHANNEL_LEAST_CLAIM_USD: dollars('0.01').describe(
    'Less than this is claimed only while its buyer withdraws, because each channel of a claim takes 25,000 gas.',
  ),
}
