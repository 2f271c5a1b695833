import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createLimit } from '../call/limits.ts'
import type { CallRequest } from '../core/call.ts'
import { Fault, notFound } from '../core/fault.ts'
import { HOUR_MS } from '../core/milliseconds.ts'
import { bearerOf } from '../payments/credits.ts'
import type { Endpoint, FreeParts } from './endpoint.ts'

const WRONG_TOKENS_PER_MINUTE = 10
const SESSION_MS = 12 * HOUR_MS
const COOKIE = 'operator'
const SESSION = new RegExp(`(?:^|;\\s*)${COOKIE}=(\\d{1,16})\\.([\\w-]+)`)

/** Authenticates the operator: programs by a bearer token, browsers by a session cookie. */
export interface OperatorAuth {
  readonly isOpen: boolean
  /** The endpoint, for requests that send the token. */
  guard(handle: Endpoint['handle']): Endpoint['handle']
  /** The session cookie. Throws for a wrong token, and after too many wrong tokens. */
  signIn(request: CallRequest, token: string): Promise<string>
  /** Whether a browser is signed in. */
  isSignedIn(request: CallRequest): boolean
  /** The cookie that ends a session. */
  readonly signOut: string
}

/**
 * Without `OPERATOR_TOKEN`, all requests answer 404. Only wrong tokens are limited, so that other
 * users of the operator's address cannot lock the operator out.
 */
export function openOperatorAuth({ config, shop, stores, now }: FreeParts): OperatorAuth {
  const { OPERATOR_TOKEN: token } = config
  const wrong = createLimit('wrong operator tokens', WRONG_TOKENS_PER_MINUTE, { ...stores, now })
  const isSecure = shop.site.baseUrl.startsWith('https:')
  const kind = `HttpOnly; SameSite=Strict; Path=/operator${isSecure ? '; Secure' : ''}`

  const sealOf = (until: string): string =>
    createHmac('sha256', token ?? '')
      .update(`session ${until}`)
      .digest('base64url')

  /** Throws unless the token is right. */
  async function check(request: CallRequest, given: string | null): Promise<void> {
    if (token === undefined) throw notFound('Not found: OPERATOR_TOKEN is not set.')
    if (given !== null && isSame(given, token)) return
    await wrong.assert(request.client)
    await wrong.take(request.client)
    throw new Fault('unauthorized', 'Send Authorization: Bearer <OPERATOR_TOKEN>.', {
      headers: [['www-authenticate', 'Bearer realm="operator"']],
    })
  }

  return {
    isOpen: token !== undefined,
    guard: (handle) => async (request, params) => {
      await check(request, bearerOf(request.header('authorization')))
      return handle(request, params)
    },
    async signIn(request, given) {
      await check(request, given)
      const until = String(now() + SESSION_MS)
      return `${COOKIE}=${until}.${sealOf(until)}; Max-Age=${SESSION_MS / 1_000}; ${kind}`
    },
    isSignedIn(request) {
      if (token === undefined) return false
      const [, until = '', seal = ''] = SESSION.exec(request.header('cookie') ?? '') ?? []
      return seal !== '' && isSame(seal, sealOf(until)) && Number(until) > now()
    },
    signOut: `${COOKIE}=; Max-Age=0; ${kind}`,
  }
}

/** Takes the same time wherever two texts differ. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
