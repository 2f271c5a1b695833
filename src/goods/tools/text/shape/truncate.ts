import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import {
  charactersOf,
  sentencesOf,
  wordsOf,
  type Segment,
} from '../../../../engines/language/segments.ts'
import { tokenGroups } from '../../../../base/lib/tokens.ts'

const Unit = z.enum(['chars', 'words', 'sentences', 'tokens', 'bytes'])

export default defineTool({
  route: 'POST /api/truncate',
  name: 'Truncate text',
  description:
    'Cuts text to a budget of characters, words, sentences, tokens or bytes without splitting a unit.',
  asks: [
    'shorten a string to fit 280 characters',
    'cut text to a budget of words, with an ellipsis',
    'cut to 160 characters',
    'short preview of a text',
    'too long for a tweet',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text, unit }) => (unit === 'tokens' ? 'thread' : placeBySize(8 * text.length)),
  input: z.object({
    text: text(MB).describe('The text, up to 1 MB.'),
    limit: z.int().min(0).max(1_000_000).describe('Most units to keep, 0 to 1000000.'),
    unit: Unit.default('chars').describe(
      'Unit; chars are characters as readers count them, tokens are those of o200k_base.',
    ),
    suffix: z
      .string()
      .max(100)
      .default('...')
      .describe(
        'Text to put where text was cut, up to 100 characters; counted for chars, bytes and tokens, not ' +
          'for words and sentences.',
      ),
    keep: z
      .enum(['start', 'end', 'both'])
      .default('start')
      .describe('Part to keep; both removes the middle.'),
  }),
  output: z.object({
    text: z.string(),
    truncated: z.boolean(),
    original: z.int().describe('Number of units of the whole text.'),
    kept: z.int().describe('Number of units that are kept, without the suffix.'),
  }),
  examples: [
    {
      input: { text: 'The quick brown fox', limit: 2, unit: 'words' },
      output: { text: 'The quick...', truncated: true, original: 4, kept: 2 },
    },
    {
      input: { text: 'The quick brown fox', limit: 10, keep: 'both', suffix: '…' },
      output: { text: 'The q… fox', truncated: true, original: 19, kept: 9 },
    },
  ],

  async run({ text, limit, unit, suffix, keep }) {
    const { sizes, ends } = await unitsOf(text, unit)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    if (total <= limit) return { text, truncated: false, original: total, kept: total }
    const isCounted = unit !== 'words' && unit !== 'sentences'
    const { sizes: own } = isCounted ? await unitsOf(suffix, unit) : { sizes: [] }
    const room = limit - own.reduce((sum, size) => sum + size, 0)
    if (room < 0) throw badInput(`suffix: must not be longer than limit, which is ${limit} ${unit}`)
    const headRoom = keep === 'start' ? room : keep === 'end' ? 0 : Math.ceil(room / 2)
    const [head, headSize] = fitting(sizes, headRoom)
    const [tail, tailSize] = fitting(sizes.toReversed(), keep === 'start' ? 0 : room - headRoom)
    const [before, after] = [
      text.slice(0, head === 0 ? 0 : ends[head - 1]?.[1]),
      tail === 0 ? '' : text.slice(ends[sizes.length - tail]?.[0]),
    ]
    return {
      text: before + suffix + after,
      truncated: true,
      original: total,
      kept: headSize + tailSize,
    }
  },
})

interface Units {
  /** How many units each indivisible piece takes. */
  readonly sizes: readonly number[]
  readonly ends: readonly (readonly [start: number, end: number])[]
}

async function unitsOf(text: string, unit: z.output<typeof Unit>): Promise<Units> {
  if (unit === 'words') return counted(wordsOf(text))
  if (unit === 'sentences') return counted(sentencesOf(text))
  if (unit === 'tokens') {
    const groups = await tokenGroups(text)
    return {
      sizes: groups.map(({ size }) => size),
      ends: rangesOf(groups.map(({ text: part }) => part)),
    }
  }
  const pieces = unit === 'chars' ? charactersOf(text) : Array.from(text)
  const size = (piece: string) => (unit === 'chars' ? 1 : Buffer.byteLength(piece))
  return { sizes: pieces.map(size), ends: rangesOf(pieces) }
}

const counted = (segments: readonly Segment[]): Units => ({
  sizes: segments.map(() => 1),
  ends: segments.map(({ start, end }) => [start, end]),
})

function rangesOf(pieces: readonly string[]): Units['ends'] {
  let at = 0
  return pieces.map((piece) => [at, (at += piece.length)])
}

/** How many pieces fit into the room, and how many units they take. */
function fitting(sizes: readonly number[], room: number): readonly [count: number, size: number] {
  let used = 0
  for (const [at, size] of sizes.entries()) {
    if (used + size > room) return [at, used]
    used += size
  }
  return [sizes.length, used]
}
