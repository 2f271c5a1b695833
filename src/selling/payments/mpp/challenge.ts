import { randomBytes } from 'node:crypto'
import type { HeaderPair } from '../../../base/core/call.ts'
import { createSigner } from './signer.ts'
import { sameText } from '../../../base/lib/same-text.ts'

/** What one method asks for, written once and then sent with every 402. */
export interface Draft {
  readonly method: string
  /** Base64url of canonical JSON. */
  readonly request: string
  readonly params: Readonly<Record<string, string>>
  readonly head: string
  readonly bound: string
}

/** The challenge as the credential echoes it; not trusted. */
export interface Echo {
  readonly id: string
  readonly realm: string
  readonly method: string
  readonly intent: string
  readonly request: string
  readonly expires: string
  readonly opaque: string
}

export interface Issued {
  readonly headers: readonly HeaderPair[]
  /** The same as values, with `request` as an object. */
  values(): readonly Readonly<Record<string, unknown>>[]
  /** The id of the first challenge; undefined if there is none. */
  readonly id: string | undefined
}

export interface Challenges {
  draft(method: string, request: string, description: string): Draft
  /** Challenges with unique ids. Nothing is stored. */
  issue(scope: string, drafts: readonly Draft[]): Issued
  /** Whether this service issued the challenge, for any route and price. */
  isOwn(echo: Echo): boolean
}

export interface ChallengeOptions {
  /** Signs challenges; the same on every replica. */
  readonly key: string
  /** The public host. */
  readonly realm: string
  now(): number
}

export const INTENT = 'charge'
const LIFE_MS = 300_000
/** Of this process, so that no other has the same nonces. */
const SEED_BYTES = 12
const DESCRIPTION_LENGTH_MAX = 60

/**
 * Challenges of the Machine Payments Protocol, with the ids that mppx computes: an HMAC over all
 * terms of the challenge. They carry a nonce, because two buyers who ask in the same millisecond
 * must not share an id.
 */
export function createChallenges({ key, realm, now }: ChallengeOptions): Challenges {
  const sign = createSigner(key)
  const seed = randomBytes(SEED_BYTES).toString('hex')
  let count = 0
  let issuedAt = Number.NaN
  let expires = ''

  function expiresAt(at: number): string {
    if (at !== issuedAt) expires = new Date(at + LIFE_MS).toISOString()
    issuedAt = at
    return expires
  }

  return {
    draft(method, request, description) {
      const params = { realm, method, intent: INTENT, request, description: quotable(description) }
      const named = Object.entries(params).map(([name, value]) => `${name}="${value}"`)
      return {
        method,
        request,
        params,
        head: `", ${named.join(', ')}, expires="`,
        bound: `${realm}|${method}|${INTENT}|${request}|`,
      }
    },
    issue(scope, drafts) {
      const until = expiresAt(now())
      const opaque = base64url({ [SCOPE]: scope, nonce: `${seed}${(count++).toString(36)}` })
      const ids = drafts.map(({ bound }) => sign(`${bound}${until}||${opaque}`))
      return {
        headers: drafts.map(({ head }, at) => [
          'www-authenticate',
          `Payment id="${ids[at]}${head}${until}", opaque="${opaque}"`,
        ]),
        values: () =>
          drafts.map(({ params, request }, at) => ({
            id: ids[at],
            ...params,
            request: decodeJson(request),
            expires: until,
            opaque,
          })),
        id: ids[0],
      }
    },
    isOwn({ id, realm: told, method, intent, request, expires, opaque }) {
      return sameText(id, sign([told, method, intent, request, expires, '', opaque].join('|')))
    },
  }
}

/** What this service added to a challenge besides its terms. */
export interface Opaque {
  readonly scope: string
  readonly nonce: string
}

/** The field in which mppx expects the route of a challenge. */
const SCOPE = '_mppx_scope'

export function readOpaque(opaque: string): Opaque {
  const read = decodeJson(opaque) as Readonly<Record<string, string | undefined>> | null
  return { scope: read?.[SCOPE] ?? '', nonce: read?.['nonce'] ?? '' }
}

/** Base64url of canonical JSON, the form in which terms travel. */
export const encodeJson = (value: unknown): string => base64url(sorted(value))

const base64url = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url')

export function decodeJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}

/** Text that is allowed between quotes in a header. */
const quotable = (text: string): string =>
  text.replace(/[^\x20-\x7e]|["\\]/g, '').slice(0, DESCRIPTION_LENGTH_MAX)
