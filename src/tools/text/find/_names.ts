/** Names of people, organizations and places, as far as a grammar without a model finds them. */
export interface Names {
  readonly people: readonly string[]
  readonly organizations: readonly string[]
  readonly places: readonly string[]
}

/** One piece takes some milliseconds; between pieces others get their turn. */
const PIECE_CHARACTERS = 2_000

export async function namesIn(text: string): Promise<Names> {
  const { default: nlp } = await import('compromise')
  const found = { people: [] as string[], organizations: [] as string[], places: [] as string[] }
  for (const piece of piecesOf(text)) {
    const doc = nlp(piece)
    found.people.push(...bare(doc.people().out('array')))
    found.organizations.push(...bare(doc.organizations().out('array')))
    found.places.push(...bare(doc.places().out('array')))
    await new Promise(setImmediate)
  }
  return found
}

/** Broken where a sentence or at least a word ends, if there is such a place. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = []
  for (let start = 0; start < text.length;) {
    const whole = text.slice(start, start + PIECE_CHARACTERS)
    const at = Math.max(whole.lastIndexOf('. '), whole.lastIndexOf('\n'))
    const end = at > 0 ? at : whole.lastIndexOf(' ')
    const isLast = start + PIECE_CHARACTERS >= text.length
    const piece = isLast || end <= 0 ? whole : whole.slice(0, end + 1)
    pieces.push(piece)
    start += piece.length
  }
  return pieces
}

const bare = (names: unknown): readonly string[] =>
  (names as readonly string[])
    .map((name) =>
      name
        .replace(/(?:['’]s)?[^\p{L}\p{N})]*$/u, '')
        .replace(/^[^\p{L}\p{N}(]+/u, '')
        .replaceAll(/\s+/g, ' '),
    )
    .filter((name) => name.length > 1)
