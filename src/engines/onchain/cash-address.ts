/** Addresses of Bitcoin Cash (CashAddr): base 32 with a checksum of 40 bits over the prefix too. */

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATORS = [
  0x98f2bc8e61n,
  0x79b76d99e2n,
  0xf33e5fb3c4n,
  0xae2eabe2a8n,
  0x1e4f43e470n,
] as const
const CHECK_WORDS = 8
const HASH_BYTES = 20
const NETWORKS = { bitcoincash: 'mainnet', bchtest: 'testnet', bchreg: 'regtest' } as const
const KINDS = ['p2pkh', 'p2sh'] as const

export interface CashAddress {
  readonly kind: (typeof KINDS)[number]
  readonly network: (typeof NETWORKS)[keyof typeof NETWORKS]
  /** With its prefix, in small letters. */
  readonly normalized: string
}

const FORM = /^(?:(bitcoincash|bchtest|bchreg):)?([qp][qpzry9x8gf2tvdw0s3jn54khce6mua7l]{41})$/i

/** Null for another form; undefined for a wrong checksum. */
export function cashAddress(text: string): CashAddress | null | undefined {
  const [, given, payload = ''] = FORM.exec(text) ?? []
  if (payload === '' || (text !== text.toLowerCase() && text !== text.toUpperCase())) return null
  const prefix = (given?.toLowerCase() ?? 'bitcoincash') as keyof typeof NETWORKS
  const words = Array.from(payload.toLowerCase(), (letter) => LETTERS.indexOf(letter))
  const start = Array.from(prefix, (letter) => letter.charCodeAt(0) & 31)
  if (remainder([...start, 0, ...words]) !== 0n) return undefined
  const bits = words.slice(0, -CHECK_WORDS).reduce((all, word) => (all << 5n) | BigInt(word), 0n)
  // The words hold 170 bits: a byte of the version, 20 of the hash, and two that fill up.
  const version = Number(bits >> BigInt(HASH_BYTES * 8 + 2))
  const kind = KINDS[version >> 3]
  if (kind === undefined || (version & 7) !== 0) return undefined
  return { kind, network: NETWORKS[prefix], normalized: `${prefix}:${payload.toLowerCase()}` }
}

function remainder(words: readonly number[]): bigint {
  let sum = 1n
  for (const word of words) {
    const top = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word)
    for (const [at, generator] of GENERATORS.entries())
      if (((top >> BigInt(at)) & 1n) === 1n) sum ^= generator
  }
  return sum ^ 1n
}
