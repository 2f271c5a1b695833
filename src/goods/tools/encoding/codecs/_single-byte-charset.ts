/**
 * Single-byte character sets that the library confuses with others, recognised by their letters.
 */

interface DetectedCharset {
  readonly name: string
  /** Confidence, 0 to 1. */
  readonly confidence: number
}

const HIGH_BYTES_MIN = 8
const CONFIDENCE = 0.9

/** Undefined if the letters fit none of them, or are too few. */
export function singleByteCharset(bytes: Uint8Array): DetectedCharset | undefined {
  const high = bytes.filter((byte) => byte >= 0x80)
  if (high.length < HIGH_BYTES_MIN) {
    return isShortThai(bytes, high) ? { name: 'windows-874', confidence: 0.5 } : undefined
  }
  const name = isThai(bytes, high) ? 'windows-874' : (cyrillicCharset(bytes) ?? balticCharset(high))
  return name === undefined ? undefined : { name, confidence: CONFIDENCE }
}

const isBetween = (byte: number, first: number, last: number): boolean =>
  byte >= first && byte <= last
const isConsonant = (byte: number): boolean => isBetween(byte, 0xa1, 0xce)
/** Vowels above and below, and tones, which belong to the consonant before them. */
const isMark = (byte: number): boolean =>
  byte === 0xd1 || isBetween(byte, 0xd4, 0xda) || isBetween(byte, 0xe7, 0xee)
const CONSONANTS_RATIO_MIN = 0.5
const MARKS_RATIO_MIN = 0.08
const UNASSIGNED = [0xdb, 0xdc, 0xdd, 0xde, 0xfc, 0xfd, 0xfe, 0xff]
const COMMON_THAI = new Set(Buffer.from('a1a4a7b4b5b7b9c1c2c3c5c7cacbcdd0d1d2d4d5e0e8e9', 'hex'))
const COMMON_THAI_RATIO_MIN = 0.7

function isThai(bytes: Uint8Array, high: Uint8Array): boolean {
  if (high.some((byte) => byte < 0xa1 || UNASSIGNED.includes(byte))) return false
  const common = high.filter((byte) => COMMON_THAI.has(byte)).length
  if (common < high.length * COMMON_THAI_RATIO_MIN) return false
  const consonants = high.filter(isConsonant).length
  const marks = high.filter(isMark).length
  const stray = bytes.filter((byte, at) => {
    const before = bytes[at - 1] ?? 0
    return isMark(byte) && !isConsonant(before) && !isMark(before)
  }).length
  return (
    consonants >= high.length * CONSONANTS_RATIO_MIN &&
    marks >= high.length * MARKS_RATIO_MIN &&
    stray <= marks * 0.02
  )
}

const SHORT_THAI_MIN = 5
/** Consonants at bytes where Cyrillic and Western sets have signs. */
const isAmongSigns = (byte: number): boolean => isBetween(byte, 0xa1, 0xbf)
const SIGNS_RATIO_MIN = 0.25

/** A few Thai words: no Latin letter next to them, and no pairs of bytes as in East Asian sets. */
function isShortThai(bytes: Uint8Array, high: Uint8Array): boolean {
  if (high.length < SHORT_THAI_MIN) return false
  if (high.some((byte) => byte < 0xa1 || UNASSIGNED.includes(byte))) return false
  const words =
    Buffer.from(bytes)
      .toString('latin1')
      .match(/[a-z\u0080-\u00ff]+/gi) ?? []
  const own = words.filter((word) => /[\u0080-\u00ff]/.test(word))
  return (
    own.every((word) => word.length > 2 && !/[a-z]/i.test(word)) &&
    own.some((word) => word.length % 2 === 1) &&
    high.filter(isAmongSigns).length >= high.length * SIGNS_RATIO_MIN &&
    high.filter((byte) => COMMON_THAI.has(byte)).length >= high.length * COMMON_THAI_RATIO_MIN
  )
}

const CYRILLIC = ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic']
/** Seven of ten letters of a Russian, Ukrainian or Bulgarian text are among these. */
const COMMON_CYRILLIC = /[оеаинтсрвлкмдп]/g
const COMMON_RATIO_MIN = 0.6
const LEAD_MIN = 1.25

/** The set in which the letters are the most common ones, with a clear lead over any other. */
function cyrillicCharset(bytes: Uint8Array): string | undefined {
  const rated = CYRILLIC.map((name) => {
    const decoded = new TextDecoder(name).decode(bytes)
    const letters = Array.from(decoded)
      .filter((letter) => letter > '\u007f')
      .join('')
    const common = letters.match(COMMON_CYRILLIC)?.length ?? 0
    return { name, ratio: letters.length === 0 ? 0 : common / letters.length }
  })
  const [best, next] = rated.toSorted((one, other) => other.ratio - one.ratio)
  if (!best || best.ratio < COMMON_RATIO_MIN) return undefined
  if (best.ratio < LEAD_MIN * (next?.ratio ?? 0)) return undefined
  const isUkrainian = best.name === 'koi8-r' && bytes.some((byte) => UKRAINIAN_KOI8.has(byte))
  return isUkrainian ? 'koi8-u' : best.name
}

/** Four lower-case letters of KOI8-U at bytes where KOI8-R has line-drawing characters. */
const UKRAINIAN_KOI8 = new Set([0xa4, 0xa6, 0xa7, 0xad])

/**
 * Letters of a Baltic language in windows-1257. At least two must occur, one of them specific to
 * the language.
 */
const BALTIC = [
  { all: 'ąčęėįšųūžĄČĘĖĮŠŲŪŽ', telling: 'ėųįėš' },
  { all: 'āčēģīķļņšūžĀČĒĢĪĶĻŅŠŪŽ', telling: 'āīņš' },
]
const BALTIC_RATIO_MIN = 0.97
const KINDS_MIN = 4

function balticCharset(high: Uint8Array): string | undefined {
  const text = new TextDecoder('windows-1257').decode(high)
  const letters = Array.from(text).filter((letter) => /\p{L}/u.test(letter))
  const fits = BALTIC.some(({ all, telling }) => {
    const own = letters.filter((letter) => all.includes(letter))
    const kinds = new Set(own.map((letter) => letter.toLowerCase()))
    const told = Array.from(telling).filter((letter) => kinds.has(letter))
    return (
      own.length >= letters.length * BALTIC_RATIO_MIN && kinds.size >= KINDS_MIN && told.length >= 2
    )
  })
  return fits ? 'windows-1257' : undefined
}
