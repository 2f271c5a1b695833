import { randomBytes } from 'node:crypto'
import { badInput } from '../../../../base/core/fault.ts'

export interface IdMaker {
  readonly next: () => string
  /** Random bits of each id. */
  readonly bits: number
}

interface ShortIdRequest {
  readonly kind: 'nanoid' | 'cuid2' | 'ksuid' | 'objectid' | 'typeid'
  readonly length: number | undefined
  readonly alphabet: string | undefined
  readonly prefix: string
  readonly nowMs: number
}

export async function createIds(wanted: ShortIdRequest): Promise<IdMaker> {
  const { kind, length, alphabet, prefix, nowMs } = wanted
  if (alphabet !== undefined && kind !== 'nanoid')
    throw badInput(`alphabet: must be left out for ${kind}; only nanoid takes it`)
  if (length !== undefined && kind !== 'nanoid' && kind !== 'cuid2')
    throw badInput(`length: must be left out for ${kind}; only nanoid and cuid2 take it`)
  if (kind === 'typeid') return typeIds(prefix, nowMs)
  const maker = {
    nanoid: () => nanoIds(length, alphabet),
    cuid2: () => cuids(length),
    ksuid: () => ksuids(nowMs),
    objectid: () => objectIds(nowMs),
  }[kind]
  const { next, bits } = await maker()
  return { next: () => prefix + next(), bits }
}

const NANOID_LENGTH = 21

async function nanoIds(length = NANOID_LENGTH, alphabet: string | undefined): Promise<IdMaker> {
  const { customAlphabet, urlAlphabet } = await import('nanoid')
  const characters = alphabet ?? urlAlphabet
  return {
    next: customAlphabet(characters, length),
    bits: length * Math.log2(characters.length),
  }
}

const CUID = { length: 24, max: 32 }

/** The first character is a letter, the others are of base 36. */
async function cuids(length = CUID.length): Promise<IdMaker> {
  if (length > CUID.max) throw badInput(`length: of a cuid2 must be at most ${CUID.max}`)
  const { init } = await import('@paralleldrive/cuid2')
  return {
    next: init({ length }),
    bits: Math.log2(26) + (length - 1) * Math.log2(36),
  }
}

const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Seconds from 1970 to the epoch of KSUIDs, so that their 32 bits last until 2150. */
export const KSUID_EPOCH_SECONDS = 1_400_000_000
export const KSUID_CHARACTERS = 27
const KSUID_RANDOM_BYTES = 16

function ksuids(nowMs: number): IdMaker {
  const seconds = Math.max(0, Math.floor(nowMs / 1_000) - KSUID_EPOCH_SECONDS)
  const next = () => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(seconds)
    let number = BigInt(
      `0x${Buffer.concat([bytes, randomBytes(KSUID_RANDOM_BYTES)]).toString('hex')}`,
    )
    let text = ''
    for (; text.length < KSUID_CHARACTERS; number /= 62n)
      text = `${BASE_62[Number(number % 62n)]}${text}`
    return text
  }
  return { next, bits: KSUID_RANDOM_BYTES * 8 }
}

/** Seconds since 1970 and random bytes, or null if it is above what 20 bytes hold. */
export function secondsOfKsuid(text: string): number | null {
  const number = Array.from(text).reduce((sum, one) => sum * 62n + BigInt(BASE_62.indexOf(one)), 0n)
  return number < 1n << 160n ? Number(number >> 128n) + KSUID_EPOCH_SECONDS : null
}

/** Seconds, five random bytes for the call, and a counter from a random start. */
function objectIds(nowMs: number): IdMaker {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(Math.max(0, Math.floor(nowMs / 1_000)) % 2 ** 32)
  const process = randomBytes(5).toString('hex')
  let counter = randomBytes(3).readUIntBE(0, 3)
  const next = () => {
    counter = (counter + 1) % 2 ** 24
    return head.toString('hex') + process + counter.toString(16).padStart(6, '0')
  }
  return { next, bits: 64 }
}

const TYPE_PREFIX = /^([a-z]([a-z_]*[a-z])?)?$/
const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz'
export const TYPEID = /^(?:([a-z](?:[a-z_]{0,61}[a-z])?)_)?([0-7][0-9a-hjkmnp-tv-z]{25})$/

async function typeIds(prefix: string, nowMs: number): Promise<IdMaker> {
  if (!TYPE_PREFIX.test(prefix))
    throw badInput('prefix: of a TypeID must be a-z and _, with a letter at both ends')
  const { v7 } = await import('uuid')
  const first = randomBytes(4).readUInt32BE() >>> 1
  let at = 0
  const next = () => {
    const uuid = v7({ msecs: nowMs, seq: first + at, random: randomBytes(16) })
    at += 1
    return `${prefix === '' ? '' : `${prefix}_`}${base32(uuid)}`
  }
  return { next, bits: 74 }
}

const base32 = (uuid: string): string => {
  const number = BigInt(`0x${uuid.replaceAll('-', '')}`)
  return Array.from(
    { length: 26 },
    (_, at) => BASE_32[Number((number >> BigInt(125 - at * 5)) & 31n)],
  ).join('')
}

/** The UUID that the suffix of a TypeID encodes. */
export function uuidOfTypeId(suffix: string): string {
  const number = Array.from(suffix).reduce(
    (sum, one) => sum * 32n + BigInt(BASE_32.indexOf(one)),
    0n,
  )
  return dashed(number.toString(16).padStart(32, '0'))
}

export const dashed = (hex: string): string =>
  hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
