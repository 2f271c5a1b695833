import { createHash, randomBytes } from 'node:crypto'

/**
 * Random numbers by seed: the same seed gives the same numbers for ever. The name says how they
 * are made; whoever changes that changes the name.
 */
export const SEEDED_ALGORITHM = 'sha256-counter-1'

export interface Draw {
  /** Random bytes. */
  bytes(count: number): Buffer
  /** A uniform whole number from 0 to below `bound`, which is at most 2^53. */
  below(bound: number): number
  /** A uniform number from 0 to below 1, of 53 random bits. */
  unit(): number
  /** A number of the standard normal distribution. */
  normal(): number
}

/** SHA-256 of the seed and a counter, read byte by byte. */
export function createSeeded(seed: string): Draw {
  const start = createHash('sha256').update(seed).digest()
  let counter = 0n
  return drawingFrom(() => {
    const number = Buffer.alloc(8)
    number.writeBigUInt64BE(counter)
    counter += 1n
    return createHash('sha256').update(start).update(number).digest()
  })
}

const BLOCK_BYTES = 1_024

/** Random numbers of the system, which nobody can predict. */
export const createUnseeded = (): Draw => drawingFrom(() => randomBytes(BLOCK_BYTES))

/** Draws by the seed; without one, from the system. */
export const drawBy = (seed: string | undefined): Draw =>
  seed === undefined ? createUnseeded() : createSeeded(seed)

function drawingFrom(nextBlock: () => Buffer): Draw {
  let block = nextBlock()
  let at = 0
  const byte = (): number => {
    if (at === block.length) {
      block = nextBlock()
      at = 0
    }
    const value = block[at] ?? 0
    at += 1
    return value
  }
  const bits53 = (): number => {
    let value = byte() % 32
    for (let more = 0; more < 6; more += 1) value = value * 256 + byte()
    return value
  }
  const below = (bound: number): number => {
    // Numbers beyond the last whole multiple of the bound are drawn again: they would favour small
    // results.
    const most = 2 ** 53 - (2 ** 53 % bound)
    for (;;) {
      const value = bits53()
      if (value < most) return value % bound
    }
  }
  const unit = (): number => bits53() / 2 ** 53
  return {
    bytes: (count) => Buffer.from(Array.from({ length: count }, byte)),
    below,
    unit,
    // The Box-Muller transform; 1 - u is never 0.
    normal: () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit()),
  }
}

/** The items in a random order, each order as likely. */
export function shuffled<T>(items: readonly T[], draw: Draw): T[] {
  const all = [...items]
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = draw.below(last + 1)
    ;[all[last], all[other]] = [all[other] as T, all[last] as T]
  }
  return all
}
