/**
 * A grammar takes some milliseconds for one piece, and more than twice that for two joined pieces.
 */
const PIECE_CHARACTERS = 2_000

export interface Piece {
  readonly text: string
  readonly start: number
}

/** Split at the end of a sentence, or at least of a word, if there is one. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  for (let start = 0; start < text.length;) {
    const whole = text.slice(start, start + PIECE_CHARACTERS)
    const at = Math.max(whole.lastIndexOf('. '), whole.lastIndexOf('\n'))
    const end = at > 0 ? at : whole.lastIndexOf(' ')
    const isLast = start + PIECE_CHARACTERS >= text.length
    const piece = isLast || end <= 0 ? whole : whole.slice(0, end + 1)
    pieces.push({ text: piece, start })
    start += piece.length
  }
  return pieces
}
