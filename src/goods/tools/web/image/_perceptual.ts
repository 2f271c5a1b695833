import { badInput } from '../../../../base/core/fault.ts'
import { decoding, type Picture } from './_image.ts'

/** 64-bit hashes as the ImageHash library defines them, as 16 hex digits. */
export const HASHES = {
  async dhash(picture: Picture) {
    const grey = await greyOf(picture, 9, 8)
    return bits((at) => grey[at + (at >> 3) + 1]! > grey[at + (at >> 3)]!)
  },
  async ahash(picture: Picture) {
    const grey = await greyOf(picture, 8, 8)
    const mean = grey.reduce((sum, value) => sum + value, 0) / 64
    return bits((at) => grey[at]! > mean)
  },
  async phash(picture: Picture) {
    const low = lowFrequencies(await greyOf(picture, SIDE, SIDE))
    const sorted = low.toSorted((one, other) => one - other)
    const median = (sorted[31]! + sorted[32]!) / 2
    return bits((at) => low[at]! > median)
  },
} as const

const SIDE = 32

/** The number of bits in which two hashes differ. */
export function hamming(one: string, other: string): number {
  const apart = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  return apart.toString(2).replaceAll('0', '').length
}

function bits(isSet: (at: number) => boolean): string {
  const text = Array.from({ length: 64 }, (_, at) => (isSet(at) ? '1' : '0')).join('')
  return BigInt(`0b${text}`).toString(16).padStart(16, '0')
}

async function greyOf({ read }: Picture, width: number, height: number): Promise<Uint8Array> {
  const { data, info } = await decoding('image', () =>
    read()
      .flatten({ background: '#ffffff' })
      .resize({ width, height, fit: 'fill', kernel: 'lanczos3', fastShrinkOnLoad: false })
      .greyscale()
      .toColourspace('b-w')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  )
  if (info.channels !== 1) throw badInput('image: must have colours that can be converted to grey')
  return data
}

/** The lowest 8 x 8 of a discrete cosine transform (type II), row by row. */
function lowFrequencies(grey: Uint8Array): readonly number[] {
  const cosines = Array.from({ length: 8 }, (_, frequency) =>
    Array.from({ length: SIDE }, (__, at) =>
      Math.cos((Math.PI * frequency * (2 * at + 1)) / (2 * SIDE)),
    ),
  )
  const rows = Array.from({ length: SIDE }, (_, y) =>
    cosines.map((wave) => wave.reduce((sum, cosine, x) => sum + cosine * grey[y * SIDE + x]!, 0)),
  )
  return cosines.flatMap((wave) =>
    Array.from({ length: 8 }, (_, x) =>
      wave.reduce((sum, cosine, y) => sum + cosine * rows[y]![x]!, 0),
    ),
  )
}
