import { isObject, type JsonObject } from '../../base/lib/json-object.ts'

/** EIP-712 typed data of any message. */
export interface TypedData {
  readonly domain: JsonObject
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >
  readonly primaryType: string
  readonly message: JsonObject
}

const TYPES_MAX = 100
const FIELDS_MAX = 200

/** Why a value is not typed data, as a sentence; null if it is. */
export function typedDataFlaw(value: JsonObject): string | null {
  const { types, primaryType, domain, message } = value
  if (!isObject(types)) return 'must hold types, an object of lists'
  if (Object.keys(types).length > TYPES_MAX) return `must hold at most ${TYPES_MAX} types`
  for (const [name, fields] of Object.entries(types)) {
    if (!Array.isArray(fields) || fields.length > FIELDS_MAX)
      return `types.${name.slice(0, 60)} must be a list of at most ${FIELDS_MAX} fields`
    if (!fields.every(isField))
      return `types.${name.slice(0, 60)} must list fields with name and type`
  }
  if (typeof primaryType !== 'string' || !Array.isArray(types[primaryType]))
    return 'must name a primaryType that types has'
  if (!isObject(domain)) return 'must hold domain, an object'
  return isObject(message) ? null : 'must hold message, an object'
}

const isField = (field: unknown): boolean =>
  isObject(field) && typeof field['name'] === 'string' && typeof field['type'] === 'string'

/** The digest that wallets sign. Throws a sentence if a value does not fit its type. */
export async function typedDataDigest(data: TypedData): Promise<`0x${string}`> {
  const { getSignPayload } = await import('ox/TypedData')
  try {
    return getSignPayload(data as never)
  } catch (thrown) {
    const { shortMessage, message } = thrown as { shortMessage?: string; message?: string }
    const said = (shortMessage ?? message ?? 'cannot be encoded').split('\n')[0]
    throw new TypeError(said, { cause: thrown })
  }
}

/** The order of the curve, halved: tokens refuse the upper half of `s`. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

export interface Recovered {
  /** The address in checksum form; null if the signature is not valid. */
  readonly signer: string | null
  readonly problems: readonly string[]
}

/** Recovers the signer of a digest from a signature of 64 or 65 bytes. */
export async function recoverSigner(digest: `0x${string}`, signature: string): Promise<Recovered> {
  const parts = partsOf(signature)
  if (!parts)
    return {
      signer: null,
      problems: [
        'the signature is not of 64 or 65 bytes, so it is no plain key that signed; a contract may take it (ERC-1271), which only the chain can tell',
      ],
    }
  const { r, s, yParity, v } = parts
  const problems: string[] = []
  if (v !== null && v !== 27 && v !== 28)
    problems.push(`v is ${v}; tokens on chain take 27 or 28 only`)
  if (s > HALF_ORDER) problems.push('s is in the upper half, which tokens on chain refuse')
  const { recoverAddress } = await import('ox/Secp256k1')
  const { checksum } = await import('ox/Address')
  try {
    return {
      signer: checksum(recoverAddress({ payload: digest, signature: { r, s, yParity } })),
      problems,
    }
  } catch {
    return { signer: null, problems: [...problems, 'no key makes this signature'] }
  }
}

function partsOf(signature: string) {
  if (!/^0x([0-9a-fA-F]{128}|[0-9a-fA-F]{130})$/.test(signature)) return null
  const r = BigInt(`0x${signature.slice(2, 66)}`)
  const second = BigInt(`0x${signature.slice(66, 130)}`)
  if (signature.length === 130) {
    // EIP-2098: the highest bit of s tells the parity.
    const s = second & ((1n << 255n) - 1n)
    return { r, s, yParity: Number(second >> 255n), v: null }
  }
  const v = Number(`0x${signature.slice(130)}`)
  const yParity = v >= 35 ? (v - 35) % 2 : v >= 27 ? v - 27 : v
  return yParity > 1 ? null : { r, s: second, yParity, v }
}
