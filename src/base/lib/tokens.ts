import { createHash } from 'node:crypto'
import { badInput } from '../core/fault.ts'

/**
 * Tokens of the encodings of OpenAI. The library's time grows with the square of a run without
 * breaks, so a text is encoded piece by piece. Between a letter or digit and what cannot follow it
 * inside a token the pieces add up to what the whole text takes.
 */

export type EncodingName = 'o200k_base' | 'cl100k_base'

export interface TokenPiece {
  readonly text: string
  readonly tokens: readonly number[]
}

export interface Encoded {
  readonly pieces: readonly TokenPiece[]
  /** False if a part without breaks was too long to be encoded at once. */
  readonly exact: boolean
  decode(tokens: readonly number[]): string
}

/** The length of one slice of work; other work runs between slices. */
const TURN_MS = 8
/** Special tokens in a text are counted as plain text. */
const plain = () => ({ disallowedSpecial: new Set<string>() })

/** Counts the `o200k_base` tokens of a text in slices of a few milliseconds. */
export async function countTokens(text: string): Promise<number> {
  const { countTokens: count } = await loaded('o200k_base')
  let total = 0
  let since = performance.now()
  for (const { piece } of piecesOf(text)) {
    total += count(piece, plain())
    if (performance.now() - since < TURN_MS) continue
    await new Promise(setImmediate)
    since = performance.now()
  }
  return total
}

export interface TokenCount {
  readonly tokens: number
  readonly isEstimate: boolean
}

/** At most so many characters of a text are counted, which takes 100 ms. */
const COUNTED_MAX = 256 * 1024
const SAMPLES = 128
const SAMPLE_CHARACTERS = COUNTED_MAX / SAMPLES
/** The margin in standard errors of the mean: about one estimate in a thousand is too low. */
const STANDARD_ERRORS = 3

/**
 * Tokens of a text of any length. Of a long one, samples are counted, one of each part of the same
 * length. Where they stand follows from the whole text: the same text has the same count, and
 * nobody can write between them.
 */
export async function tokensOf(text: string): Promise<TokenCount> {
  if (text.length <= COUNTED_MAX) return { tokens: await countTokens(text), isEstimate: false }
  const seed = createHash('sha256').update(text).digest()
  const densities: number[] = []
  for (const at of samplesOf(text.length, seed)) {
    const sample = text.slice(
      wholeCharacter(text, at),
      wholeCharacter(text, at + SAMPLE_CHARACTERS),
    )
    densities.push((await countTokens(sample)) / Math.max(1, sample.length))
  }
  const mean = densities.reduce((sum, each) => sum + each, 0) / SAMPLES
  const density = mean + STANDARD_ERRORS * Math.sqrt(varianceOf(densities) / SAMPLES)
  return { tokens: Math.ceil(density * text.length), isEstimate: true }
}

function* samplesOf(length: number, seed: Uint8Array): Generator<number> {
  const part = length / SAMPLES
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const drawn = createHash('sha256').update(seed).update(String(sample)).digest()
    const share = drawn.readUInt32LE(0) / 2 ** 32
    yield Math.floor(sample * part + share * (part - SAMPLE_CHARACTERS))
  }
}

/** The variance by differences of neighbours, so that a trend over the text does not count. */
const varianceOf = (values: readonly number[]): number =>
  values.slice(1).reduce((sum, value, at) => sum + (value - (values[at] ?? 0)) ** 2, 0) /
  (2 * (values.length - 1))

/** Counts tokens without slices, for threads. */
export async function encoder(): Promise<(text: string) => number> {
  const { countTokens: count } = await loaded('o200k_base')
  return (text) => {
    let total = 0
    for (const { piece } of piecesOf(text)) total += count(piece, plain())
    return total
  }
}

/** Encodes a text without slices, for threads. */
export async function encoded(text: string, name: EncodingName = 'o200k_base'): Promise<Encoded> {
  const { encode, decode } = await loaded(name)
  const pieces: TokenPiece[] = []
  let exact = true
  for (const { piece, isWhole } of piecesOf(text)) {
    exact &&= isWhole
    pieces.push({ text: piece, tokens: encode(piece, plain()) })
  }
  return { pieces, exact, decode: (tokens) => decode([...tokens]) }
}

export const countOf = ({ pieces }: Encoded): number =>
  pieces.reduce((sum, { tokens }) => sum + tokens.length, 0)

/** The text of one or more tokens. Tokens that share a character are in one group. */
export interface TokenGroup {
  readonly text: string
  readonly size: number
}

/** Splits a text into the texts of its tokens. */
export async function tokenGroups(text: string): Promise<readonly TokenGroup[]> {
  const { pieces, decode } = await encoded(text)
  const groups: TokenGroup[] = []
  for (const piece of pieces) {
    let [open, from] = [[] as number[], 0]
    for (const token of piece.tokens) {
      open.push(token)
      const read = decode(open)
      if (!piece.text.startsWith(read, from) || read.endsWith('\ufffd')) continue
      groups.push({ text: read, size: open.length })
      from += read.length
      open = []
    }
    if (open.length > 0) groups.push({ text: piece.text.slice(from), size: open.length })
  }
  return groups
}

/** Decodes lists of tokens by the encoding of embedding models. */
export async function decodedTexts(
  lists: readonly (readonly number[])[],
): Promise<readonly string[]> {
  const { decode } = await loaded('cl100k_base')
  return lists.map((tokens, at) => {
    try {
      return decode([...tokens])
    } catch {
      throw badInput(`input.${at}: holds a token that cl100k_base does not have.`)
    }
  })
}

/** Loads a table of 200,000 entries in two turns of the event loop. */
async function loaded(name: EncodingName) {
  if (name === 'cl100k_base') return import('gpt-tokenizer/encoding/cl100k_base')
  await import('gpt-tokenizer/bpeRanks/o200k_base')
  await new Promise(setImmediate)
  return import('gpt-tokenizer/encoding/o200k_base')
}

const PIECE_CHARACTERS = 400
const RUN_CHARACTERS_MAX = 1_200
/** The longest part without breaks, because its time grows with the square. */
const CUT_CHARACTERS = 300
const BREAK = /[\p{L}\p{N}](?=[^\p{L}\p{N}\p{M}'’])/u

function* piecesOf(text: string): Generator<{ readonly piece: string; readonly isWhole: boolean }> {
  for (let at = 0; at < text.length;) {
    const safe = safeEnd(text, at)
    const end = safe ?? wholeCharacter(text, at + CUT_CHARACTERS)
    yield { piece: text.slice(at, end), isWhole: safe !== null }
    at = end
  }
}

/** The first break after enough text; null if there is none for too long. */
function safeEnd(text: string, start: number): number | null {
  if (text.length - start <= PIECE_CHARACTERS) return text.length
  const window = text.slice(start + PIECE_CHARACTERS - 1, start + RUN_CHARACTERS_MAX)
  const found = window.search(BREAK)
  if (found >= 0) {
    const at = start + PIECE_CHARACTERS - 1 + found
    return at + String.fromCodePoint(text.codePointAt(at) ?? 0).length
  }
  return text.length - start <= RUN_CHARACTERS_MAX ? text.length : null
}

/** Moves an index out of a surrogate pair. */
const wholeCharacter = (text: string, at: number): number =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : Math.min(at, text.length)
