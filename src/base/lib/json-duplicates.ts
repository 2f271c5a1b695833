import { KB } from './fields.ts'

interface Open {
  /** The names so far, and whether each was reported; null for a list. */
  readonly names: Map<string, boolean> | null
  /** The last name, or the index in the list. */
  at: string | number
}

/**
 * Members whose name their object has already had, as JSON Pointers (RFC 6901): two readers of such
 * a text may see two different values. The text must be JSON. At most `most` pointers are made, and
 * each name in them is cut after 200 characters: it may be as long as the text.
 */
export function duplicateNames(text: string, most: number): readonly string[] {
  const search = searched(text, most)
  for (;;) {
    const { done, value } = search.next()
    if (done) return value
  }
}

/** The same; of a long text, other work gets its turn in between. */
export async function duplicateNamesInTurns(
  text: string,
  most: number,
): Promise<readonly string[]> {
  const search = searched(text, most)
  for (;;) {
    const { done, value } = search.next()
    if (done) return value
    await new Promise(setImmediate)
  }
}

/** Characters between two turns: a few milliseconds where all are short names with escapes. */
const TURN_CHARACTERS = 64 * KB

function* searched(text: string, most: number): Generator<undefined, readonly string[]> {
  const open: Open[] = []
  const found: string[] = []
  let before = ''
  let turn = TURN_CHARACTERS
  for (let at = 0; at < text.length; at += 1) {
    if (at >= turn) {
      turn = at + TURN_CHARACTERS
      yield undefined
    }
    const last = open.at(-1)
    const mark = text[at]
    if (mark === '"') {
      let end = text.indexOf('"', at + 1)
      if (text[end - 1] === '\\') end = yield* endAfterEscapes(text, end)
      if (end < 0) break
      // Only a name is wanted, and a colon follows it.
      before = last?.names ? text.slice(at + 1, end) : ''
      at = end
    } else if (mark === '{') open.push({ names: new Map(), at: '' })
    else if (mark === '[') open.push({ names: null, at: 0 })
    else if (mark === '}' || mark === ']') open.pop()
    else if (mark === ',' && typeof last?.at === 'number') last.at += 1
    else if (mark === ':' && last?.names) {
      const name = before.includes('\\') ? String(JSON.parse(`"${before}"`)) : before
      last.at = name
      const isTold = last.names.get(name)
      last.names.set(name, isTold !== undefined)
      if (isTold === false && found.push(pointerOf(open)) >= most) break
    }
  }
  return [...new Set(found)]
}

/** Where the quote is that ends a text, from its first quote after a backslash on. */
function* endAfterEscapes(text: string, first: number): Generator<undefined, number> {
  let turn = first + TURN_CHARACTERS
  for (let end = first; end > 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text[end - 1 - escapes] === '\\') escapes += 1
    if (escapes % 2 === 0) return end
    if (end >= turn) {
      turn = end + TURN_CHARACTERS
      yield undefined
    }
  }
  return -1
}

export const hasDuplicateNames = (text: string): boolean => duplicateNames(text, 1).length > 0

const NAME_CHARACTERS_MAX = 200

const pointerOf = (open: readonly Open[]): string => open.map(({ at }) => `/${partOf(at)}`).join('')

function partOf(at: string | number): string {
  const name = String(at)
  const part = name.slice(0, NAME_CHARACTERS_MAX).replaceAll('~', '~0').replaceAll('/', '~1')
  return part.toWellFormed() + (name.length > NAME_CHARACTERS_MAX ? '…' : '')
}
