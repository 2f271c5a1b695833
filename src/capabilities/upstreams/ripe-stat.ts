import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { numeric } from './_facts.ts'
import { defineUpstream, type UpstreamHttp } from './define.ts'

const of = <T extends z.ZodType>(data: T) => z.object({ data })
const text = z.string().nullish().catch(null)

const Prefix = of(
  z.object({
    resource: text,
    announced: z.boolean(),
    asns: z.array(z.object({ asn: numeric, holder: text })).catch([]),
  }),
)

const System = of(z.object({ announced: z.boolean(), holder: text }))

const Announced = of(z.object({ prefixes: z.array(z.object({ prefix: z.string() })).catch([]) }))

const Whois = of(
  z.object({
    authorities: z.array(z.string()).catch([]),
    records: z.array(z.array(z.object({ key: z.string(), value: text }))).catch([]),
  }),
)

const Places = of(
  z.object({
    located_resources: z
      .array(
        z.object({
          locations: z
            .array(
              z.object({
                country: text,
                city: text,
                latitude: z.number().nullish().catch(null),
                longitude: z.number().nullish().catch(null),
              }),
            )
            .catch([]),
        }),
      )
      .catch([]),
  }),
)

export interface Registration {
  /** `arin`, `ripe`, `apnic`, `lacnic`, `afrinic`. */
  readonly registry: string | null
  readonly countryCode: string | null
  /** Day, YYYY-MM-DD. */
  readonly allocatedDate: string | null
}

/** Routing and registry data of RIPE NCC, which asks callers to name themselves. */
export const ripeStat = defineUpstream({
  name: 'ripe-stat',
  title: 'RIPEstat',
  terms: 'https://www.ripe.net/about-us/legal/ripestat-service-terms-and-conditions/',
  texts: 'public',
  base: 'https://stat.ripe.net',
  limits: { timeoutMs: 12_000, bytesMax: 8_000_000, perSecond: 8 },
  cacheTtlMs: HOUR_MS,
  refusals: { 400: () => badInput('RIPEstat does not know this address or number.') },
  api: (http) => ({
    async prefixOf(ip: string) {
      const { data } = await ask(http, 'prefix-overview', Prefix, ip)
      const [first] = data.asns
      return {
        prefix: data.announced ? (data.resource ?? null) : null,
        announced: data.announced,
        asn: first?.asn ?? null,
        holder: first?.holder ?? null,
      }
    },
    async system(asn: number) {
      const { data } = await ask(http, 'as-overview', System, `AS${asn}`)
      return { announced: data.announced, holder: data.holder ?? null }
    },
    async prefixes(asn: number): Promise<string[]> {
      const { data } = await ask(http, 'announced-prefixes', Announced, `AS${asn}`)
      return data.prefixes.map(({ prefix }) => prefix)
    },
    async registration(asn: number): Promise<Registration> {
      const { data } = await ask(http, 'whois', Whois, `AS${asn}`)
      const fields = data.records.flat()
      const valueOf = (name: RegExp) => fields.find(({ key }) => name.test(key))?.value ?? null
      return {
        registry: data.authorities[0]?.toLowerCase() ?? null,
        countryCode: /^[A-Za-z]{2}$/.exec(valueOf(/^country$/i) ?? '')?.[0].toUpperCase() ?? null,
        allocatedDate: dateOf(valueOf(/^(RegDate|created)$/i)),
      }
    },
    /** The location of an address in MaxMind's free database; null if it has none. */
    async place(ip: string) {
      const { data } = await ask(http, 'maxmind-geo-lite', Places, ip)
      return data.located_resources[0]?.locations[0] ?? null
    },
  }),
})

const ask = <S extends z.ZodType>(http: UpstreamHttp, call: string, answer: S, resource: string) =>
  http.json(`/data/${call}/data.json`, answer, { query: { resource, sourceapp: 'farebox' } })

/** Reads `2010-07-14`, `20100714` or an instant. */
function dateOf(text: string | null): string | null {
  const match = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text ?? '')
  return match ? `${match[1]}-${match[2]}-${match[3]}` : null
}
