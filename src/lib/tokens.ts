/**
 * Counts tokens by the encoding `o200k` in short windows. The time of such encodings grows with
 * the square of a run without spaces; in windows it grows with the length only. A window ends at a
 * space where it has one, so that prose and code count within 0.2 % of the exact number.
 */

const WINDOW = 256
/** Of a run without spaces, whose time grows with the square of the window. */
const WINDOW_OF_RUN = 64
/** Of work, between which others get their turn. */
const TURN_MS = 8

/** Tokens of a text, in turns of a few milliseconds. */
export async function countTokens(text: string): Promise<number> {
  const { countTokens: count } = await table()
  let total = 0
  let since = performance.now()
  for (let at = 0; at < text.length;) {
    const end = windowEnd(text, at)
    total += count(text.slice(at, end), { disallowedSpecial: new Set() })
    at = end
    if (performance.now() - since < TURN_MS) continue
    await new Promise(setImmediate)
    since = performance.now()
  }
  return total
}

/** Of 200,000 entries: read in one turn, and made ready in another. */
async function table(): Promise<typeof import('gpt-tokenizer/encoding/o200k_base')> {
  await import('gpt-tokenizer/bpeRanks/o200k_base')
  await new Promise(setImmediate)
  return import('gpt-tokenizer/encoding/o200k_base')
}

/** Never between the halves of a surrogate pair. */
function windowEnd(text: string, start: number): number {
  const end = start + WINDOW
  if (end >= text.length) return text.length
  const space = text.lastIndexOf(' ', end)
  if (space > start + WINDOW / 2) return space
  const cut = start + WINDOW_OF_RUN
  const isHalf = (text.charCodeAt(cut) & 0xfc00) === 0xdc00
  return isHalf ? cut - 1 : cut
}
