import type { Token, Tokens } from 'marked'
import { badInput } from '../../../../base/core/fault.ts'

/** Lists and quotes nest on the call stack of the parser. */
const DEPTH_MAX = 100

export async function lexed(markdown: string, gfm = true): Promise<readonly Token[]> {
  assertShallow(markdown)
  const { Marked } = await import('marked')
  try {
    return new Marked({ gfm }).lexer(markdown)
  } catch (thrown) {
    if (thrown instanceof RangeError) throw badInput('markdown: is nested too deep')
    throw thrown
  }
}

export function assertShallow(markdown: string): void {
  for (const [start] of markdown.matchAll(/^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)+/gm)) {
    const marks = start.match(/>|[-*+]|\d+[.)]/g)?.length ?? 0
    if (marks > DEPTH_MAX && !/^[ \t]*([-*])(?:[ \t]*\1)+[ \t]*$/.test(start))
      throw badInput(`markdown: has more than ${DEPTH_MAX} marks of quotes or lists in a row`)
  }
}

/** Every token, outer ones first. */
export function* allTokens(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table
      for (const cell of [header, ...rows].flat()) yield* allTokens(cell.tokens)
    } else if (token.type === 'list') yield* allTokens((token as Tokens.List).items)
    else if ('tokens' in token && token.tokens) yield* allTokens(token.tokens)
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** The visible text of inline tokens, without marks and tags. */
export function shownText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return '\n'
      if (token.type === 'html' || token.type === 'checkbox') return ''
      if (token.type === 'image') return (token as Tokens.Image).text
      if ('tokens' in token && token.tokens) return shownText(token.tokens)
      const text = 'text' in token ? String(token.text) : ''
      return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (mark) => ENTITIES[mark] ?? mark)
    })
    .join('')
}

export interface Heading {
  readonly level: number
  readonly text: string
  /** The anchor as GitHub makes it: lower case, hyphens, and a number if it repeats. */
  readonly id: string
}

export function headingsOf(tokens: readonly Token[]): readonly Heading[] {
  const taken = new Map<string, number>()
  return [...allTokens(tokens)]
    .filter((token) => token.type === 'heading')
    .map((token) => {
      const { depth, tokens: inner } = token as Tokens.Heading
      const text = shownText(inner).replaceAll(/\s+/g, ' ').trim()
      const slug = text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
        .replaceAll(/\s/g, '-')
      const times = taken.get(slug) ?? 0
      taken.set(slug, times + 1)
      return { level: depth, text, id: times === 0 ? slug : `${slug}-${times}` }
    })
}
