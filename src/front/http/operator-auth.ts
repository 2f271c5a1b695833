import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createLimit } from '../../selling/call/limits.ts'
import type { CallRequest } from '../../base/core/call.ts'
import { Fault, notFound } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { bearerOf } from '../../selling/payments/credits.ts'
import type { Endpoint, FrontParts, Instance } from './endpoint.ts'

const TRIES_PER_MINUTE = 5
/** Addresses that have shown the right token, as long as a session lasts. */
const KNOWN_CLIENTS_MAX = 1_000
const SESSION_MS = 12 * HOUR_MS
const COOKIE = 'operator'
const SESSION = new RegExp(`(?:^|;\\s*)${COOKIE}=(\\d{1,16})\\.([\\w-]+)`)

/** Authenticates the operator: programs by a bearer token, browsers by a session cookie. */
export interface OperatorAuth {
  readonly isOpen: boolean
  /** The endpoint, for requests that send the token. */
  guard(handle: Endpoint['handle']): Endpoint['handle']
  /** The session cookie. Throws for a wrong token, after too many, and for another site's form. */
  signIn(request: CallRequest, token: string): Promise<string>
  /** Whether a browser is signed in. Throws for a change that a page of another site asks for. */
  isSignedIn(request: CallRequest): boolean
  /** The cookie that ends a session. */
  readonly signOut: string
}

/**
 * Without `OPERATOR_TOKEN`, all requests answer 404. A client has five tries a minute; past them
 * the right token is refused too, or they would be no limit. A client that has shown the right one
 * within twelve hours needs no try, so other users of its address cannot lock the operator out.
 */
export function openOperatorAuth(
  { ground: { stores } }: FrontParts,
  { shop, settings, now }: Instance,
): OperatorAuth {
  const { OPERATOR_TOKEN: token } = settings.serving
  const { rateCounters } = stores
  const tries = createLimit('operator tokens', TRIES_PER_MINUTE, { rateCounters, now })
  const known = new Map<string, number>()
  const { baseUrl } = shop.site
  const isSecure = baseUrl.startsWith('https:')
  const kind = `HttpOnly; SameSite=Strict; Path=/operator${isSecure ? '; Secure' : ''}`

  const sealOf = (until: string): string =>
    createHmac('sha256', token ?? '')
      .update(`session ${until}`)
      .digest('base64url')

  /** Throws unless the token is right. */
  async function check(request: CallRequest, given: string | null): Promise<void> {
    if (token === undefined) throw notFound('Not found: OPERATOR_TOKEN is not set.')
    const { client } = request
    const isRight = given !== null && isSame(given, token)
    if (isRight && (known.get(client) ?? 0) > now()) return
    // A request without a token guesses none. Counted before a token is known to be right: many
    // tries at once are many tries.
    if (given !== null) await tries.take(client)
    if (isRight) return remember(client)
    throw new Fault('unauthorized', 'Send Authorization: Bearer <OPERATOR_TOKEN>.', {
      headers: [['www-authenticate', 'Bearer realm="operator"']],
    })
  }

  function remember(client: string): void {
    known.delete(client)
    known.set(client, now() + SESSION_MS)
    if (known.size > KNOWN_CLIENTS_MAX) known.delete(known.keys().next().value ?? '')
  }

  return {
    isOpen: token !== undefined,
    guard: (handle) => async (request, params) => {
      await check(request, bearerOf(request.header('authorization')))
      return handle(request, params)
    },
    async signIn(request, given) {
      assertOwnPage(request, baseUrl)
      await check(request, given)
      const until = String(now() + SESSION_MS)
      return `${COOKIE}=${until}.${sealOf(until)}; Max-Age=${SESSION_MS / 1_000}; ${kind}`
    },
    isSignedIn(request) {
      if (token === undefined) return false
      const [, until = '', seal = ''] = SESSION.exec(request.header('cookie') ?? '') ?? []
      const isIn = seal !== '' && isSame(seal, sealOf(until)) && Number(until) > now()
      if (isIn && !READS.has(request.method)) assertOwnPage(request, baseUrl)
      return isIn
    },
    signOut: `${COOKIE}=; Max-Age=0; ${kind}`,
  }
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/**
 * Browsers send a cookie with forms of other sites too: `SameSite` lets other ports and subdomains
 * of this one pass. They say where a form comes from; a program that says nothing is no browser.
 * Some browsers write `null` for the origin of a page that they keep to itself.
 */
function assertOwnPage({ header }: CallRequest, baseUrl: string): void {
  const site = header('sec-fetch-site')
  const origin = header('origin')
  const isNear = site === undefined || site === 'same-origin' || site === 'none'
  const isOwn =
    origin === undefined ||
    (origin === 'null' && site === 'same-origin') ||
    origin === new URL(baseUrl).origin ||
    URL.parse(origin)?.host === header('host')
  if (!isNear || !isOwn)
    throw new Fault(
      'forbidden',
      `${isNear ? 'Origin' : 'Sec-Fetch-Site'}: only pages of this site may change anything here.`,
    )
}

/** Takes the same time wherever two texts differ. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
