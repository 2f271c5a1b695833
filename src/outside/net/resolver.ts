import type { Resolver as Server } from 'node:dns/promises'
import type { Capability } from '../../base/core/capability.ts'
import { notFound } from '../../base/core/fault.ts'
import { DNS_SERVERS, ask, dnsServers, type Question } from './_dns.ts'
import { isPrivateName } from './public-url.ts'

export interface MailExchange {
  readonly exchange: string
  readonly priority: number
}

export interface Soa {
  readonly nsname: string
  readonly hostmaster: string
  readonly serial: number
  readonly refresh: number
  readonly retry: number
  readonly expire: number
  readonly minttl: number
}

/** One CAA record as tag and value: `issue` and `letsencrypt.org`. */
export interface Caa {
  readonly tag: string
  readonly value: string
  readonly critical: boolean
}

/** The shape of one record of each type. */
export interface Records {
  readonly A: string
  readonly AAAA: string
  readonly MX: MailExchange
  /** The strings of one TXT record. */
  readonly TXT: readonly string[]
  readonly NS: string
  readonly CNAME: string
  readonly PTR: string
  readonly SOA: Soa
  readonly CAA: Caa
}

export interface Resolver {
  /** The records of one type; none if the name has none. Throws `not_found` for an unknown name. */
  resolve<T extends keyof Records>(name: string, type: T): Promise<readonly Records[T][]>
}

const QUESTIONS: { readonly [T in keyof Records]: Question<Records[T]> } = {
  A: (server, name) => server.resolve4(name),
  AAAA: (server, name) => server.resolve6(name),
  MX: exchanges,
  TXT: (server, name) => server.resolveTxt(name),
  NS: (server, name) => server.resolveNs(name),
  CNAME: (server, name) => server.resolveCname(name),
  PTR: (server, name) => server.resolvePtr(name),
  SOA: async (server, name) => [await server.resolveSoa(name)],
  CAA: authorities,
}

/** In order of preference. */
async function exchanges(server: Server, name: string): Promise<readonly MailExchange[]> {
  const found = await server.resolveMx(name)
  return found
    .map(({ exchange, priority }) => ({ exchange, priority }))
    .toSorted((a, b) => a.priority - b.priority)
}

/** Node names a member after the tag, beside two of its own. */
async function authorities(server: Server, name: string): Promise<readonly Caa[]> {
  const found = (await server.resolveCaa(name)) as unknown as readonly CaaOfNode[]
  return found.flatMap((record) =>
    Object.entries(record)
      .filter(([tag]) => tag !== 'critical' && tag !== 'type')
      .map(([tag, value]) => ({ tag, value: String(value), critical: record.critical > 0 })),
  )
}

type CaaOfNode = Readonly<Record<string, unknown>> & { readonly critical: number }

/** DNS look-ups. Every call asks the name servers again. */
export const resolver: Capability<Resolver> = {
  name: 'resolver',
  settings: [DNS_SERVERS],
  live: true,
  texts: 'public',
  reads: 'the DNS',
  open(host) {
    const servers = dnsServers(host.setting)
    return ({ signal, sources }) => ({
      async resolve<T extends keyof Records>(name: string, type: T) {
        if (isPrivateName(name)) throw notFound('No such domain.')
        const note = sources?.asked('DNS')
        const records = await ask<Records[T]>(name, QUESTIONS[type], { servers, signal })
        note?.()
        return records
      },
    })
  },
}
