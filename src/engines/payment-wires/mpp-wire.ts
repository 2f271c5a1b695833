import { foreignObject } from '../../base/lib/foreign-json.ts'
import { isObject, textOr, type JsonObject } from '../../base/lib/json-object.ts'

/** One challenge of a header: a scheme and its parameters, names in lower case. */
export interface AuthChallenge {
  readonly scheme: string
  readonly params: ReadonlyMap<string, string>
  /** A token instead of parameters, as in `Authorization`. */
  readonly token: string | null
  readonly problems: readonly string[]
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+/
const TOKEN68 = /^[A-Za-z0-9._~+/-]+=*(?=\s*(?:,|$))/
const CHALLENGES_MAX = 50

/**
 * The challenges of a `WWW-Authenticate` header, as RFC 9110 writes them: several may stand in one
 * line, and commas divide both challenges and their parameters.
 */
export function authChallengesIn(header: string): readonly AuthChallenge[] {
  const found: AuthChallenge[] = []
  let rest = header
  while (found.length < CHALLENGES_MAX) {
    rest = rest.replace(/^[\s,]+/, '')
    const scheme = TOKEN.exec(rest)?.[0]
    if (scheme === undefined) break
    const after = rest.slice(scheme.length)
    if (after !== '' && !/^[\s,]/.test(after)) break
    const read = paramsOf(after.trimStart())
    found.push({ scheme, ...read.told })
    if (read.rest === rest) break
    rest = read.rest
  }
  return found
}

function paramsOf(text: string) {
  const params = new Map<string, string>()
  const problems: string[] = []
  const challengeOf = (token: string | null) => ({ params, token, problems })
  const bare = TOKEN68.exec(text)?.[0]
  if (bare !== undefined && !/^[^=]+=[^=]/.test(text.slice(0, bare.length + 1)))
    return { told: challengeOf(bare), rest: text.slice(bare.length) }
  let rest = text
  for (;;) {
    const next = rest.replace(/^[\s,]+/, '')
    const name = TOKEN.exec(next)?.[0]
    const assigned = name === undefined ? null : /^\s*=\s*/.exec(next.slice(name.length))
    if (name === undefined || !assigned) return { told: challengeOf(null), rest }
    const from = name.length + assigned[0].length
    const value = valueAt(next, from)
    if (!value) {
      problems.push(`${name} has no value that ends`)
      return { told: challengeOf(null), rest: '' }
    }
    const key = name.toLowerCase()
    if (params.has(key)) problems.push(`${key} stands twice; the first counts`)
    else params.set(key, value.text)
    rest = next.slice(value.end)
  }
}

function valueAt(text: string, from: number): { text: string; end: number } | null {
  if (text[from] !== '"') {
    const token = /^[^\s,"]+/.exec(text.slice(from))?.[0]
    return token === undefined ? null : { text: token, end: from + token.length }
  }
  let said = ''
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '"') return { text: said, end: at + 1 }
    if (text[at] === '\\') at += 1
    said += text[at] ?? ''
  }
  return null
}

/** The object that base64url text holds as JSON; null for anything else. */
export const base64urlObject = (text: string): JsonObject | null =>
  /^[A-Za-z0-9_-]+={0,2}$/.test(text) ? foreignObject(Buffer.from(text, 'base64url')) : null

/** A challenge of the Payment scheme (MPP), as far as it can be read. */
export interface MppChallenge {
  readonly id: string | null
  readonly method: string | null
  readonly intent: string | null
  readonly realm: string | null
  readonly description: string | null
  readonly expiresIso: string | null
  readonly request: JsonObject | null
  readonly opaque: JsonObject | null
  readonly problems: readonly string[]
}

const REQUIRED = ['id', 'realm', 'method', 'intent', 'request'] as const

export function mppChallengeOf(
  { params, problems: written }: Pick<AuthChallenge, 'params' | 'problems'>,
  nowMs: number,
): MppChallenge {
  const problems = [...written]
  for (const name of REQUIRED)
    if (!params.get(name)) problems.push(`${name} is missing, and a challenge must have it`)
  const sent = params.get('request')
  const request = sent ? base64urlObject(sent) : null
  if (sent && !request) problems.push('request is no base64url of a JSON object')
  if (sent && /[=]/.test(sent)) problems.push('request is padded; base64url here has no padding')
  if (request && !/^\d{1,78}$/.test(String(request['amount'])))
    problems.push('request.amount is missing, or not in base units as text of digits')
  const expires = params.get('expires')
  const at = expires === undefined ? Number.NaN : Date.parse(expires)
  if (expires !== undefined && Number.isNaN(at)) problems.push('expires is no date and time')
  else if (at <= nowMs) problems.push('it has expired: ask for a new one')
  const opaque = params.get('opaque')
  return {
    id: params.get('id') ?? null,
    method: params.get('method') ?? null,
    intent: params.get('intent') ?? null,
    realm: params.get('realm') ?? null,
    description: params.get('description') ?? null,
    expiresIso: Number.isNaN(at) ? null : new Date(at).toISOString(),
    request,
    opaque: opaque === undefined ? null : base64urlObject(opaque),
    problems,
  }
}

/** The terms in the request of a challenge, as far as it has the usual members. */
export function mppTermsOf(request: JsonObject | null) {
  const details = isObject(request?.['methodDetails']) ? request['methodDetails'] : {}
  const chainId = details['chainId']
  return {
    amountBase: textOr(request?.['amount'], null),
    currency: textOr(request?.['currency'], null),
    recipient: textOr(request?.['recipient'], null),
    chain:
      typeof chainId === 'number' && Number.isSafeInteger(chainId) ? `eip155:${chainId}` : null,
    decimals: typeof details['decimals'] === 'number' ? details['decimals'] : null,
  }
}
