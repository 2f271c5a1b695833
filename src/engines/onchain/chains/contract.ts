import { checksummed } from '../account-address.ts'
import { codec, type Hex } from '../calldata/codec.ts'
import type { CallOutcome, ChainState } from './state.ts'

/**
 * The storage slots of proxies for their implementation: EIP-1967, early OpenZeppelin (USDC),
 * EIP-1822.
 */
const SLOTS = [
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
  '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  '0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b',
  '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
] as const
/** The selector of `masterCopy()`, which is in the code of Safe proxies. */
const SAFE_MARK = 'a619486e'
const IMPLEMENTATION = '0x5c60da1b'

export interface FoundProxy {
  readonly kind: string
  readonly implementation: string | null
  readonly admin: string | null
}

/** Detects the proxy pattern of a contract by its code and its storage; null if there is none. */
export async function proxyAt(state: ChainState, address: string): Promise<FoundProxy | null> {
  const [code, first, ...words] = await Promise.all([
    state.code(address),
    state.storage(address, '0x0'),
    ...SLOTS.map((slot) => state.storage(address, slot)),
  ])
  const [implementation, beacon, admin, old, oldAdmin, proxiable] = words.map(addressIn)
  const minimal = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/i.exec(code)
  if (minimal)
    return {
      kind: 'EIP-1167',
      implementation: checksummed(`0x${minimal[1] ?? ''}`),
      admin: null,
    }
  if (implementation) return { kind: 'EIP-1967', implementation, admin: admin ?? null }
  if (beacon) {
    const said = await state.call({ to: beacon, data: IMPLEMENTATION })
    const behind = said.isOk ? addressIn(said.data) : null
    return { kind: 'EIP-1967 beacon', implementation: behind, admin: admin ?? null }
  }
  if (old) return { kind: 'OpenZeppelin (old)', implementation: old, admin: oldAdmin ?? null }
  if (proxiable) return { kind: 'EIP-1822', implementation: proxiable, admin: null }
  const master = code.includes(SAFE_MARK) ? addressIn(first) : null
  return master ? { kind: 'Safe', implementation: master, admin: null } : null
}

/** An address in a word; null for none. */
export function addressIn(word: string): string | null {
  const digits = word.slice(2).padStart(64, '0')
  if (digits.length !== 64 || !digits.startsWith('0'.repeat(24))) return null
  return /^0*$/.test(digits) ? null : checksummed(`0x${digits.slice(24)}`)
}

const INTERFACES: readonly (readonly [name: string, id: string])[] = [
  ['ERC-165', '01ffc9a7'],
  ['ERC-721', '80ac58cd'],
  ['ERC-721 metadata', '5b5e139f'],
  ['ERC-721 enumerable', '780e9d63'],
  ['ERC-1155', 'd9b67a26'],
  ['ERC-2981 royalties', '2a55205a'],
  ['ERC-4906 metadata updates', '49064906'],
  ['ERC-1363', 'b0202a11'],
  ['access control', '7965db0b'],
]
/** An invalid interface id. A contract that claims it answers yes to everything. */
const INVALID = 'ffffffff'

/** The standards of a contract: those it claims by ERC-165, and ERC-20 by its answers. */
export async function standardsOf(state: ChainState, address: string): Promise<string[]> {
  const ask = (data: string) => state.call({ to: address, data })
  const ids = [...INTERFACES.map(([, id]) => id), INVALID]
  const [supply, decimals, ...said] = await Promise.all([
    ask('0x18160ddd'),
    ask('0x313ce567'),
    ...ids.map((id) => ask(`0x01ffc9a7${id.padEnd(64, '0')}`)),
  ])
  const isHonest = wholeIn(said[0]) === 1n && wholeIn(said.at(-1)) === 0n
  const claimed = INTERFACES.filter((_, at) => isHonest && wholeIn(said[at]) === 1n)
  const names = claimed.map(([name]) => name)
  const isPiece = names.includes('ERC-721')
  const isFungible = wholeIn(supply) !== null && wholeIn(decimals) !== null && !isPiece
  return isFungible ? ['ERC-20', ...names] : names
}

const TEXT_MAX = 200

/** Decodes text from an answer: a string, or 32 bytes as in early tokens. */
export async function textIn(said: CallOutcome | undefined): Promise<string | null> {
  if (!said?.isOk || said.data === '0x') return null
  const { decodeAbiParameters } = await codec()
  try {
    const [text] =
      said.data.length === 66
        ? [Buffer.from(said.data.slice(2), 'hex').toString('utf8').replace(/\0+$/, '')]
        : decodeAbiParameters([{ type: 'string' }], said.data as Hex)
    return text.replaceAll(/\p{Cc}/gu, '').slice(0, TEXT_MAX)
  } catch {
    return null
  }
}

/** Decodes a whole number from an answer of one word; null for anything else. */
export const wholeIn = (said: CallOutcome | undefined): bigint | null =>
  said?.isOk && said.data.length === 66 ? BigInt(said.data) : null
