import { badInput } from '../../../../base/core/fault.ts'
import {
  bitsOf,
  formatAddress,
  parseAddress,
  type Address,
} from '../../../../base/lib/ip-address.ts'

/** Addresses from first to last, both included. */
export interface Range {
  readonly version: 4 | 6
  readonly first: bigint
  readonly last: bigint
}

export interface Block extends Range {
  readonly prefix: number
}

/** `10.0.0.0/8`, or one address. Bits below the prefix are cleared. */
export function parseBlock(text: string, field: string): Block {
  const trimmed = text.trim()
  const [ip = '', length, ...rest] = trimmed.split('/')
  const address = trimmed.length <= 64 ? parseAddress(ip) : null
  const bits = address ? bitsOf(address.version) : 0
  const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : -1
  if (address && prefix >= 0 && prefix <= bits && rest.length === 0) return blockAt(address, prefix)
  throw badInput(
    `${field}: ${JSON.stringify(trimmed.slice(0, 50))} must be a block such as 10.0.0.0/22 or ` +
      '2001:db8::/32, or one address.',
  )
}

export function blockAt({ version, value }: Address, prefix: number): Block {
  const rest = BigInt(bitsOf(version) - prefix)
  const first = (value >> rest) << rest
  return { version, prefix, first, last: first + (1n << rest) - 1n }
}

export const formatBlock = ({ version, first, prefix }: Block): string =>
  `${formatAddress({ version, value: first })}/${prefix}`

/** The smallest set of blocks that covers a range. */
export function blocksOf({ version, first, last }: Range): Block[] {
  const blocks: Block[] = []
  const bits = bitsOf(version)
  for (let at = first; at <= last;) {
    let rest = trailingZeros(at, bits)
    while (at + (1n << BigInt(rest)) - 1n > last) rest -= 1
    const block = blockAt({ version, value: at }, bits - rest)
    blocks.push(block)
    at = block.last + 1n
  }
  return blocks
}

function trailingZeros(value: bigint, bits: number): number {
  if (value === 0n) return bits
  let zeros = 0
  while (((value >> BigInt(zeros)) & 1n) === 0n) zeros += 1
  return zeros
}

/** Ranges in order; no two of them touch. */
export function merged(ranges: readonly Range[]): Range[] {
  const sorted = ranges.toSorted(
    (a, b) => a.version - b.version || (a.first < b.first ? -1 : a.first > b.first ? 1 : 0),
  )
  const result: Range[] = []
  for (const range of sorted) {
    const before = result.at(-1)
    if (before?.version !== range.version || range.first > before.last + 1n) result.push(range)
    else if (range.last > before.last) result[result.length - 1] = { ...before, last: range.last }
  }
  return result
}

/** The parts of the first ranges that are in none of the second; both in the form of `merged`. */
export function without(ranges: readonly Range[], cut: readonly Range[]): Range[] {
  const result: Range[] = []
  let at = 0
  const isBefore = (hole: Range, range: Range) =>
    hole.version < range.version || (hole.version === range.version && hole.last < range.first)
  for (const range of ranges) {
    while (at < cut.length && isBefore(cut[at]!, range)) at += 1
    let { first } = range
    for (let next = at; next < cut.length; next += 1) {
      const hole = cut[next]!
      if (hole.version !== range.version || hole.first > range.last) break
      if (hole.first > first) result.push({ ...range, first, last: hole.first - 1n })
      if (hole.last + 1n > first) first = hole.last + 1n
    }
    if (first <= range.last) result.push({ ...range, first })
  }
  return result
}
