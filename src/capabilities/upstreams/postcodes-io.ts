import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()

const Found = z.object({
  result: z.object({
    postcode: z.string(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    country: z.string(),
    region: text,
    admin_district: text,
    parish: text,
  }),
})

export type UkPostcode = z.output<typeof Found>['result']

/** Postcodes of the United Kingdom, one by one. */
export const postcodesIo = defineUpstream({
  name: 'postcodes-io',
  title: 'postcodes.io',
  attribution:
    'postcodes.io (contains OS data © Crown copyright and database right, Royal Mail data © Royal Mail copyright and database right, National Statistics data)',
  terms: 'https://postcodes.io/about',
  texts: 'own',
  base: 'https://api.postcodes.io',
  limits: { timeoutMs: 8_000, bytesMax: 100_000, perSecond: 10 },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    /** Throws `not_found` for a postcode that is not in use. */
    async lookup(postcode: string) {
      const path = `/postcodes/${encodeURIComponent(postcode)}`
      const refusals = { 404: () => notFound(`${postcode} is not a postcode in use.`) }
      return (await http.json(path, Found, { refusals })).result
    },
  }),
})
