/** The parts of a compact JWS, or the reason why a text is not one. */
export type Token =
  | { readonly header: Claims; readonly payload: Claims; readonly signature: string }
  | { readonly reason: string }

export type Claims = Readonly<Record<string, unknown>>

const DEPTH_MAX = 64

export function readToken(token: string): Token {
  const [header, payload, signature, ...rest] = token.split('.')
  if (rest.length === 2) return { reason: 'is encrypted (JWE), and unreadable without its key' }
  if (signature === undefined || rest.length > 0) {
    return { reason: 'must have three parts with dots between them' }
  }
  const read = { header: claimsOf(header), payload: claimsOf(payload) }
  if (!read.header) return { reason: 'has a header that is not a base64url JSON object' }
  if (!read.payload) return { reason: 'has a payload that is not a base64url JSON object' }
  if (!isBase64url(signature)) return { reason: 'has a signature that is not base64url' }
  return { header: read.header, payload: read.payload, signature }
}

/** Answers must be serialisable as JSON again, which deep nesting prevents. */
export function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth < DEPTH_MAX && Object.values(value).every((inner) => isShallow(inner, depth + 1))
}

/** The instant of a NumericDate claim; undefined if it is not one. */
export function instantOf(seconds: unknown): Date | undefined {
  if (typeof seconds !== 'number') return undefined
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? undefined : date
}

const isBase64url = (text: string): boolean => /^[\w-]*$/.test(text) && text.length % 4 !== 1

function claimsOf(part: string | undefined): Claims | undefined {
  if (!part || !isBase64url(part)) return undefined
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url'))
    const claims: unknown = JSON.parse(json)
    const isObject = typeof claims === 'object' && claims !== null && !Array.isArray(claims)
    return isObject && isShallow(claims) ? (claims as Claims) : undefined
  } catch {
    return undefined
  }
}
