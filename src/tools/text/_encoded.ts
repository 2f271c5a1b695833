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
  /** False where a run was too long to be encoded at one go. */
  readonly exact: boolean
  decode(tokens: readonly number[]): string
}

const PIECE_CHARACTERS = 400
const RUN_CHARACTERS_MAX = 1_200
/** Of one run without breaks, whose time grows with the square. */
const CUT_CHARACTERS = 300
const BREAK = /[\p{L}\p{N}](?=[^\p{L}\p{N}\p{M}'’])/u

export async function encoded(text: string, name: EncodingName = 'o200k_base'): Promise<Encoded> {
  const { encode, decode } = await loaded(name)
  const pieces: TokenPiece[] = []
  let exact = true
  for (let at = 0; at < text.length;) {
    const safe = safeEnd(text, at)
    exact &&= safe !== null
    const end = safe ?? wholeCharacter(text, at + CUT_CHARACTERS)
    const piece = text.slice(at, end)
    pieces.push({ text: piece, tokens: encode(piece, { disallowedSpecial: new Set() }) })
    at = end
  }
  return { pieces, exact, decode: (tokens) => decode([...tokens]) }
}

export const countOf = ({ pieces }: Encoded): number =>
  pieces.reduce((sum, { tokens }) => sum + tokens.length, 0)

const loaded = (name: EncodingName) =>
  name === 'cl100k_base'
    ? import('gpt-tokenizer/encoding/cl100k_base')
    : import('gpt-tokenizer/encoding/o200k_base')

/** The first break after enough text; nothing where a run has none for too long. */
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

/** Never between the halves of a surrogate pair. */
const wholeCharacter = (text: string, at: number): number =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : Math.min(at, text.length)
