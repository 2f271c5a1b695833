import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { memoryKey, ownerToWrite } from '../_fields.ts'

const TOKENS_MAX = 1_000_000_000

export default defineTool({
  route: 'POST /api/memory/rate-limit',
  name: 'Memory rate limit',
  description: 'Shared token bucket, so that several agents keep one rate limit.',
  asks: [
    'throttle calls across several agents',
    'do I still have requests left under a common rate limit',
    'all my agents together may call only ten times a minute',
    'throttle',
  ],
  price: '$0.001',
  uses: { memory },
  identity: 'wallet',
  input: z
    .object({
      key: memoryKey(),
      capacity: z.int().min(1).max(TOKENS_MAX).describe('Tokens that the bucket holds at most.'),
      refillPerSecond: z
        .number()
        .min(0.000_001)
        .max(TOKENS_MAX)
        .describe('Tokens that come back every second.'),
      cost: z.int().min(1).default(1).describe('Tokens that this call asks for.'),
      owner: ownerToWrite(),
    })
    .refine(({ cost, capacity }) => cost <= capacity, {
      path: ['cost'],
      error: 'must be at most `capacity`, or it could never be had',
    }),
  output: z.object({
    allowed: z.boolean().describe('Whether enough tokens were there. If so, they are taken.'),
    remaining: z.number().describe('Tokens that are left.'),
    retryAfterSeconds: z
      .number()
      .describe('Seconds until enough tokens are there; 0 if they were taken.'),
  }),
  examples: [{ input: { key: 'api:x', capacity: 10, refillPerSecond: 0.5 } }],

  run: ({ key, capacity, refillPerSecond, cost, owner }, { memory, wallet }) =>
    memory.defer('draw', { wallet, owner }, { key, capacity, refillPerSecond, cost }),
})
