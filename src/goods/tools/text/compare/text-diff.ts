import {
  diffChars,
  diffLines,
  diffSentences,
  diffWordsWithSpace,
  formatPatch,
  structuredPatch,
  OMIT_HEADERS,
  type ChangeObject,
} from 'diff'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'

const TIMEOUT_MS = 3_000
const UNITS = ['line', 'word', 'char', 'sentence'] as const

export default defineTool({
  route: 'POST /api/text-diff',
  name: 'Text diff',
  description:
    'Compares two texts: a unified patch and a list of changes by line, word or character.',
  asks: [
    'show what changed between two versions of a text',
    'list the changes between two files by word',
    'what did they change in the contract',
    'compare old and new version',
    'differences of two files',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    a: text(MB).describe('The text before, up to 1 MB.'),
    b: text(MB).describe('The text after, up to 1 MB.'),
    unit: z
      .enum(UNITS)
      .default('line')
      .describe('Unit of the changes; the patch always consists of lines.'),
    context: z.int().min(0).max(50).default(3).describe('Lines around a change in the patch.'),
  }),
  output: z.object({
    equal: z.boolean(),
    patch: z.string().describe('Hunks as GNU diff -u writes them, without file names.'),
    changes: z.array(z.object({ op: z.enum(['equal', 'insert', 'delete']), text: z.string() })),
    added: z.int().describe('Number of units that only b has.'),
    removed: z.int().describe('Number of units that only a has.'),
    similarity: z
      .number()
      .describe('Twice the unchanged characters divided by the characters of both, 0 to 1.'),
  }),
  examples: [
    {
      input: { a: 'one\ntwo', b: 'one\n2' },
      output: {
        equal: false,
        patch:
          '@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+2\n\\ No newline at end of file\n',
        changes: [
          { op: 'equal', text: 'one\n' },
          { op: 'delete', text: 'two' },
          { op: 'insert', text: '2' },
        ],
        added: 1,
        removed: 1,
        similarity: 8 / 12,
      },
    },
  ],

  run({ a, b, unit, context }) {
    const changes = changesOf(a, b, unit)
    const patch = structuredPatch('a', 'b', a, b, undefined, undefined, {
      context,
      timeout: TIMEOUT_MS,
    })
    if (changes === undefined || patch === undefined)
      throw badInput('unit: must be larger; the texts differ in too many places')
    const sum = (which: (change: ChangeObject<string>) => number) =>
      changes.reduce((total, change) => total + which(change), 0)
    const stays = sum((change) => (change.added || change.removed ? 0 : change.value.length))
    return {
      equal: a === b,
      patch: patch.hunks.length === 0 ? '' : formatPatch(patch, OMIT_HEADERS),
      changes: changes.map((change) => ({ op: operationOf(change), text: change.value })),
      added: sum((change) => (change.added ? change.count : 0)),
      removed: sum((change) => (change.removed ? change.count : 0)),
      similarity: a === b ? 1 : (2 * stays) / (a.length + b.length),
    }
  },
})

const LIMIT = { timeout: TIMEOUT_MS }

/** Undefined if the time limit is reached. */
function changesOf(a: string, b: string, unit: (typeof UNITS)[number]) {
  switch (unit) {
    case 'line':
      return diffLines(a, b, LIMIT)
    case 'word':
      return diffWordsWithSpace(a, b, LIMIT)
    case 'char':
      return diffChars(a, b, LIMIT)
    case 'sentence':
      return diffSentences(a, b, LIMIT)
  }
}

const operationOf = ({ added, removed }: ChangeObject<string>): 'insert' | 'delete' | 'equal' =>
  added ? 'insert' : removed ? 'delete' : 'equal'
