import { piecesOf } from '../_pieces.ts'
import type { Span } from '../../../../engines/language/text-spans.ts'

/** Names of people, organizations and places that a grammar without a model finds. */
interface Names {
  readonly people: readonly string[]
  readonly organizations: readonly string[]
  readonly places: readonly string[]
}

export async function namesIn(text: string): Promise<Names> {
  const { default: nlp } = await import('compromise')
  const found = { people: [] as string[], organizations: [] as string[], places: [] as string[] }
  for (const { text: piece } of piecesOf(text)) {
    const doc = nlp(piece)
    found.people.push(...bare(doc.people().out('array')))
    found.organizations.push(...bare(doc.organizations().out('array')))
    found.places.push(...bare(doc.places().out('array')))
    await new Promise(setImmediate)
  }
  return found
}

/** The grammar sometimes leaves out the last part of a name: `Tim Cook's`. */
const NAME_GOES_ON = /(?: \p{Lu}[\p{L}\p{M}-]+){1,2}/uy

/** Places in the text where people are named. */
export async function peopleIn(text: string): Promise<readonly Span[]> {
  const { default: nlp } = await import('compromise')
  const found: Span[] = []
  for (const { text: piece, start } of piecesOf(text)) {
    const people = nlp(piece).people().json({ offset: true }) as readonly Located[]
    for (const { offset } of people) {
      const written = piece.slice(offset.start, offset.start + offset.length)
      const [name = ''] = /\p{L}(?:.*\p{L})?/su.exec(written) ?? []
      if (name.length < 2) continue
      const from = offset.start + written.indexOf(name)
      const end = from + name.replace(/['’]s$/, '').length
      NAME_GOES_ON.lastIndex = end
      const [more = ''] = NAME_GOES_ON.exec(piece) ?? []
      found.push({ start: start + from, end: start + end + more.length })
    }
    await new Promise(setImmediate)
  }
  return found
}

interface Located {
  readonly offset: { readonly start: number; readonly length: number }
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
