import { selectorOf } from '../../../../engines/onchain/evm-selector.ts'

/** Powers over holders that functions of a token give. */

export type Power = 'mint' | 'pause' | 'blacklist' | 'fee' | 'trading' | 'seize'

interface Kind {
  readonly power: Power
  /** Matches names of functions that change the state. */
  readonly names: RegExp
  readonly not?: RegExp
  /** Searched in code whose source is not published. */
  readonly signatures: readonly string[]
}

const KINDS: readonly Kind[] = [
  {
    power: 'mint',
    names: /mint|^issue$/i,
    // Excludes rules about who may mint, the end of minting, and shares of a vault, which are paid
    // for.
    not: /minter|minting|\bmint\(uint256,address\)/i,
    signatures: [
      'mint(address,uint256)',
      'mint(uint256)',
      'issue(uint256)',
      'mintTo(address,uint256)',
    ],
  },
  {
    power: 'pause',
    names: /pause/i,
    not: /pauser/i,
    signatures: ['pause()', 'unpause()', 'setPaused(bool)'],
  },
  {
    power: 'blacklist',
    names: /(black|deny|block)_?list|freeze|^ban([A-Z_]|$)|^(add|set|del|remove|block)_?bots?/i,
    not: /blacklister|unfreezeMinting/i,
    signatures: [
      'blacklist(address)',
      'addBlackList(address)',
      'addBlacklist(address)',
      'setBlacklist(address,bool)',
      'addToBlacklist(address)',
      'blacklistAddress(address,bool)',
      'freeze(address)',
      'addBots(address[])',
      'setBots(address[])',
      'blockBots(address[])',
    ],
  },
  {
    power: 'fee',
    names:
      /^(set|update|change|adjust|modify|edit|raise|increase|reduce|lower)\w*(fee|tax)|^setParams$/i,
    not: /(receiver|wallet|recipient|exempt|exclude|collector|address|destination)/i,
    signatures: [
      'setFee(uint256)',
      'setFees(uint256,uint256)',
      'setTax(uint256)',
      'setTaxes(uint256,uint256)',
      'setTaxFeePercent(uint256)',
      'updateFees(uint256,uint256)',
      'updateBuyFees(uint256,uint256,uint256)',
      'updateSellFees(uint256,uint256,uint256)',
      'setParams(uint256,uint256)',
    ],
  },
  {
    power: 'trading',
    names: /^(set|enable|disable|open|close|start|stop|toggle)\w*trad(e|ing)/i,
    signatures: ['enableTrading()', 'openTrading()', 'setTrading(bool)', 'setTradingEnabled(bool)'],
  },
  {
    power: 'seize',
    names: /^(seize|confiscate|wipe|force_?transfer|forced_?transfer|destroy_?black)/i,
    signatures: [
      'destroyBlackFunds(address)',
      'wipeFrozenAddress(address)',
      'seize(address,uint256)',
      'forceTransfer(address,address,uint256)',
    ],
  },
]

export interface FoundPower {
  readonly power: Power
  /** Such as `mint(address,uint256)`. */
  readonly signature: string
  readonly evidence: string
}

/** By the ABI of verified source. */
export function powersInAbi(abi: readonly unknown[], where: string): readonly FoundPower[] {
  return abi.flatMap((item): FoundPower[] => {
    const signature = writerOf(item)
    if (signature === null) return []
    const name = signature.slice(0, signature.indexOf('('))
    const kind = KINDS.find(({ names, not }) => names.test(name) && !not?.test(signature))
    if (!kind) return []
    const evidence = `function ${signature} in the verified ABI of ${where}`
    return [{ power: kind.power, signature, evidence }]
  })
}

/** By the selectors that the code compares with the calldata. */
export function powersInCode({ selectors }: ReadCode, where: string): readonly FoundPower[] {
  return KINDS.flatMap(({ power, signatures }) =>
    signatures.flatMap((signature): FoundPower[] => {
      const selector = selectorOf(signature)
      if (!selectors.has(selector.slice(2))) return []
      const evidence = `selector ${selector} of ${signature} in the code of ${where}`
      return [{ power, signature, evidence }]
    }),
  )
}

const NAME_MAX = 100
const INPUTS_MAX = 40

/** The signature of a function that changes the state; null for other items. */
function writerOf(item: unknown): string | null {
  const { type, name, stateMutability, inputs } = (item ?? {}) as Readonly<Record<string, unknown>>
  if (type !== 'function' || typeof name !== 'string' || !Array.isArray(inputs)) return null
  if (stateMutability === 'view' || stateMutability === 'pure') return null
  if (name.length > NAME_MAX || inputs.length > INPUTS_MAX) return null
  const types = inputs.map((input: unknown) => String((input as { type?: unknown } | null)?.type))
  return `${name}(${types.join(',').slice(0, 500)})`
}

interface ReadCode {
  readonly selectors: ReadonlySet<string>
  /** Whether it may run code of other contracts as its own. */
  readonly delegates: boolean
}

const PUSH1 = 0x60
const PUSH32 = 0x7f
const PUSH4 = 0x63
const DUP1 = 0x80
const DUP16 = 0x8f
const DELEGATECALL = 0xf4
/** EQ, XOR and SUB, with which compilers compare a selector. */
const COMPARES = new Set([0x14, 0x18, 0x03])

/** The opcodes of code, without pushed data and without the metadata at its end. */
export function readCode(hex: string): ReadCode {
  const code = Buffer.from(hex.slice(2), 'hex')
  const end = code.length - metadataBytes(code)
  const selectors = new Set<string>()
  let delegates = false
  for (let at = 0; at < end; at += 1) {
    const operation = code[at]!
    if (operation === DELEGATECALL) delegates = true
    if (operation === PUSH4) {
      const next = code[at + 5] ?? 0
      const after = next >= DUP1 && next <= DUP16 ? (code[at + 6] ?? 0) : next
      if (COMPARES.has(after)) selectors.add(code.toString('hex', at + 1, at + 5))
    }
    if (operation >= PUSH1 && operation <= PUSH32) at += operation - PUSH1 + 1
  }
  return { selectors, delegates }
}

/** Solidity ends code with CBOR; its last two bytes hold the length. */
function metadataBytes(code: Buffer): number {
  if (code.length < 4) return 0
  const length = code.readUInt16BE(code.length - 2) + 2
  const first = code[code.length - length]
  return length < code.length && first !== undefined && first >= 0xa1 && first <= 0xa4 ? length : 0
}

export const hasFallback = (abi: readonly unknown[]): boolean =>
  abi.some((item) => (item as { type?: unknown } | null)?.type === 'fallback')
