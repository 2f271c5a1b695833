import { Fault } from '../core/fault.ts'

/** One request of an exchange; a redirect leads to the next. */
export interface Hop {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string | Uint8Array | null
  /** The origin of the first request. */
  readonly origin: string
  /** The host whose redirect led here; null for the first request. */
  readonly ledBy: string | null
}

const STATUSES = new Set([301, 302, 303, 307, 308])

/** Headers that may go to another origin: never those that say who sends the request. */
const ANONYMOUS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'range',
  'user-agent',
])

/** The next request that a redirect asks for; null for any other answer. */
export function redirected(hop: Hop, status: number, location: string | null): Hop | null {
  if (!STATUSES.has(status) || location === null) return null
  const url = URL.parse(location, hop.url.href)
  if (!url) throw new Fault('upstream_failed', `${hop.url.host} redirects to what is no URL.`)
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST'
  const isKept = ([name]: [name: string, value: string]) =>
    (url.origin === hop.url.origin || ANONYMOUS.has(name)) &&
    !(becomesGet && name === 'content-type')
  const headers = new Headers([...hop.headers].filter(isKept))
  const request = becomesGet ? { method: 'GET', body: null } : {}
  return { ...hop, ...request, url, headers, ledBy: hop.url.host }
}
