import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { numeric } from './_facts.ts'
import { defineUpstream } from './define.ts'

/** Null says that nobody has reported it. */
const count = numeric
  .pipe(z.int().min(0))
  .nullable()
  .transform((value) => value ?? 0)
const date = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d/)
  .transform((text) => text.slice(0, 10))
  .nullish()
  .catch(null)

const Answer = z.object({
  ip: z.object({
    count,
    attacks: count,
    mindate: date,
    maxdate: date,
    threatfeeds: z
      .record(
        z.string(),
        z.object({ firstseen: date, lastseen: date }).catch({ firstseen: null, lastseen: null }),
      )
      .nullish()
      .catch(null),
  }),
})

/** Reports of the Internet Storm Center, for non-commercial use unless agreed otherwise. */
export const sansIsc = defineUpstream({
  name: 'sans-isc',
  title: 'SANS Internet Storm Center',
  terms: 'https://isc.sans.edu/api/',
  texts: 'own',
  base: 'https://isc.sans.edu',
  limits: { timeoutMs: 12_000, bytesMax: 1_000_000, perSecond: 1 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    async reports(address: string) {
      const path = `/api/ip/${encodeURIComponent(address)}?json`
      return (await http.json(path, Answer)).ip
    },
  }),
})
