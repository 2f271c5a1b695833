import { z } from 'zod'
import { Fault, notFound } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { objectIn } from '../../base/lib/json-object.ts'
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
    /** Empty for a vehicle without recalls; throws `not_found` for one that it does not list. */
    async ofVehicle(make: string, model: string, modelYear: number) {
      const query = { make, model, modelYear }
      const refusals = { 400: unlisted }
      return (await http.json('/recalls/recallsByVehicle', Recalls, { query, refusals })).results
    },
  }),
})

/** Some models have other names there, so this does not say that nothing was recalled. */
const unlisted = (body: string): Fault =>
  objectIn(body)
    ? notFound('make, model, modelYear: NHTSA lists no such vehicle; try another name of it.')
    : new Fault('upstream_failed', 'NHTSA recalls answered 400.')
