import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { fact, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Recalls = z.object({
  Count: z.int(),
  results: rowsOf(
    z.object({
      NHTSACampaignNumber: z.string(),
      Component: fact,
      Summary: fact,
      Consequence: fact,
      Remedy: fact,
      ReportReceivedDate: fact,
      parkIt: z.union([z.boolean(), z.string()]).nullish(),
    }),
  ),
})

export const nhtsaRecalls = defineUpstream({
  name: 'nhtsa-recalls',
  title: 'NHTSA recalls',
  terms: 'https://www.nhtsa.gov/about-nhtsa/terms-use',
  texts: 'own',
  base: 'https://api.nhtsa.gov',
  limits: { timeoutMs: 15_000, bytesMax: 4_000_000, perSecond: 5 },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    async ofVehicle(make: string, model: string, modelYear: number) {
      const query = { make, model, modelYear }
      return (await http.json('/recalls/recallsByVehicle', Recalls, { query })).results
    },
  }),
})
