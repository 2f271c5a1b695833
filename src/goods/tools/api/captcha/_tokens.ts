import { createHash, randomUUID, verify } from 'node:crypto'
import { z } from 'zod'
import { sameText } from '../../../../base/lib/same-text.ts'
import { trustedKey } from '../../../../engines/sql/certificate.ts'
import type { ServiceKeys } from '../../../../stores/service-keys.ts'
import { KINDS, type Kind } from './_puzzles.ts'

/** Puzzles without state: the signed token holds all that is needed to check an answer. */

/** Capitals, spaces and commas do not matter. */
const plainAnswer = (answer: string): string =>
  answer
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll('\u2212', '-')
    .replaceAll(/[\s,;]+/g, ' ')
    .trim()

const VERSION = 'v1'
/** An answer that is signed can never be read as a signed token or certificate. */
const ANSWER_PREFIX = 'captcha-answer.v1\n'
const TOKEN_PREFIX = 'captcha-token.v1\n'

const Head = z.object({ id: z.string(), kind: z.enum(KINDS), exp: z.int(), kid: z.string() })

const encoded = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64url')

interface Signer {
  sign(text: string): string
}

/**
 * Nobody can try answers without the key: Ed25519 gives the same text the same signature, so its
 * hash is a code of the answer that only the service can make.
 */
const codeOf = ({ sign }: Signer, head: string, answer: string): string =>
  createHash('sha256')
    .update(sign(`${ANSWER_PREFIX}${head}\n${plainAnswer(answer)}`))
    .digest('base64url')

export async function tokenOf(keys: ServiceKeys, kind: Kind, answer: string, exp: number) {
  const current = await keys.current()
  const id = randomUUID()
  const head = encoded(JSON.stringify({ id, kind, exp, kid: current.kid }))
  const body = `${head}.${codeOf(current, head, answer)}`
  return { id, token: `${VERSION}.${body}.${current.sign(TOKEN_PREFIX + body)}` }
}

export const REASONS = [
  'right',
  'wrong-answer',
  'expired',
  'malformed',
  'forged',
  'key-changed',
] as const

export interface TokenCheck {
  readonly reason: (typeof REASONS)[number]
  readonly id: string | null
  readonly expired: boolean
}

export async function checked(
  keys: ServiceKeys,
  token: string,
  answer: string,
  nowMs: number,
): Promise<TokenCheck> {
  const [version, head = '', code = '', signature = '', ...more] = token.trim().split('.')
  const read = version === VERSION && more.length === 0 && signature ? headOf(head) : null
  if (!read) return { reason: 'malformed', id: null, expired: false }
  const key = (await keys.published()).find(({ kid }) => kid === read.kid)
  if (!key || key.isRevoked || !isSigned(key.x, `${head}.${code}`, signature))
    return { reason: 'forged', id: null, expired: false }
  const expired = read.exp * 1_000 <= nowMs
  const checkOf = (reason: TokenCheck['reason']) => ({ reason, id: read.id, expired })
  if (expired) return checkOf('expired')
  const current = await keys.current()
  if (current.kid !== read.kid) return checkOf('key-changed')
  return checkOf(sameText(codeOf(current, head, answer), code) ? 'right' : 'wrong-answer')
}

function headOf(text: string): z.output<typeof Head> | null {
  try {
    return Head.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data ?? null
  } catch {
    return null
  }
}

function isSigned(x: string, body: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  const { key } = trustedKey(Buffer.from(x, 'base64url'))
  return bytes.length === 64 && verify(null, Buffer.from(TOKEN_PREFIX + body), key, bytes)
}
