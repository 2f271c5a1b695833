import { directivesOf, secondsOf } from './_headers.ts'

export interface Freshness {
  readonly cacheable: boolean
  /** Null where a cache may guess. */
  readonly seconds: number | null
  readonly why: readonly string[]
}

/** Statuses that a cache may keep without being told to (RFC 9110, 15.1). */
const KEPT_BY_DEFAULT = new Set([200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501])

const never = (why: string): Freshness => ({ cacheable: false, seconds: 0, why: [why] })

/** Whether and for how long a shared cache may keep an answer (RFC 9111). */
export function freshnessOf(status: number, headers: Headers): Freshness {
  const control = directivesOf(headers.get('cache-control'))
  if (control.has('no-store')) return never('no-store forbids every cache to keep it.')
  if (control.has('private'))
    return never('private: only the browser may keep it, no shared cache.')
  if (headers.get('vary')?.trim() === '*') return never('Vary: * makes every request another one.')
  const lifetime = lifetimeOf(control, headers)
  if (lifetime === null && !KEPT_BY_DEFAULT.has(status))
    return never(`An answer of ${status} is kept only if it says for how long.`)
  const aged = secondsOf(headers.get('age') ?? undefined)
  const why = [
    ...(lifetime ? [lifetime.why] : ['It says nothing about freshness, so caches guess.']),
    ...(control.has('no-cache') ? ['no-cache: a copy must be checked before each use.'] : []),
    ...(control.has('immutable')
      ? ['immutable: browsers do not ask again while it is fresh.']
      : []),
    ...(aged ? [`It has spent ${aged} seconds in a cache already.`] : []),
    ...(headers.has('set-cookie')
      ? ['It sets a cookie, which most shared caches refuse to keep.']
      : []),
  ]
  return {
    cacheable: true,
    seconds: control.has('no-cache') ? 0 : (lifetime?.seconds ?? null),
    why,
  }
}

function lifetimeOf(control: ReadonlyMap<string, string>, headers: Headers) {
  for (const name of ['s-maxage', 'max-age']) {
    const seconds = secondsOf(control.get(name))
    if (seconds !== null) return { seconds, why: `${name} keeps it fresh for ${seconds} seconds.` }
  }
  const expires = headers.get('expires')
  if (expires === null) return null
  const [until, from] = [Date.parse(expires), Date.parse(headers.get('date') ?? '')]
  // What is no date has expired (RFC 9111, 5.3).
  const seconds = Math.max(0, Math.floor((until - from) / 1_000)) || 0
  return { seconds, why: `Expires keeps it fresh for ${seconds} seconds.` }
}

const HIT_HEADERS = [
  'cf-cache-status',
  'x-cache',
  'x-vercel-cache',
  'x-cache-status',
  'cache-status',
  'x-nf-cache',
  'cdn-cache',
]

/** Whether it came from a cache: what the cache says, or that it is older than now. */
export function isHit(headers: Headers): boolean | null {
  for (const name of HIT_HEADERS) {
    const value = headers.get(name) ?? ''
    if (/\bhit\b|_hit\b|revalidated|stale/i.test(value)) return true
    if (/\bmiss\b|expired|bypass|dynamic|fwd=/i.test(value)) return false
  }
  const age = secondsOf(headers.get('age') ?? undefined)
  return age === null ? null : age > 0
}
