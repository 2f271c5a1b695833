import { isProse, type Block } from './blocks.ts'
import { plainText } from '../language/plain-text.ts'

/** What a page states as its article: all in it belongs, and no paragraph around it does. */
export interface DeclaredBody {
  readonly within: ReadonlySet<Block>
  readonly around: ReadonlySet<Block>
}

const nothing = (): DeclaredBody => ({ within: new Set(), around: new Set() })

/** Some state the beginning only, or something else: so much of the paragraphs must be in it. */
const SHARE_MIN = 0.7
/** Shorter blocks may stand anywhere. */
const LETTERS_MIN = 20
const PARAGRAPH = /^(P|DIV|RUN)$/

export function declaredBodyIn(blocks: readonly Block[], body: string | null): DeclaredBody {
  if (body === null) return nothing()
  const whole = letters(plainText(body))
  const prose = blocks.filter(isProse)
  const within = new Set(blocks.filter(({ text }) => isIn(whole, letters(text))))
  const found = sizeOf(prose.filter((block) => within.has(block)))
  if (found === 0 || found < sizeOf(prose) * SHARE_MIN) return nothing()
  const first = blocks.findIndex((block) => within.has(block))
  const last = blocks.findLastIndex((block) => within.has(block))
  const outside = [...blocks.slice(0, first), ...blocks.slice(last + 1)]
  return { within, around: new Set(outside.filter(({ name }) => PARAGRAPH.test(name))) }
}

const isIn = (whole: string, part: string): boolean =>
  part.length >= LETTERS_MIN && whole.includes(part)

const sizeOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { text }) => sum + text.length, 0)

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
