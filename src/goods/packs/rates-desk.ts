import { z } from 'zod'
import { definePack } from './_runtime.ts'

/** The deposit facility of the ECB, by day. */
const DEPOSIT_RATE = { flow: 'FM', key: 'D.U2.EUR.4F.KR.DFR.LEV', limit: 30 }

export default definePack({
  title: 'Rates desk',
  tagline: "Curve, spread, overnight rates and the ECB's deposit rate for a rates morning.",
  asks: [
    'curve, spread and deposit rate of the ECB for a rates morning',
    'rates desk: treasury curve, overnight rates and the deposit rate of the ECB',
  ],
  input: z.object({}),
  steps: [
    { tool: 'treasury-yield-curve', input: () => ({}) },
    { tool: 'yield-curve-spread', input: () => ({ short: '3m', long: '10y' }) },
    { tool: 'reference-rates', input: () => ({}) },
    { tool: 'ecb-series', input: () => DEPOSIT_RATE },
  ],
  examples: [{ input: {}, at: '2026-01-03T12:00:00Z' }],
})
