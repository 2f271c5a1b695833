import { createHash } from 'node:crypto'
import { createKeccak } from 'hash-wasm'
import { badInput } from '../../../../base/core/fault.ts'
import { breathe } from './_bytes.ts'

const STEP = /^(?:(left|right):)?(?:0x)?([0-9a-f]{64})$/i
const HASHES_PER_TURN = 2000

type Hash = (...parts: readonly Uint8Array[]) => Buffer

export async function hashOf(algo: 'sha256' | 'keccak256'): Promise<Hash> {
  if (algo === 'sha256') {
    return (...parts) => {
      const digest = createHash('sha256')
      for (const part of parts) digest.update(part)
      return digest.digest()
    }
  }
  const keccak = await createKeccak(256)
  return (...parts) => {
    keccak.init()
    for (const part of parts) keccak.update(part)
    return Buffer.from(keccak.digest('binary'))
  }
}

/** Bytes as long as two digests could be mistaken for the node above them. */
export function leafBytes(leaf: string): Buffer {
  if (!/^0x([0-9a-f]{2})+$/i.test(leaf)) return Buffer.from(leaf)
  const bytes = Buffer.from(leaf.slice(2), 'hex')
  if (bytes.length === 64) throw badInput('leaves: 0x and 64 bytes could be a node; hash it first.')
  return bytes
}

export async function grow(
  leaves: readonly string[],
  sortPairs: boolean,
  hash: Hash,
): Promise<Buffer[][]> {
  const join = joiner(sortPairs, hash)
  let level = await gently(leaves.length, (at) => hash(leafBytes(leaves[at]!)))
  const levels = [level]
  while (level.length > 1) {
    const below = level
    level = await gently(Math.ceil(below.length / 2), (at) => {
      const right = below[2 * at + 1]
      return right ? join(below[2 * at]!, right) : below[2 * at]!
    })
    levels.push(level)
  }
  return levels
}

async function gently<T>(count: number, make: (at: number) => T): Promise<T[]> {
  const made: T[] = []
  for (let at = 0; at < count; at++) {
    if (at % HASHES_PER_TURN === HASHES_PER_TURN - 1) await breathe()
    made.push(make(at))
  }
  return made
}

const joiner =
  (sortPairs: boolean, hash: Hash) =>
  (left: Buffer, right: Buffer): Buffer =>
    sortPairs && left.compare(right) > 0 ? hash(right, left) : hash(left, right)

export function prove(levels: readonly Buffer[][], index: number, sortPairs: boolean): string[] {
  const steps: string[] = []
  for (const level of levels) {
    const sibling = level[index ^ 1]?.toString('hex')
    if (sibling) steps.push(sortPairs ? sibling : `${index % 2 ? 'left' : 'right'}:${sibling}`)
    index >>= 1
  }
  return steps
}

export function climb(
  start: Buffer,
  proof: readonly string[],
  sortPairs: boolean,
  hash: Hash,
): Buffer {
  const join = joiner(sortPairs, hash)
  return proof.reduce((reached, step) => {
    const [, side, digits] = STEP.exec(step) ?? []
    if (digits === undefined || sortPairs !== (side === undefined)) {
      throw badInput(
        `proof: every step must be 32 bytes as hex${sortPairs ? '' : ' after left: or right:'}.`,
      )
    }
    const sibling = Buffer.from(digits, 'hex')
    return side?.toLowerCase() === 'left' ? join(sibling, reached) : join(reached, sibling)
  }, start)
}
