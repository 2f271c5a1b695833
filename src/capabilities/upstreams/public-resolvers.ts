import { z } from 'zod'
import { Fault, notFound } from '../../base/core/fault.ts'
import { defineUpstream, type UpstreamHttp } from './define.ts'

const Answer = z.object({
  Status: z.int(),
  AD: z.boolean().nullish().catch(null),
  Answer: z
    .array(z.object({ name: z.string(), type: z.int(), TTL: z.int(), data: z.string() }))
    .nullish(),
})

export interface DohAnswer {
  /** Whether the resolver has checked the signatures. */
  readonly authentic: boolean
  readonly records: readonly {
    readonly type: number
    readonly ttl: number
    readonly data: string
  }[]
}

const NXDOMAIN = 3

/** DNS over HTTPS in its JSON form, which these resolvers share. */
const ask =
  (http: UpstreamHttp, path: string) =>
  async (name: string, type: string, options: { readonly unchecked?: true } = {}) => {
    const query = { name, type, do: 1, cd: options.unchecked ? 1 : undefined }
    const { Status, AD, Answer: rows } = await http.json(path, Answer, { query })
    if (Status === NXDOMAIN) throw notFound('No such domain.')
    if (Status !== 0)
      throw new Fault('upstream_failed', `The resolver answered with the status ${Status}.`)
    const records = (rows ?? []).map((row) => ({ type: row.type, ttl: row.TTL, data: row.data }))
    return { authentic: AD ?? false, records } satisfies DohAnswer
  }

const LIMITS = { timeoutMs: 6_000, bytesMax: 1_000_000, perSecond: 20 } as const
const JSON_HEADERS = () => ({ accept: 'application/dns-json' })

export const cloudflareDns = defineUpstream({
  name: 'cloudflare-dns',
  title: 'Cloudflare DNS',
  terms: 'https://developers.cloudflare.com/1.1.1.1/terms-of-use/',
  texts: 'public',
  base: 'https://cloudflare-dns.com',
  limits: LIMITS,
  headers: JSON_HEADERS,
  api: (http) => ({ title: 'Cloudflare DNS', ask: ask(http, '/dns-query') }),
})

export const googleDns = defineUpstream({
  name: 'google-dns',
  title: 'Google Public DNS',
  terms: 'https://developers.google.com/speed/public-dns/terms',
  texts: 'public',
  base: 'https://dns.google',
  limits: LIMITS,
  headers: JSON_HEADERS,
  api: (http) => ({ title: 'Google Public DNS', ask: ask(http, '/resolve') }),
})

export const quad9Dns = defineUpstream({
  name: 'quad9-dns',
  title: 'Quad9',
  terms: 'https://quad9.net/service/service-addresses-and-features',
  texts: 'public',
  base: 'https://dns.quad9.net:5053',
  limits: LIMITS,
  headers: JSON_HEADERS,
  api: (http) => ({ title: 'Quad9', ask: ask(http, '/dns-query') }),
})

export const adguardDns = defineUpstream({
  name: 'adguard-dns',
  title: 'AdGuard DNS',
  terms: 'https://adguard-dns.io/en/eula.html',
  texts: 'public',
  base: 'https://dns.adguard-dns.com',
  limits: LIMITS,
  headers: JSON_HEADERS,
  api: (http) => ({ title: 'AdGuard DNS', ask: ask(http, '/resolve') }),
})
