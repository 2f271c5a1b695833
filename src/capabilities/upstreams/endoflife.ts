import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { day, fact, flag, moment } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Product = z.object({
  last_modified: moment,
  result: z.object({
    name: z.string(),
    label: z.string(),
    releases: z.array(
      z.object({
        name: z.string(),
        releaseDate: day,
        isLts: flag,
        isEol: flag,
        eolFrom: day,
        isMaintained: flag,
        latest: z.object({ name: z.string(), date: day, link: fact }).nullish(),
      }),
    ),
  }),
})

export type EolProduct = z.output<typeof Product>

export const endoflife = defineUpstream({
  name: 'endoflife',
  title: 'endoflife.date',
  terms: 'https://endoflife.date/terms',
  texts: 'public',
  base: 'https://endoflife.date',
  limits: { timeoutMs: 10_000, bytesMax: 2_000_000, perSecond: 5 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    async product(name: string): Promise<EolProduct> {
      const refusals = {
        404: () => notFound(`endoflife.date has no product ${name}; see endoflife.date for names.`),
      }
      return http.json(`/api/v1/products/${encodeURIComponent(name)}/`, Product, { refusals })
    },
  }),
})
