import { formatOf, loadSharp } from '../image/_image.ts'

export interface Icon {
  readonly contentType: string
  /** Null for drawings without a size. */
  readonly width: number | null
  readonly height: number | null
}

const MARKUP_BYTES_MAX = 4_096

/** Type and size of an icon, by its bytes; null if it is not an icon. */
export async function iconOf(bytes: Buffer): Promise<Icon | null> {
  const ico = icoOf(bytes)
  if (ico) return ico
  const svg = svgOf(bytes.toString('utf8', 0, MARKUP_BYTES_MAX))
  if (svg) return svg
  const format = formatOf(bytes)
  if (format === null || format === 'heic') return null
  try {
    const sharp = await loadSharp()
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return { contentType: `image/${format}`, width, height }
  } catch {
    return null
  }
}

/** The largest picture of an ICO file; a size of 0 means 256. */
function icoOf(bytes: Buffer): Icon | null {
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== 0x0001_0000) return null
  const count = Math.min(bytes.readUInt16LE(4), Math.floor((bytes.length - 6) / 16))
  const pictures = Array.from({ length: count }, (_, at) => {
    const entry = 6 + 16 * at
    const start = bytes.readUInt32LE(entry + 12)
    if (start + 24 > bytes.length) return { width: 0, height: 0 }
    if (bytes.toString('latin1', start + 1, start + 4) === 'PNG')
      return { width: bytes.readUInt32BE(start + 16), height: bytes.readUInt32BE(start + 20) }
    return { width: bytes[entry] || 256, height: bytes[entry + 1] || 256 }
  })
  const [largest] = pictures.toSorted((a, b) => b.width - a.width)
  return largest && largest.width > 0 ? { contentType: 'image/x-icon', ...largest } : null
}

function svgOf(head: string): Icon | null {
  const [, tag] = /^\uFEFF?\s*(?:<[?!][^>]*>\s*)*<svg\b([^>]*)>/i.exec(head) ?? []
  if (tag === undefined) return null
  const [, box] = /\bviewBox\s*=\s*["']([^"']*)/i.exec(tag) ?? []
  const sides =
    box
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? []
  const width = pixelsOf(tag, 'width') ?? whole(sides[2])
  const height = pixelsOf(tag, 'height') ?? whole(sides[3])
  return { contentType: 'image/svg+xml', width, height }
}

function pixelsOf(tag: string, name: 'width' | 'height'): number | null {
  const [, said] = new RegExp(`\\s${name}\\s*=\\s*["']?([\\d.]+)(?:px)?["'\\s]`).exec(tag) ?? []
  return whole(Number(said))
}

const whole = (side: number | undefined): number | null =>
  side !== undefined && side >= 1 && side <= 100_000 ? Math.round(side) : null
