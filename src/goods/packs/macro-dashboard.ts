import { z } from 'zod'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Macro dashboard',
  tagline: 'The state of the US economy in six official figures.',
  asks: [
    'state of the US economy in official figures: prices, jobs, rates, debt',
    'macro dashboard of the United States',
    'how is the economy doing',
  ],
  input: z.object({}),
  steps: [
    { tool: 'cpi-yoy', input: () => ({}) },
    { tool: 'unemployment-rate', input: () => ({}) },
    { tool: 'reference-rates', input: () => ({}) },
    { tool: 'treasury-yield-curve', input: () => ({}) },
    { tool: 'yield-curve-spread', input: () => ({}) },
    { tool: 'treasury-debt', input: () => ({}) },
  ],
  examples: [{ input: {}, at: '2026-01-03T12:00:00Z' }],
})
