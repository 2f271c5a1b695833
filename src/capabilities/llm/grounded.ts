import { fenced } from './fenced-data.ts'
import type { Conversation, Piece, TextPart } from './conversation.ts'
import { textOf } from './conversation.ts'
import type { LiteHit, LiteSearch } from '../upstreams/lite-search.ts'

/** What the web says of the question of a conversation. */
export interface Grounds {
  readonly hits: readonly LiteHit[]
}

const QUERY_LENGTH_MAX = 400
const HITS = 5
const SNIPPET_LENGTH_MAX = 1_000

/** Asks the web what the last message of the user asks. */
export async function groundsOf({ turns }: Conversation, search: LiteSearch): Promise<Grounds> {
  const last = turns.findLast(({ role }) => role === 'user')
  const query = last ? textOf(last.parts).replaceAll(/\s+/g, ' ').trim() : ''
  if (query === '') return { hits: [] }
  const hits = await search.search(query.slice(0, QUERY_LENGTH_MAX), HITS)
  return { hits: hits.slice(0, HITS) }
}

/** The conversation with what the web says, as data before the last message of the user. */
export function groundedOn({ hits }: Grounds, conversation: Conversation): Conversation {
  const found = hits.map(
    ({ title, url, snippet }, at) =>
      `[${at + 1}] ${title}\n${url}\n${snippet.slice(0, SNIPPET_LENGTH_MAX)}`,
  )
  const { text, rule } = fenced(found.join('\n\n') || 'No results.')
  const rules = `Results of a web search stand before the last message. Use them where they help, and name the number of each that you use in brackets, as in [1], right after what it supports. ${rule}`
  const last = conversation.turns.findLastIndex(({ role }) => role === 'user')
  const results: TextPart = { kind: 'text', text: `Web search results:\n${text}` }
  return {
    ...conversation,
    system: [...conversation.system, { kind: 'text', text: rules }],
    turns: conversation.turns.map((turn, at) =>
      at === last ? { ...turn, parts: [results, ...turn.parts] } : turn,
    ),
  }
}

const NUMBER = /\[(\d{1,2})\]/g

/** Adds to the text of an answer where it names results, once it is whole. */
export function citing({ hits }: Grounds): (pieces: readonly Piece[]) => readonly Piece[] {
  let said = ''
  let isCited = false
  function citations(): readonly Piece[] {
    if (isCited) return []
    isCited = true
    return [...said.matchAll(NUMBER)].flatMap(({ 0: mark, 1: number, index }): Piece[] => {
      const hit = hits[Number(number) - 1]
      if (!hit) return []
      const { url, title, snippet } = hit
      const [start, end] = [index, index + mark.length]
      return [{ kind: 'citation', start, end, url, title, quote: snippet.slice(0, 300) }]
    })
  }
  return (pieces) =>
    pieces.flatMap((piece) => {
      if (piece.kind === 'text') said += piece.text
      const isAfter = piece.kind === 'end' || (piece.kind === 'call' && said !== '')
      return isAfter ? [...citations(), piece] : [piece]
    })
}

/** Beside the answer: what it may cite, and that strangers wrote that. */
export const sourcesOf = ({ hits }: Grounds) => ({
  citations: hits.map(({ url, title }) => ({ url, title })),
  untrustedContent: true,
})
