import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { canonicalJson } from '../../base/lib/canonical-json.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { sameText } from '../../base/lib/same-text.ts'

/** Certificates of statements: what was reviewed, bound to its exact bytes, for a short time. */

export const SIGNED_PREFIX = 'sql-guard-cert.v1\n'

const VERSION = 1
const TYPE = 'sql-guard-certificate'
/** The clocks of two machines differ. */
const EARLY_SECONDS_MAX = 60

const Certificate = z.object({
  v: z.number(),
  type: z.string(),
  alg: z.literal('Ed25519'),
  kid: z.string().regex(/^[0-9a-f]{16}$/),
  iss: z.string(),
  dialect: z.string(),
  statementSha256: z.string().regex(/^[0-9a-f]{64}$/),
  statementBytes: z.int().min(0),
  verdict: z.string(),
  policy: z.string(),
  analyzer: z.string(),
  iat: z.int(),
  exp: z.int(),
  jti: z.string(),
})
export type SqlCertificate = z.output<typeof Certificate>

export const sha256Of = (sql: string): string => createHash('sha256').update(sql).digest('hex')

export const newCertificate = (
  fields: Omit<SqlCertificate, 'v' | 'type' | 'alg' | 'verdict'>,
): SqlCertificate => ({ v: VERSION, type: TYPE, alg: 'Ed25519', verdict: 'pass', ...fields })

/** What is signed: everything, in the one text of RFC 8785. */
export const signedText = (certificate: object): string =>
  SIGNED_PREFIX + canonicalJson(certificate)

/** Both parts in one text, for where only one fits. */
export const compactOf = (certificate: object, signature: string): string =>
  `${Buffer.from(canonicalJson(certificate)).toString('base64url')}.${signature}`

export interface TrustedKey {
  readonly kid: string
  readonly key: KeyObject
  readonly isRevoked: boolean
}

/** An Ed25519 key by its 32 bytes. */
export function trustedKey(raw: Buffer, isRevoked = false): TrustedKey {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }
  const kid = createHash('sha256').update(raw).digest('hex').slice(0, 16)
  return { kid, key: createPublicKey({ key: jwk, format: 'jwk' }), isRevoked }
}

export type Refusal =
  | 'malformed'
  | 'version_unsupported'
  | 'signature_malformed'
  | 'key_unknown'
  | 'key_revoked'
  | 'signature_invalid'
  | 'verdict_not_pass'
  | 'not_yet_valid'
  | 'expired'
  | 'statement_mismatch'
  | 'policy_mismatch'

export interface Presented {
  readonly sql: string
  /** An object, an object with its signature inside, or the compact text. */
  readonly certificate: unknown
  readonly signature?: string | undefined
  readonly policy?: string | undefined
}

export interface Checked {
  readonly reason: Refusal | null
  readonly certificate: JsonObject | null
}

/** Checks a certificate against the keys that are trusted; its signature before what it says. */
export function checkCertificate(
  { sql, certificate, signature, policy }: Presented,
  keys: readonly TrustedKey[],
  nowSeconds: number,
): Checked {
  const parts = partsOf(certificate, signature)
  if (!parts) return { reason: 'malformed', certificate: null }
  const { body } = parts
  const refusalOf = (reason: Refusal): Checked => ({ reason, certificate: body })
  if (body['v'] !== undefined && body['v'] !== VERSION) return refusalOf('version_unsupported')
  const shaped = Certificate.safeParse(body)
  if (!shaped.success || shaped.data.type !== TYPE) return refusalOf('malformed')
  const told = shaped.data
  const bytes = signatureBytes(parts.signature)
  if (!bytes) return refusalOf('signature_malformed')
  const trusted = keys.find(({ kid }) => kid === told.kid)
  if (!trusted) return refusalOf('key_unknown')
  if (trusted.isRevoked) return refusalOf('key_revoked')
  if (!verify(null, Buffer.from(signedText(body)), trusted.key, bytes))
    return refusalOf('signature_invalid')
  if (told.verdict !== 'pass') return refusalOf('verdict_not_pass')
  if (told.iat > nowSeconds + EARLY_SECONDS_MAX) return refusalOf('not_yet_valid')
  if (nowSeconds >= told.exp) return refusalOf('expired')
  if (!sameText(sha256Of(sql), told.statementSha256)) return refusalOf('statement_mismatch')
  if (Buffer.byteLength(sql) !== told.statementBytes) return refusalOf('statement_mismatch')
  if (policy !== undefined && policy !== told.policy) return refusalOf('policy_mismatch')
  return { reason: null, certificate: body }
}

function partsOf(certificate: unknown, given?: string) {
  if (typeof certificate === 'string') {
    const [text = '', signature = given ?? '', more] = certificate.split('.')
    if (more !== undefined) return undefined
    try {
      const body: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
      return isObject(body) ? { body, signature } : undefined
    } catch {
      return undefined
    }
  }
  if (!isObject(certificate)) return undefined
  const { signature: own, ...body } = certificate
  const signature = given ?? (typeof own === 'string' ? own : '')
  // One that names a certificate and its signature side by side is taken apart.
  const inner = body['certificate']
  return isObject(inner) ? { body: inner, signature } : { body, signature }
}

/** Node reads padded, cut and mixed base64 too; only the one right text is taken. */
function signatureBytes(signature: string): Buffer | undefined {
  if (signature.length !== 86) return undefined
  const bytes = Buffer.from(signature, 'base64url')
  return bytes.length === 64 && bytes.toString('base64url') === signature ? bytes : undefined
}
