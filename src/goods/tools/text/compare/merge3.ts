import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'

const LINES_MAX = 20_000
const CONFLICTS_LISTED_MAX = 1_000

export default defineTool({
  route: 'POST /api/merge3',
  name: 'Three-way merge',
  description:
    'Merges two edits of one text into one, line by line, and marks the conflicts as git does.',
  asks: [
    'merge two edited versions of a text with their common base',
    'three way merge with conflict markers',
    'both of us changed the document',
    'merge conflict',
    'combine two edits',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    base: text(MB).describe('Original text of both edits, up to 1 MB and 20000 lines.'),
    ours: text(MB).describe('The first edit, up to 1 MB and 20000 lines.'),
    theirs: text(MB).describe('The second edit, up to 1 MB and 20000 lines.'),
  }),
  output: z.object({
    text: z
      .string()
      .describe('Merged text, with <<<<<<< ours, ======= and >>>>>>> theirs around conflicts.'),
    clean: z.boolean().describe('Whether there is no conflict.'),
    conflicts: z
      .array(
        z.object({
          startLine: z.int().describe('Line of <<<<<<< in the merged text, from 1.'),
          endLine: z.int().describe('Line of >>>>>>>.'),
        }),
      )
      .describe(`The first ${CONFLICTS_LISTED_MAX}.`),
    count: z.int().describe('Number of all conflicts.'),
  }),
  examples: [
    {
      input: { base: 'a\nb\nc\n', ours: 'a\nb\nC\n', theirs: 'A\nb\nc\n' },
      output: { text: 'A\nb\nC\n', clean: true, conflicts: [], count: 0 },
    },
    {
      input: { base: 'a\nb\n', ours: 'a\nc\n', theirs: 'a\nd\n' },
      output: {
        text: 'a\n<<<<<<< ours\nc\n=======\nd\n>>>>>>> theirs\n',
        clean: false,
        conflicts: [{ startLine: 2, endLine: 6 }],
        count: 1,
      },
    },
  ],

  async run({ base, ours, theirs }) {
    const { diff3Merge } = await import('node-diff3')
    const [o, a, b] = [linesOf('base', base), linesOf('ours', ours), linesOf('theirs', theirs)]
    const merged: string[] = []
    const conflicts: { startLine: number; endLine: number }[] = []
    for (const { ok, conflict } of agreed(diff3Merge, { a, o, b })) {
      if (ok) merged.push(...ok)
      if (!conflict) continue
      const { head, left, right, tail } = narrowed(conflict.a, conflict.b)
      merged.push(...head)
      if (left.length + right.length > 0) {
        const startLine = merged.length + 1
        merged.push('<<<<<<< ours', ...left, '=======', ...right, '>>>>>>> theirs')
        conflicts.push({ startLine, endLine: merged.length })
      }
      merged.push(...tail)
    }
    return {
      text: merged.join('\n'),
      clean: conflicts.length === 0,
      conflicts: conflicts.slice(0, CONFLICTS_LISTED_MAX),
      count: conflicts.length,
    }
  },
})

interface Texts {
  readonly a: readonly string[]
  readonly o: readonly string[]
  readonly b: readonly string[]
}

interface Block {
  readonly ok?: readonly string[] | undefined
  readonly conflict?: { readonly a: readonly string[]; readonly b: readonly string[] } | undefined
}

type Merge = (a: string[], o: string[], b: string[]) => readonly Block[]

/**
 * Among repeated lines it is a matter of chance which one stands for which. A merge is clean only
 * if it comes out the same from the first line down and from the last line up.
 */
function agreed(merge: Merge, { a, o, b }: Texts): readonly Block[] {
  const down = merge([...a], [...o], [...b])
  if (!isClean(down)) return down
  const up = mirrored(merge(a.toReversed(), o.toReversed(), b.toReversed()))
  if (!isClean(up)) return up
  const texts = [down, up].map((blocks) => blocks.flatMap(({ ok = [] }) => ok).join('\n'))
  return texts[0] === texts[1] ? down : [{ conflict: { a, b } }]
}

const isClean = (blocks: readonly Block[]): boolean => blocks.every(({ conflict }) => !conflict)

const mirrored = (blocks: readonly Block[]): readonly Block[] =>
  blocks.toReversed().map(({ ok, conflict }) => ({
    ok: ok?.toReversed(),
    conflict: conflict && { a: conflict.a.toReversed(), b: conflict.b.toReversed() },
  }))

/** Split only at line feeds, so that the joined lines give the text again. */
function linesOf(field: string, text: string): readonly string[] {
  const lines = text.split('\n')
  if (lines.length > LINES_MAX)
    throw badInput(`${field}: must have at most ${LINES_MAX} lines, but has ${lines.length}`)
  return lines
}

/** Equal lines at the ends of a conflict are not part of it. */
function narrowed(left: readonly string[], right: readonly string[]) {
  const shorter = Math.min(left.length, right.length)
  let head = 0
  while (head < shorter && left[head] === right[head]) head += 1
  let tail = 0
  while (tail < shorter - head && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1
  return {
    head: left.slice(0, head),
    left: left.slice(head, left.length - tail),
    right: right.slice(head, right.length - tail),
    tail: left.slice(left.length - tail),
  }
}
