import { z } from 'zod'
import { definePack } from './_runtime.ts'

const MOST = 1_000_000

export default definePack({
  title: 'Gas planner',
  tagline: 'The cheapest network to pay on now, with the right token contract.',
  asks: ['cheapest network to pay on now, with the token contract', 'gas planner for a payment'],
  input: z.object({
    amountUsd: z
      .string()
      .trim()
      .regex(/^\d{1,7}(\.\d{1,6})?$/, { error: 'must be an amount in dollars, such as 25' })
      .refine((text) => Number(text) >= 0.001 && Number(text) <= MOST, {
        error: `must be between 0.001 and ${MOST}`,
      })
      .describe('What is to be paid, in dollars.'),
  }),
  steps: [
    { tool: 'gas-snapshot', input: () => ({}) },
    { tool: 'rail-cost', input: ({ amountUsd }) => ({ amountUsd: Number(amountUsd) }) },
    { tool: 'stablecoin-address', input: () => ({}) },
  ],
  examples: [{ input: { amountUsd: '25' } }],
})
