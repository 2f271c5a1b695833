import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const cell = z.union([z.string(), z.number(), z.null()]).catch(null)

const Decoded = z.object({
  Results: z.tuple([
    // It has about 150 members; one that is neither text nor a number is no fact for us.
    z.object({ Make: z.string(), ErrorText: z.string() }).catchall(cell),
  ]),
})

export const nhtsaVpic = defineUpstream({
  name: 'nhtsa-vpic',
  title: 'NHTSA vPIC',
  terms: 'https://www.nhtsa.gov/about-nhtsa/terms-use',
  texts: 'own',
  base: 'https://vpic.nhtsa.dot.gov',
  limits: { timeoutMs: 15_000, bytesMax: 500_000, perSecond: 5 },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    /** Facts about a vehicle, by the names of vPIC; empty ones are left out. */
    async decode(vin: string, modelYear: number | undefined): Promise<Record<string, string>> {
      const path = `/api/vehicles/DecodeVinValues/${encodeURIComponent(vin)}`
      const query = { format: 'json', modelyear: modelYear }
      const { Results } = await http.json(path, Decoded, { query })
      const told = Object.entries(Results[0]).map(([name, value]) => [
        name,
        String(value ?? '').trim(),
      ])
      return Object.fromEntries(told.filter(([, value]) => value !== '')) as Record<string, string>
    },
  }),
})
