import { hexOf } from '../../../../base/lib/bytes.ts'

/** Parts of an invoice of BOLT 11, whose data are words of five bits. */

export interface RouteHint {
  readonly node: string
  readonly shortChannelId: string
  readonly baseFeeMsat: number
  readonly feePpm: number
  readonly cltvDelta: number
}

export const numberIn = (words: readonly number[]): number =>
  words.reduce((sum, word) => sum * 32 + word, 0)

/** Packs five-bit words into bytes, as the signature covers them; zeros fill the last byte. */
export function padded(words: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((words.length * 5) / 8))
  for (const [at, word] of words.entries())
    for (let bit = 0; bit < 5; bit += 1) {
      const place = at * 5 + bit
      if ((word >> (4 - bit)) & 1)
        bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (0x80 >> (place & 7))
    }
  return bytes
}

/** Whole bytes only; the bits left over are zeros. */
export const bytesIn = (words: readonly number[]): Uint8Array =>
  padded(words).subarray(0, Math.floor((words.length * 5) / 8))

const HINT_BYTES = 51

export function hintsIn(bytes: Uint8Array): RouteHint[] {
  const all = Buffer.from(bytes)
  return Array.from({ length: Math.floor(all.length / HINT_BYTES) }, (_, index) => {
    const one = all.subarray(index * HINT_BYTES, (index + 1) * HINT_BYTES)
    const [block, transaction, output] = [
      one.readUIntBE(33, 3),
      one.readUIntBE(36, 3),
      one.readUInt16BE(39),
    ]
    return {
      node: hexOf(one.subarray(0, 33)),
      shortChannelId: `${block}x${transaction}x${output}`,
      baseFeeMsat: one.readUInt32BE(41),
      feePpm: one.readUInt32BE(45),
      cltvDelta: one.readUInt16BE(49),
    }
  })
}
