import { createPublicKey, type JsonWebKey } from 'node:crypto'

/** The content of the blob of an SSH public key. */
export interface SshKey {
  readonly type: string
  readonly bits: number
  /** SPKI; only of the types that Node supports. */
  readonly pem?: string
}

const NIST: Readonly<Record<string, { readonly crv: string; readonly bits: number }>> = {
  nistp256: { crv: 'P-256', bits: 256 },
  nistp384: { crv: 'P-384', bits: 384 },
  nistp521: { crv: 'P-521', bits: 521 },
}

const RSA_BITS_MAX = 16_384

type Reader = (fields: Fields) => { readonly bits: number; readonly jwk?: JsonWebKey } | undefined

const READERS: Readonly<Record<string, Reader>> = {
  'ssh-ed25519': ed25519,
  'sk-ssh-ed25519@openssh.com': (fields) => withApplication(ed25519(fields), fields),
  'ssh-rsa': rsa,
  'ssh-dss': dsa,
  'ecdsa-sha2-nistp256': (fields) => ecdsa('nistp256', fields),
  'ecdsa-sha2-nistp384': (fields) => ecdsa('nistp384', fields),
  'ecdsa-sha2-nistp521': (fields) => ecdsa('nistp521', fields),
  'sk-ecdsa-sha2-nistp256@openssh.com': (fields) =>
    withApplication(ecdsa('nistp256', fields), fields),
}

export const SSH_TYPES = Object.keys(READERS)

/**
 * RFC 4253: length-prefixed strings, the first of which is the type. Undefined if it is not valid.
 */
export function readSshBlob(blob: Buffer): SshKey | undefined {
  const fields = fieldsOf(blob)
  const type = fields.next().toString('latin1')
  const read = SSH_TYPES.includes(type) ? READERS[type]!(fields) : undefined
  if (!read || !fields.isAtEnd()) return undefined
  try {
    const key = read.jwk && createPublicKey({ key: read.jwk, format: 'jwk' })
    const pem = key?.export({ format: 'pem', type: 'spki' })
    return { type, bits: read.bits, ...(pem === undefined ? {} : { pem: pem.toString() }) }
  } catch {
    return undefined
  }
}

interface Fields {
  next(): Buffer
  /** True if everything was read and nothing was missing. */
  isAtEnd(): boolean
}

function fieldsOf(blob: Buffer): Fields {
  let at = 0
  return {
    next() {
      const start = at + 4
      const length = start <= blob.length ? blob.readUInt32BE(at) : Infinity
      at = start + length
      return at <= blob.length ? blob.subarray(start, at) : Buffer.alloc(0)
    },
    isAtEnd: () => at === blob.length,
  }
}

function ed25519(fields: Fields) {
  const point = fields.next()
  if (point.length !== 32) return undefined
  return { bits: 256, jwk: { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') } }
}

function rsa(fields: Fields) {
  const [e, n] = [unsigned(fields.next()), unsigned(fields.next())]
  const bits = bitLength(n)
  if (bits === 0 || bits > RSA_BITS_MAX || bitLength(e) === 0) return undefined
  return { bits, jwk: { kty: 'RSA', e: e.toString('base64url'), n: n.toString('base64url') } }
}

/** Obsolete, and without a JWK form. */
function dsa(fields: Fields) {
  const [p] = [fields.next(), fields.next(), fields.next(), fields.next()].map(unsigned)
  return bitLength(p!) === 0 ? undefined : { bits: bitLength(p!) }
}

function ecdsa(name: string, fields: Fields) {
  const { crv, bits } = NIST[name]!
  const [curve, point] = [fields.next().toString('latin1'), fields.next()]
  const size = Math.ceil(bits / 8)
  if (curve !== name || point.length !== 1 + 2 * size || point[0] !== 4) return undefined
  const x = point.toString('base64url', 1, 1 + size)
  const y = point.toString('base64url', 1 + size)
  return { bits, jwk: { kty: 'EC', crv, x, y } }
}

/** Keys of security tokens end with the name of their application. */
function withApplication<T>(key: T, fields: Fields): T {
  fields.next()
  return key
}

function unsigned(integer: Buffer): Buffer {
  const first = integer.findIndex((byte) => byte !== 0)
  return first < 0 ? Buffer.alloc(0) : integer.subarray(first)
}

const bitLength = (integer: Buffer): number =>
  integer.length === 0 ? 0 : integer.length * 8 - Math.clz32(integer[0]!) + 24
