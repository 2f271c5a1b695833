/** Operations that the stand-in contracts are written with. */
const CODES: Readonly<Record<string, number>> = {
  ADD: 0x01,
  GT: 0x11,
  EQ: 0x14,
  ISZERO: 0x15,
  OR: 0x17,
  SHL: 0x1b,
  SHR: 0x1c,
  KECCAK256: 0x20,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  CODECOPY: 0x39,
  RETURNDATASIZE: 0x3d,
  RETURNDATACOPY: 0x3e,
  POP: 0x50,
  MSTORE: 0x52,
  SLOAD: 0x54,
  JUMPI: 0x57,
  GAS: 0x5a,
  JUMPDEST: 0x5b,
  PUSH0: 0x5f,
  DUP1: 0x80,
  DUP2: 0x81,
  DUP3: 0x82,
  DUP4: 0x83,
  SWAP2: 0x91,
  CALL: 0xf1,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  REVERT: 0xfd,
}
const PUSH = 0x5f
const PUSH2 = 0x61
const LABEL = /^([a-z]+):$/

/**
 * EVM code from a listing: operations by name, numbers in hex that are pushed, `name:` where code
 * may jump to, and `@name` that pushes where that is. What follows `data:` is put behind as it is.
 */
export function assemble(listing: string, data = ''): `0x${string}` {
  const words = listing
    .replaceAll(/\/\/.*$/gm, '')
    .split(/\s+/)
    .filter(Boolean)
  const places = new Map<string, number>()
  let at = 0
  for (const word of words) {
    const label = LABEL.exec(word)?.[1]
    if (label !== undefined) places.set(label, at)
    at += sizeOf(word)
  }
  const code = words.map((word) => bytesOf(word, places)).join('')
  return `0x${code}${data}`
}

function sizeOf(word: string): number {
  if (word === 'data:') return 0
  if (LABEL.test(word) || word in CODES) return 1
  return word.startsWith('@') ? 3 : 1 + word.length / 2
}

function bytesOf(word: string, places: ReadonlyMap<string, number>): string {
  if (word === 'data:') return ''
  if (LABEL.test(word)) return hex(CODES['JUMPDEST']!)
  const code = CODES[word]
  if (code !== undefined) return hex(code)
  if (!word.startsWith('@')) return hex(PUSH + word.length / 2) + word
  return hex(PUSH2) + hex(places.get(word.slice(1))!, 2)
}

const hex = (value: number, bytes = 1): string => value.toString(16).padStart(bytes * 2, '0')
