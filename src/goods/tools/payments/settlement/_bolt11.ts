import { bech32 } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexOf, utf8Of } from '../../../../base/lib/bytes.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'
import { bytesIn, hintsIn, numberIn, padded, type RouteHint } from './_bolt11-words.ts'

/** A decoded BOLT 11 invoice, whose signature was checked. */
export interface Invoice {
  readonly network: 'mainnet' | 'testnet' | 'signet' | 'regtest'
  readonly amountMsat: string | null
  readonly amountBtc: string | null
  readonly description: string | null
  readonly descriptionHash: string | null
  readonly paymentHash: string | null
  readonly payee: string | null
  readonly signed: boolean
  readonly createdSeconds: number
  readonly expirySeconds: number
  readonly minFinalCltv: number
  readonly features: readonly number[]
  readonly fallback: boolean
  readonly routeHints: readonly RouteHint[]
  readonly unknownFields: readonly string[]
  readonly problems: readonly string[]
}

const LENGTH_MAX = 4_096
const SIGNATURE_WORDS = 104
const TIME_WORDS = 7
const NETWORKS = { bc: 'mainnet', tb: 'testnet', tbs: 'signet', bcrt: 'regtest' } as const
/** Thousandths of a satoshi in one unit; ten of unit `p` make one thousandth. */
const MULTIPLIERS = { '': 100_000_000_000n, m: 100_000_000n, u: 100_000n, n: 100n } as const
const BTC_MSAT_DECIMALS = 11
const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const DEFAULT_EXPIRY_SECONDS = 3_600
const DEFAULT_CLTV = 18

/** Decodes an invoice; answers what is wrong with the text if it is none. */
export async function readInvoice(text: string): Promise<Invoice | string> {
  const read = bech32.decodeUnsafe(text, LENGTH_MAX)
  if (!read || !/^ln/i.test(text)) return flawOf(text)
  const [, chain = '', digits = '', unit = ''] =
    /^ln(bcrt|tbs|bc|tb)(?:(\d{1,18})([munp]?))?$/.exec(read.prefix) ?? []
  if (chain === '') return 'names a network that this service does not know'
  const amount = digits === '' ? null : msatOf(digits, unit)
  if (typeof amount === 'string') return amount
  const { words, prefix } = read
  if (words.length < SIGNATURE_WORDS + TIME_WORDS) return 'is too short to hold a signature'
  const fields = words.slice(TIME_WORDS, -SIGNATURE_WORDS)
  const body = fieldsIn(fields)
  if (typeof body === 'string') return body
  const signedBytes = Buffer.concat([
    Buffer.from(prefix),
    Buffer.from(padded(words.slice(0, -SIGNATURE_WORDS))),
  ])
  const signature = bech32.fromWords(words.slice(-SIGNATURE_WORDS))
  const { payee, signed } = await signerOf(sha256(signedBytes), signature, body.node)
  const { node: _node, ...told } = body
  return {
    ...told,
    network: NETWORKS[chain as keyof typeof NETWORKS],
    amountMsat: amount === null ? null : String(amount),
    amountBtc: amount === null ? null : unitsOf(amount, BTC_MSAT_DECIMALS),
    payee,
    signed,
    createdSeconds: numberIn(words.slice(0, TIME_WORDS)),
    problems: [...body.problems, ...(signed ? [] : ['the signature does not match the invoice'])],
  }
}

function flawOf(text: string): string {
  if (!/^ln/i.test(text)) return 'must begin with lnbc, or with lntb, lntbs or lnbcrt'
  if (/^lnurl/i.test(text)) return 'is an LNURL, the address of a server, not an invoice'
  if (/^ln[oir]1/i.test(text)) return 'has the format BOLT-12; only BOLT-11 is decoded'
  return 'has a wrong checksum or a character that bech32 does not allow'
}

function msatOf(digits: string, unit: string): bigint | string {
  if (digits.startsWith('0')) return 'has an amount that begins with 0'
  if (unit !== 'p') return BigInt(digits) * MULTIPLIERS[unit as keyof typeof MULTIPLIERS]
  return BigInt(digits) % 10n === 0n
    ? BigInt(digits) / 10n
    : 'has an amount that is not a whole number of thousandths of a satoshi'
}

/** Required lengths in words; BOLT 11 says to skip a field of another length. */
const LENGTHS: Readonly<Record<string, number>> = { p: 52, h: 52, s: 52, n: 53 }

function fieldsIn(words: readonly number[]) {
  const found = new Map<string, readonly number[]>()
  const hints: RouteHint[] = []
  const unknown: string[] = []
  const problems: string[] = []
  for (let at = 0; at < words.length;) {
    const letter = LETTERS[words[at] ?? 0] ?? ''
    const length = (words[at + 1] ?? 0) * 32 + (words[at + 2] ?? 0)
    const data = words.slice(at + 3, at + 3 + length)
    if (at + 3 + length > words.length)
      return `has a field ${letter} that is longer than the rest of the invoice`
    at += 3 + length
    if (!'phsnmdxc9fr'.includes(letter)) unknown.push(letter)
    else if ((LENGTHS[letter] ?? length) !== length)
      problems.push(`the field ${letter} has a wrong length`)
    else if (letter === 'r') hints.push(...hintsIn(bytesIn(data)))
    else if (!found.has(letter)) found.set(letter, data)
  }
  const bytes = (letter: string): Uint8Array | null => {
    const data = found.get(letter)
    return data ? bytesIn(data) : null
  }
  const hex = (letter: string): string | null => {
    const data = bytes(letter)
    return data && hexOf(data)
  }
  const number = (letter: string, other: number): number => {
    const data = found.get(letter)
    return data ? Math.min(numberIn(data), Number.MAX_SAFE_INTEGER) : other
  }
  const description = bytes('d')
  if (!found.has('p')) problems.push('it has no payment hash')
  if (!found.has('d') && !found.has('h')) problems.push('it does not say what the payment is for')
  if (!found.has('s')) problems.push('it has no payment secret, which wallets now require')
  return {
    description: description && (utf8Of(description) ?? null),
    descriptionHash: hex('h'),
    paymentHash: hex('p'),
    node: hex('n'),
    expirySeconds: number('x', DEFAULT_EXPIRY_SECONDS),
    minFinalCltv: number('c', DEFAULT_CLTV),
    features: featuresIn(found.get('9') ?? []),
    fallback: found.has('f'),
    routeHints: hints,
    unknownFields: [...new Set(unknown)],
    problems,
  }
}

/** The last word holds the lowest bits. */
const featuresIn = (words: readonly number[]): readonly number[] =>
  words
    .toReversed()
    .flatMap((word, at) =>
      [0, 1, 2, 3, 4].flatMap((bit) => ((word >> bit) & 1 ? [at * 5 + bit] : [])),
    )

/** Checks a payee that the invoice names; recovers one that it omits from the signature. */
async function signerOf(digest: Uint8Array, signature: Uint8Array, node: string | null) {
  const { secp256k1 } = await import('@noble/curves/secp256k1.js')
  const compact = signature.subarray(0, 64)
  try {
    if (node !== null) {
      const options = { prehash: false, lowS: false } as const
      const signed = secp256k1.verify(compact, digest, Buffer.from(node, 'hex'), options)
      return { payee: node, signed }
    }
    const point = secp256k1.Signature.fromBytes(compact, 'compact')
      .addRecoveryBit(signature[64] ?? 0)
      .recoverPublicKey(digest)
    return { payee: hexOf(point.toBytes(true)), signed: true }
  } catch {
    return { payee: node, signed: false }
  }
}
