import { z } from 'zod'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Stablecoin watch',
  tagline:
    'Pegs and supply of the main stablecoins, their contracts, and what moving them costs now.',
  asks: [
    'watch pegs and supply of the main stablecoins',
    'stablecoin watch: pegs, contracts, cost of moving them',
  ],
  input: z.object({}),
  steps: [
    { tool: 'stablecoin-peg', input: () => ({}) },
    { tool: 'stablecoin-address', input: () => ({}) },
    { tool: 'rail-cost', input: () => ({}) },
  ],
  examples: [{ input: {} }],
})
