const CHARACTERS_MIN = 20
/** Of all that is no space: letters that no font has, and letters at all. */
const STRANGE_SHARE_MAX = 0.2
const LETTER_SHARE_MIN = 0.2

/**
 * Whether a text was read from its page. Where a font does not say which letters it draws, what is
 * read are the numbers of its shapes, as whatever letters have these numbers.
 */
export function isLegible(text: string): boolean {
  const solid = text.replace(/\s/g, '')
  if (solid.length < CHARACTERS_MIN) return true
  const shareOf = (pattern: RegExp) => (solid.match(pattern)?.length ?? 0) / solid.length
  if (shareOf(/[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu) > STRANGE_SHARE_MAX) return false
  const isLeader = /[._…·–—-]{3}/.test(solid)
  if (!isLeader && shareOf(/[\p{L}\p{N}\p{M}]/gu) < LETTER_SHARE_MIN) return false
  return !isProse(text, solid.length) || likenessOf(solid) > LIKENESS_MIN
}

const LETTERS_MIN = 300
const KINDS_MIN = 15
const WORD_CHARACTERS_MAX = 15

/** Words of Latin letters, and no keys, sums or sequences. */
function isProse(text: string, length: number): boolean {
  const letters = text.match(/[a-z]/gi) ?? []
  const kinds = new Set(letters.map((letter) => letter.toLowerCase()))
  const isLatin = letters.length >= LETTERS_MIN && letters.length > length / 2
  return (
    isLatin && kinds.size >= KINDS_MIN && length / text.split(/\s+/).length <= WORD_CHARACTERS_MAX
  )
}

/** How often each letter from a to z stands in 1,000 of English. */
const FREQUENCIES = [
  82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20,
  1,
]
/** Polish, Finnish, Vietnamese, Turkish and Indonesian reach 0.77 to 0.87; shifted letters 0.66. */
const LIKENESS_MIN = 0.67

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0)

/** From 0 to 1. */
function likenessOf(text: string): number {
  const counts = FREQUENCIES.map(() => 0)
  for (const letter of text.normalize('NFD').toLowerCase()) {
    const at = letter.charCodeAt(0) - 97
    if (at >= 0 && at < counts.length) counts[at]! += 1
  }
  const lengths = Math.sqrt(dot(counts, counts) * dot(FREQUENCIES, FREQUENCIES))
  return dot(counts, FREQUENCIES) / Math.max(1, lengths)
}
