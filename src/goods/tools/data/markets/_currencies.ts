import { z } from 'zod'
import { crossCheckField } from '../../../../base/lib/cross-check.ts'
import { nearly } from '../../../../base/lib/figures.ts'
import type { FxRates } from '../../../../capabilities/upstreams/frankfurter.ts'

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

export const fxCrossCheck = () =>
  crossCheckField(
    'Frankfurter, and the European Central Bank for days and the currencies that it quotes',
  )

/** Both have the fixings of one bank, so only rounding may differ. */
export const figuresOfRates = ({ rates }: FxRates) =>
  Object.fromEntries(
    rates.map(({ date, quote, rate }) => [`rates.${date}.${quote}`, nearly(rate, 0.0005)]),
  )

/** The source of a rate. */
export const originField = () =>
  z
    .string()
    .describe('ECB: reference rates of the European Central Bank; blend: of several central banks.')
