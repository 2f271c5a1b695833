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
  if (!best || best.ratio < COMMON_RATIO_MIN || best.ratio < LEAD_MIN * (next?.ratio ?? 0))
    return undefined
  const isUkrainian = best.name === 'koi8-r' && bytes.some((byte) => UKRAINIAN_KOI8.has(byte))
  return isUkrainian ? 'koi8-u' : best.name
}

/** How often each letter stands in a thousand of Russian. */
const OFTEN = new Map(
  Array.from('оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё', (letter, at) => [
    letter,
    [
      110, 85, 80, 74, 67, 63, 55, 47, 45, 44, 35, 32, 30, 28, 26, 20, 19, 17, 17, 17, 16, 14, 12,
      10, 9, 7, 6, 5, 4, 3, 3, 1, 1,
    ][at] ?? 1,
  ]),
)
const SELDOM = 0.1
const BYTES_LEAST = 20
/** Russian has 59 on the average, by logarithms. */
const LIKELY_MIN = Math.log(25)
const LIKELIER_MIN = Math.log(1.3)
const MIXED_RATIO_MAX = 0.02

/** Where capitals or rare words hide the common letters: by all letters, and by their case. */
export function likeliestCyrillic(bytes: Uint8Array): string | undefined {
  const latin = Buffer.from(bytes).toString('latin1')
  const high = latin.match(/[\u0080-\u00ff]/g)?.length ?? 0
  const mixed = latin.match(/[a-z][\u0080-\u00ff]|[\u0080-\u00ff][a-z]/gi)?.length ?? 0
  if (high < BYTES_LEAST || mixed > high * MIXED_RATIO_MAX) return undefined
  const rated = CYRILLIC.map((name) => {
    const text = new TextDecoder(name).decode(bytes)
    return { name, text, worth: likelihoodOf(text) }
  })
  const [best, ...others] = rated.toSorted((one, other) => other.worth - one.worth)
  // Capitals are the same in two of them.
  const next = others.find(({ text }) => text !== best?.text)
  if (!best || best.worth < LIKELY_MIN) return undefined
  return best.worth - (next?.worth ?? 0) < LIKELIER_MIN ? undefined : best.name
}

function likelihoodOf(text: string): number {
  let [sum, count, before] = [0, 0, '']
  for (const letter of text) {
    const small = letter.toLowerCase()
    const isTurned = letter !== small && before !== '' && before === before.toLowerCase()
    if (letter > '\u007f') {
      sum += Math.log(isTurned ? SELDOM : (OFTEN.get(small) ?? SELDOM))
      count += 1
    }
    before = /\p{L}/u.test(letter) ? letter : ''
  }
  return count === 0 ? 0 : sum / count
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
