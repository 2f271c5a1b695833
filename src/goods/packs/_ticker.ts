import { z } from 'zod'

/** A listed security, in the form that company tools accept. */
export const ticker = () =>
  z
    .string()
    .max(12)
    .regex(/^[A-Za-z0-9./ -]{1,12}$/, { error: 'must be a ticker such as AAPL' })
    .describe('Ticker such as AAPL.')
