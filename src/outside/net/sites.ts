import type { Capability } from '../../base/core/capability.ts'
import { DNS_SERVERS } from './_dns.ts'
import { ACCEPT_ENCODING } from './_body.ts'
import { exchange, type Exchanged, type Timing } from './_exchange.ts'
import { createDeadline } from './_deadline.ts'
import { followed } from './_redirect.ts'
import { assertPublicUrl, isPublicAddress } from './public-url.ts'
import { noted, resolveFor, userAgent, type Reachable } from './web.ts'

export interface VisitOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Of the decoded body; the rest is not read. With 0, nothing is read. */
  readonly bytesMax?: number
  readonly redirectsMax?: number
  /** For all requests of one visit. */
  readonly timeoutMs?: number
}

export interface Redirect {
  readonly url: string
  readonly status: number
  readonly location: string
}

export interface Visit extends Exchanged {
  /** The URL of the answer, after redirects. */
  readonly url: string
  readonly redirects: readonly Redirect[]
}

/** Status, headers and timing of sites. `web` reads their pages. */
export interface Sites {
  visit(url: string | URL, options?: VisitOptions): Promise<Visit>
}

export type { Timing }

const TIMEOUT_MS = 15_000
const REDIRECTS_MAX = 10

export const createSites = (reachable: Reachable = {}): Capability<Sites> => ({
  name: 'sites',
  settings: [DNS_SERVERS],
  live: true,
  texts: 'public',
  reads: 'the site that the call names',
  open(host) {
    const { allow = () => false, resolve = resolveFor(host), ...stage } = reachable
    const mayReach = (ip: string) => isPublicAddress(ip) || allow(ip)
    const guard = { ...stage, resolve, mayReach }
    const ours = {
      'user-agent': userAgent(host),
      accept: '*/*',
      'accept-encoding': ACCEPT_ENCODING,
    }
    async function visit(
      address: string | URL,
      options: VisitOptions,
      signal: AbortSignal,
    ): Promise<Visit> {
      const url = assertPublicUrl(address, allow)
      const deadline = createDeadline(options.timeoutMs ?? TIMEOUT_MS, signal)
      const { method = 'GET', bytesMax = 0, redirectsMax = REDIRECTS_MAX } = options
      const headers = new Headers({ ...ours, ...options.headers })
      const redirects: Redirect[] = []
      const first = { method, url, headers, body: null, origin: url.origin, ledBy: null }
      const { hop, answer } = await followed(first, {
        redirectsMax,
        async send(hop) {
          assertPublicUrl(hop.url, allow)
          return exchange(hop, { guard, deadline, bytesMax })
        },
        onRedirect: ({ url: from }, { status, headers: said }) =>
          redirects.push({ url: from.href, status, location: said.get('location') ?? '' }),
      }).finally(deadline.end)
      return { ...answer, url: hop.url.href, redirects }
    }

    return ({ signal, sources }) => ({
      visit: (address, options = {}) =>
        noted(sources, address, () => visit(address, options, signal)),
    })
  },
})

export const sites = createSites()
