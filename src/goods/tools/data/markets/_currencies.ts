import { z } from 'zod'

const CODE = /^[A-Za-z]{3}$/

export const currencyField = () =>
  z
    .string()
    .trim()
    .regex(CODE, { error: 'must be a currency such as EUR' })
    .transform((code) => code.toUpperCase())

const LIST_MAX = 30

/** Currencies separated by commas. */
export const currencyList = () =>
  z
    .string()
    .max(200)
    .transform((list) => list.split(',').flatMap((code) => code.trim().toUpperCase() || []))
    .refine((codes) => codes.length > 0 && codes.every((code) => CODE.test(code)), {
      error: 'must be currencies separated by commas, such as EUR,JPY',
    })
    .refine((codes) => codes.length <= LIST_MAX, {
      error: `must be at most ${LIST_MAX} currencies`,
    })

/** The source of a rate. */
export const originField = () =>
  z
    .string()
    .describe('ECB: reference rates of the European Central Bank; blend: of several central banks.')
