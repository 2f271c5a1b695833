import { constants, createHmac, sign, type KeyObject, type SignKeyObjectInput } from 'node:crypto'
import { badInput } from '../../../../base/core/fault.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'

/** HTTP Message Signatures of requests (RFC 9421). */

export interface Message {
  readonly method: string
  readonly url: URL
  /** In lower case. */
  readonly headers: ReadonlyMap<string, string>
}

const DERIVED: Readonly<Record<string, (message: Message) => string>> = {
  '@method': ({ method }) => method,
  '@target-uri': ({ url }) => url.href,
  '@authority': ({ url }) => url.host,
  '@scheme': ({ url }) => url.protocol.replace(':', ''),
  '@request-target': ({ url }) => url.pathname + url.search,
  '@path': ({ url }) => url.pathname,
  '@query': ({ url }) => url.search || '?',
}

export function valueOf(message: Message, component: string): string {
  const derived = DERIVED[component]
  if (derived) return derived(message)
  const value = message.headers.get(component)
  if (component.startsWith('@') || value === undefined)
    throw badInput(
      `components: ${excerpt(component)} must be one of ${Object.keys(DERIVED).join(', ')}, or ` +
        'a header that is given in lower case',
    )
  return value.trim()
}

/** What is signed, and the value of `Signature-Input` without its label. */
export function signatureBase(
  message: Message,
  components: readonly string[],
  { created, keyId }: { readonly created: number; readonly keyId: string },
): { readonly base: string; readonly parameters: string } {
  const names = components.map((one) => JSON.stringify(one)).join(' ')
  const parameters = `(${names});created=${created};keyid=${JSON.stringify(keyId)}`
  const lines = components.map((one) => `"${one}": ${valueOf(message, one)}`)
  return { base: [...lines, `"@signature-params": ${parameters}`].join('\n'), parameters }
}

export function messageSignature(base: string, key: KeyObject | Buffer): Buffer {
  if (Buffer.isBuffer(key)) return createHmac('sha256', key).update(base).digest()
  const type = key.asymmetricKeyType
  const curve = key.asymmetricKeyDetails?.namedCurve
  const how = type === 'ec' ? HOW[curve ?? ''] : HOW[type ?? '']
  if (!how)
    throw badInput('secret: must be a key of Ed25519, P-256, P-384 or RSA, or a shared secret')
  const [digest, options] = how
  return sign(digest, Buffer.from(base), { key, ...options })
}

type SignOptions = readonly [digest: string | null, options: Partial<SignKeyObjectInput>]

const POINTS = { dsaEncoding: 'ieee-p1363' } as const
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }

const HOW: Readonly<Record<string, SignOptions>> = {
  ed25519: [null, {}],
  prime256v1: ['sha256', POINTS],
  secp384r1: ['sha384', POINTS],
  rsa: ['sha512', PSS],
  'rsa-pss': ['sha512', PSS],
}
