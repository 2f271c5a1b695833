import { isAscii, isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import { likeliestCyrillic, singleByteCharset } from './_single-byte-charset.ts'

export interface Charset {
  readonly name: string
  /** Confidence, 0 to 1. */
  readonly confidence: number
  readonly bomBytes: number
}

/** The longer mark first: that of UTF-32LE begins with that of UTF-16LE. */
const MARKS = [
  { name: 'utf-32le', mark: [0xff, 0xfe, 0, 0] },
  { name: 'utf-32be', mark: [0, 0, 0xfe, 0xff] },
  { name: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { name: 'utf-16le', mark: [0xff, 0xfe] },
  { name: 'utf-16be', mark: [0xfe, 0xff] },
] as const

const ESCAPE = 0x1b

export function detectCharset(bytes: Buffer): Charset {
  return markedCharset(bytes) ?? { bomBytes: 0, ...unmarkedCharset(bytes) }
}

export function markedCharset(bytes: Buffer): Charset | undefined {
  const found = MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  return found && { name: found.name, confidence: 1, bomBytes: found.mark.length }
}

function unmarkedCharset(bytes: Buffer): { name: string; confidence: number } {
  const wide = widestCharset(bytes) ?? wideCharset(bytes)
  if (wide) return wide
  if (isAscii(bytes) && !bytes.includes(ESCAPE)) return { name: 'utf-8', confidence: 1 }
  if (isUtf8(bytes) && !bytes.includes(ESCAPE)) return { name: 'utf-8', confidence: 0.99 }
  return guessedCharset(bytes)
}

const WIDE_SAMPLE_BYTES = 4096
const WESTERN_ZEROS_RATIO_MIN = 0.4
const isAsciiText = (byte: number) =>
  byte < 0x7f && (byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d))

/** UTF-32 without a mark: no code point uses the highest byte, and few use the next. */
function widestCharset(bytes: Buffer): { name: string; confidence: number } | undefined {
  const sample = bytes.subarray(0, WIDE_SAMPLE_BYTES)
  if (bytes.length < 8 || bytes.length % 4 > 0) return undefined
  const isWide = (highest: number, next: number): boolean => {
    for (let at = 0; at < sample.length; at += 4) {
      const group = sample.subarray(at, at + 4)
      if (group[highest] !== 0 || group[next]! > 0x10 || group.every((byte) => byte === 0))
        return false
    }
    return true
  }
  if (isWide(3, 2)) return { name: 'utf-32le', confidence: 0.9 }
  return isWide(0, 1) ? { name: 'utf-32be', confidence: 0.9 } : undefined
}

/**
 * UTF-16 without a mark has zero bytes: in Western text many, all at even or all at odd positions;
 * in other text few, where a low byte may be zero too. Other encodings of text have none.
 */
function wideCharset(bytes: Buffer): { name: string; confidence: number } | undefined {
  if (bytes.length % 2 > 0) return undefined
  const sample = bytes.subarray(0, WIDE_SAMPLE_BYTES)
  const zeros = [0, 1].map((side) => sample.filter((byte, at) => byte === 0 && at % 2 === side))
  const [even = 0, odd = 0] = zeros.map(({ length }) => length)
  if (even + odd === 0) return undefined
  const isOneSided = even === 0 || odd === 0
  const isDense = isOneSided && even + odd > sample.length * WESTERN_ZEROS_RATIO_MIN
  if (isDense) return { name: odd > 0 ? 'utf-16le' : 'utf-16be', confidence: 0.9 }
  const isPlain = sample.every((byte) => byte === 0 || isAsciiText(byte))
  if (isPlain || (isUtf8(bytes) && !isAscii(bytes))) return undefined
  const [best, other] = [wideReading(sample, 'utf-16le'), wideReading(sample, 'utf-16be')].toSorted(
    (one, two) => one.strays - two.strays || one.blocks - two.blocks,
  )
  if (!best || !other || (!isOneSided && best.strays > 0)) return undefined
  const isTold = best.strays < other.strays || best.blocks < other.blocks
  return { name: best.name, confidence: isTold ? 0.6 : 0.3 }
}

const STRAY = /[\p{Cn}\p{Co}\p{Cs}\ufffd]|(?![\t\n\r])\p{Cc}/gu

/**
 * How many invalid characters there are, and how many blocks of 256 are used: the fewer, the more
 * likely.
 */
function wideReading(sample: Buffer, name: 'utf-16le' | 'utf-16be') {
  const text = new TextDecoder(name).decode(sample, { stream: true })
  const blocks = new Set(Array.from(text, (letter) => (letter.codePointAt(0) ?? 0) >> 8))
  return { name, strays: text.match(STRAY)?.length ?? 0, blocks: blocks.size }
}

const SAMPLE_BYTES = 64 * 1024
const CONFIDENCE_PCT_MIN = 5
const DOUBTFUL_PCT = 40
const MULTIBYTE = /^(shift_jis|euc-|big5|gb)/i
/** The detector answers 10 for such sets when nothing speaks against them, and nothing for them. */
const MULTIBYTE_PCT_MIN = 11
const FALLBACK = { name: 'windows-1252', confidence: 0.2 }

/** By statistics, over a sample that begins at the first byte beyond ASCII. */
function guessedCharset(bytes: Buffer): { name: string; confidence: number } {
  const first = bytes.findIndex((byte) => byte >= 0x80 || byte === ESCAPE)
  const start = bytes.subarray(0, first).lastIndexOf(0x0a) + 1
  const from = first - start > SAMPLE_BYTES / 2 ? first : start
  const sample = bytes.subarray(from, from + SAMPLE_BYTES)
  const known = singleByteCharset(sample)
  if (known) return known
  const guesses = analyse(sample)
  const cyrillic =
    (guesses[0]?.confidence ?? 0) < DOUBTFUL_PCT ? likeliestCyrillic(sample) : undefined
  if (cyrillic !== undefined) return { name: cyrillic, confidence: DOUBTFUL_PCT / 100 }
  for (const { name, confidence } of guesses) {
    const decoder = decoderOf(name, true)
    const least = MULTIBYTE.test(name) ? MULTIBYTE_PCT_MIN : CONFIDENCE_PCT_MIN
    if (!decoder || decoder.encoding === 'utf-8' || confidence < least) continue
    if (isValidIn(decoder, sample)) return { name: decoder.encoding, confidence: confidence / 100 }
  }
  return isUtf8(bytes) ? { name: 'utf-8', confidence: 0.99 } : FALLBACK
}

type Decoder = InstanceType<typeof TextDecoder>

/** A decoder by any name of the WHATWG standard, which includes most other names. */
export function decoderOf(name: string, fatal = false): Decoder | undefined {
  try {
    return new TextDecoder(name, { fatal, ignoreBOM: true })
  } catch {
    return undefined
  }
}

/** Whether bytes decode without error; the end of a sample may cut a character. */
export function isValidIn(decoder: Decoder, bytes: Buffer, stream = true): boolean {
  try {
    decoder.decode(bytes, { stream })
    return true
  } catch {
    return false
  }
}
