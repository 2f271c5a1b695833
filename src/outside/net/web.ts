import { setTimeout } from 'node:timers/promises'
import type { Capability, Host } from '../../base/core/capability.ts'
import type { SourceLog } from '../../base/core/provenance.ts'
import { DNS_SERVERS, dnsServers } from './_dns.ts'
import { resolveBy } from './_lookup.ts'
import type { EgressOptions } from './_egress-policy.ts'
import { createClient, type Answer, type RequestOptions, type StreamedAnswer } from './request.ts'

/** Requests for one call, under the signal of that call. */
export type WebRequest = Omit<RequestOptions, 'signal'>

/** The public web, at addresses that callers name. */
export interface Web {
  request(url: string | URL, options?: WebRequest): Promise<Answer>
  stream(url: string | URL, options?: WebRequest): Promise<StreamedAnswer>
  /** Waits between requests to one site, to keep the load on it low. */
  pause(forMs: number): Promise<void>
}

/** Overrides for tests, which serve the public internet themselves. */
export type Reachable = Omit<EgressOptions, 'policy'>

export const createWeb = (reachable: Reachable = {}): Capability<Web> => ({
  name: 'web',
  settings: [DNS_SERVERS],
  live: true,
  texts: 'public',
  reads: 'the site that the call names',
  open(host) {
    const client = createClient({ resolve: resolveFor(host), ...reachable, policy: 'publicWeb' })
    host.onClose(() => client.close())
    const ours = { 'user-agent': userAgent(host) }
    return ({ signal, sources }) => ({
      request: (url, options) =>
        noted(sources, url, () => client.request(url, sent(options, signal))),
      stream: (url, options) =>
        noted(sources, url, () => client.stream(url, sent(options, signal))),
      pause: (forMs) => setTimeout(forMs, undefined, { signal }),
    })

    function sent(options: WebRequest = {}, signal: AbortSignal): RequestOptions {
      return { ...options, headers: { ...ours, ...options.headers }, signal }
    }
  },
})

/** Pages and files of the public web. Strangers wrote them. */
export const web = createWeb()

/** Notes the host of the URL, and the host that answered after redirects. */
export async function noted<A extends { readonly url: string }>(
  sources: SourceLog | undefined,
  url: string | URL,
  request: () => Promise<A>,
): Promise<A> {
  const asked = URL.parse(String(url))
  const note = asked ? sources?.asked(asked.host) : undefined
  const answer = await request()
  note?.(new URL(answer.url).host)
  return answer
}

/** Uses the name servers of the setting, never those of the system. */
export const resolveFor = (host: Host) => resolveBy(dnsServers(host.setting))

/** Identifies the client, and names a contact. */
export function userAgent(host: Host): string {
  const contact = host.setting('BASE_URL')
  return `Mozilla/5.0 (compatible; farebox/0.1${contact ? `; +${contact}` : ''})`
}
