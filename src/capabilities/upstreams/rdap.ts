import { z } from 'zod'
import { isTheirs } from '../../base/core/failover.ts'
import { Fault, notFound } from '../../base/core/fault.ts'
import { HOUR_MS, DAY_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream, type UpstreamHttp } from './define.ts'

const text = z.string().nullish().catch(null)
const list = <T extends z.ZodType>(item: T) => z.array(item).nullish().catch(null)

const Domain = z
  .object({
    objectClassName: z.literal('domain').optional(),
    ldhName: text,
    status: list(z.string()),
    events: list(z.object({ eventAction: text, eventDate: text })),
    entities: list(z.object({ roles: list(z.string()), vcardArray: z.unknown(), handle: text })),
    nameservers: list(z.object({ ldhName: text })),
    secureDNS: z
      .object({ delegationSigned: z.boolean().nullish().catch(null) })
      .nullish()
      .catch(null),
  })
  .refine(({ objectClassName, ldhName }) => objectClassName ?? ldhName, {
    error: 'is not an RDAP answer about a domain',
  })

export type RdapDomain = z.output<typeof Domain>

/** The registry that answers for each top-level domain. */
const Bootstrap = z.object({
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
})

const BOOTSTRAP = '/rdap/dns.json'
const FALLBACK = 'https://rdap.org/'

const REFUSALS = { 404: () => notFound('Not in the registry.') }
const HEADERS = { accept: 'application/rdap+json, application/json' }

/** Registries of domain names, each at the address that IANA publishes. */
export const rdap = defineUpstream({
  name: 'rdap',
  title: 'RDAP',
  terms: 'https://www.icann.org/rdap',
  texts: 'public',
  base: 'https://data.iana.org',
  limits: { timeoutMs: 10_000, bytesMax: 4_000_000, perSecond: 10 },
  cacheTtlMs: HOUR_MS,
  refusals: REFUSALS,
  api: (http) => ({
    /**
     * The record of a domain; null if its registry has none. Throws if no registry answers for it.
     */
    async domain(name: string): Promise<RdapDomain | null> {
      const ask = (base: string) =>
        http.json(`${base}domain/${encodeURIComponent(name)}`, Domain, { headers: HEADERS })
      try {
        const registry = await registryOf(http, name)
        return await (registry === null
          ? ask(FALLBACK).catch(
              orElse(() => {
                throw noRegistry(name)
              }),
            )
          : ask(registry).catch(orElse(() => null)))
      } catch (thrown) {
        if (!isTheirs(thrown)) throw thrown
        // An unknown domain at the fallback proves nothing: only a registry decides.
        return ask(FALLBACK).catch(() => {
          throw thrown
        })
      }
    },
  }),
})

/** The result for a record that does not exist. */
const orElse =
  <T>(absent: () => T) =>
  (thrown: unknown): T => {
    if (thrown instanceof Fault && thrown.code === 'not_found') return absent()
    throw thrown
  }

const noRegistry = (name: string): Fault =>
  notFound(`No registry answers over RDAP for .${name.split('.').at(-1)}.`)

async function registryOf(http: UpstreamHttp, name: string): Promise<string | null> {
  const { services } = await http.json(BOOTSTRAP, Bootstrap, { cacheTtlMs: DAY_MS })
  const labels = name.split('.')
  const suffixes = labels.map((_label, at) => labels.slice(at).join('.'))
  for (const suffix of suffixes) {
    const [, bases] = services.find(([suffixesOf]) => suffixesOf.includes(suffix)) ?? []
    const base = bases?.find((url) => url.startsWith('https://')) ?? bases?.[0]
    if (base) return base.endsWith('/') ? base : `${base}/`
  }
  return null
}
