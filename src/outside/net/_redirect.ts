import { Fault } from '../../base/core/fault.ts'

/** One request of an exchange; each redirect causes another one. */
export interface Hop {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string | Uint8Array | null
  /** The origin of the first request. */
  readonly origin: string
  /** The host that redirected here; null for the first request. */
  readonly ledBy: string | null
}

const STATUSES = new Set([301, 302, 303, 307, 308])

/** Headers that may go to another origin: never those that identify the sender. */
const ANONYMOUS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'range',
  'user-agent',
])

interface Answer {
  readonly status: number
  readonly headers: Headers
}

interface Following<A> {
  /** With 0, a redirect is an answer like any other. */
  readonly redirectsMax: number
  send(hop: Hop): Promise<A>
  /** Called for each redirect. */
  readonly onRedirect: (hop: Hop, answer: A) => unknown
}

/** The last hop after all redirects, and its answer. */
export async function followed<A extends Answer>(
  first: Hop,
  { redirectsMax, send, onRedirect }: Following<A>,
): Promise<{ readonly hop: Hop; readonly answer: A }> {
  let hop = first
  for (let count = 0; ; count += 1) {
    const answer = await send(hop).catch(blaming(hop))
    const next =
      redirectsMax === 0 ? null : redirected(hop, answer.status, answer.headers.get('location'))
    if (!next) return { hop, answer }
    onRedirect(hop, answer)
    if (count === redirectsMax)
      throw new Fault('upstream_failed', `${first.url.host} redirects too often.`)
    hop = next
  }
}

/**
 * A bad URL is the caller's mistake only if the caller named it, not if it came from a redirect.
 */
const blaming =
  ({ ledBy }: Hop) =>
  (thrown: unknown): never => {
    if (ledBy === null || !(thrown instanceof Fault) || thrown.code !== 'bad_input') throw thrown
    throw new Fault('upstream_failed', `${ledBy} redirects to an address that is not public.`)
  }

/** The next request that a redirect asks for; null for any other answer. */
function redirected(hop: Hop, status: number, location: string | null): Hop | null {
  if (!STATUSES.has(status) || location === null) return null
  const url = URL.parse(location, hop.url.href)
  if (!url) throw new Fault('upstream_failed', `${hop.url.host} redirects to an invalid URL.`)
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST'
  const isKept = ([name]: [name: string, value: string]) =>
    (url.origin === hop.url.origin || ANONYMOUS.has(name)) &&
    !(becomesGet && name === 'content-type')
  const headers = new Headers([...hop.headers].filter(isKept))
  const request = becomesGet ? { method: 'GET', body: null } : {}
  return { ...hop, ...request, url, headers, ledBy: hop.url.host }
}
