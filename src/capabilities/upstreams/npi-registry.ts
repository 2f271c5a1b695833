import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { fact, listOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Provider = z.object({
  number: z.coerce.string(),
  enumeration_type: z.string(),
  basic: z.object({
    first_name: fact,
    last_name: fact,
    credential: fact,
    organization_name: fact,
    status: fact,
  }),
  taxonomies: listOf(z.object({ code: fact, desc: fact, primary: z.boolean().nullish() })),
  addresses: listOf(
    z.object({
      address_purpose: fact,
      address_1: fact,
      city: fact,
      state: fact,
      postal_code: fact,
      country_code: fact,
      telephone_number: fact,
    }),
  ),
})

/** Errors of a lookup have status 200. */
const Answer = z.union([
  z.object({ result_count: z.int(), results: z.array(Provider) }),
  z.object({ Errors: z.array(z.object({ description: z.string() })) }),
])

export type HealthProvider = z.output<typeof Provider>

export const npiRegistry = defineUpstream({
  name: 'npi-registry',
  title: 'NPPES NPI Registry (CMS)',
  terms: 'https://npiregistry.cms.hhs.gov/help-api',
  texts: 'public',
  base: 'https://npiregistry.cms.hhs.gov',
  limits: { timeoutMs: 15_000, bytesMax: 4_000_000, perSecond: 5 },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    async find(fields: Readonly<Record<string, string | number | undefined>>) {
      const query = { version: '2.1', ...fields }
      const answer = await http.json('/api/', Answer, { query })
      if ('Errors' in answer)
        throw badInput(`lastName: the registry answered ${answer.Errors[0]?.description ?? 'no'}.`)
      return answer.results
    },
  }),
})
