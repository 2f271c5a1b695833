import { z } from 'zod'
import { definePack } from './_runtime.ts'

const number = (what: string) =>
  z
    .string()
    .max(20)
    .regex(/^-?\d{1,6}(\.\d{1,8})?$/, { error: 'must be a number such as 4.25' })
    .describe(what)

export default definePack({
  title: 'Bond desk',
  tagline: "A bond's price and duration against the curve of the day.",
  asks: [
    'price a bond and compare it with the treasury curve of today',
    'bond desk: price, duration, curve and overnight rates',
  ],
  input: z.object({
    couponPct: number('Coupon in percent a year.'),
    years: number('Years to maturity, up to 100.'),
    yieldPct: number('Yield in percent a year.'),
  }),
  steps: [
    {
      tool: 'bond',
      input: ({ couponPct, years, yieldPct }) => ({
        couponPct: Number(couponPct),
        years: Number(years),
        yieldPct: Number(yieldPct),
      }),
    },
    { tool: 'treasury-yield-curve', input: () => ({}) },
    { tool: 'reference-rates', input: () => ({}) },
  ],
  examples: [
    {
      input: { couponPct: '4.25', years: '10', yieldPct: '4.1' },
      at: '2026-01-03T12:00:00Z',
    },
  ],
})
