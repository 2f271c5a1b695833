import { z } from 'zod'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Inflation check',
  tagline: 'Headline, core and market-implied US inflation against the policy rate.',
  asks: [
    'inflation check: headline and core inflation against the policy rate',
    'is the policy rate above inflation, and what inflation do markets expect',
    'how fast do prices rise',
  ],
  input: z.object({}),
  steps: [
    { tool: 'cpi-yoy', label: 'headline', input: () => ({}) },
    { tool: 'cpi-yoy', label: 'core', input: () => ({ core: true }) },
    { tool: 'treasury-yield-curve', label: 'expected', input: () => ({ kind: 'breakeven' }) },
    { tool: 'reference-rates', input: () => ({ rate: 'effr' }) },
  ],
  examples: [{ input: {}, at: '2026-01-03T12:00:00Z' }],
})
