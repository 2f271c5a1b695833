import { applyPatch, parsePatch, type StructuredPatch } from 'diff'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'

const HUNKS_MAX = 2_000

export default defineTool({
  route: 'POST /api/patch-apply',
  name: 'Patch apply',
  description: 'Applies a unified diff to a text; hunks that do not fit are reported.',
  asks: [
    'apply a git patch to a file',
    'put the hunks of a diff into a source file',
    'apply a diff',
    'use a .patch file',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(MB).describe('The text that the patch was made for, up to 1 MB.'),
    patch: text(MB).describe('A unified diff of one file, up to 1 MB and 2000 hunks.'),
    fuzz: z.int().min(0).max(10).default(0).describe('Context lines that may differ, 0 to 10.'),
  }),
  output: z.object({
    text: z.string().describe('Text with the hunks that fit; unchanged if none does.'),
    applied: z.boolean().describe('Whether all hunks were applied.'),
    hunks: z.int(),
    rejected: z.array(
      z.object({
        hunk: z.int().describe('Number of the hunk, from 1.'),
        line: z.int().describe('Line where it should have begun.'),
        reason: z.string(),
      }),
    ),
  }),
  examples: [
    {
      input: { text: 'one\ntwo\n', patch: '@@ -1,2 +1,2 @@\n one\n-two\n+2\n' },
      output: { text: 'one\n2\n', applied: true, hunks: 1, rejected: [] },
    },
    {
      input: { text: 'one\nthree\n', patch: '@@ -1,2 +1,2 @@\n one\n-two\n+2\n' },
      output: {
        text: 'one\nthree\n',
        applied: false,
        hunks: 1,
        rejected: [
          { hunk: 1, line: 1, reason: 'the lines that it removes or keeps are not there' },
        ],
      },
    },
  ],

  run({ text, patch, fuzz }) {
    const parsed = read(patch)
    const { hunks } = parsed
    const whole = applied(text, parsed, fuzz)
    if (whole !== null) return { text: whole, applied: true, hunks: hunks.length, rejected: [] }
    let now = text
    const rejected = hunks.flatMap((hunk, at) => {
      const next = applied(now, { ...parsed, hunks: [hunk] }, fuzz)
      now = next ?? now
      const reason = 'the lines that it removes or keeps are not there'
      return next === null ? [{ hunk: at + 1, line: hunk.oldStart, reason }] : []
    })
    return { text: now, applied: rejected.length === 0, hunks: hunks.length, rejected }
  },
})

function read(patch: string): StructuredPatch {
  const [first, ...others] = parsePatches(patch).filter(({ hunks }) => hunks.length > 0)
  if (!first) throw badInput('patch: must hold at least one hunk, which begins with @@')
  if (others.length > 0) throw badInput('patch: must change only one file')
  if (first.hunks.length > HUNKS_MAX) throw badInput(`patch: must hold at most ${HUNKS_MAX} hunks`)
  if (first.hunks.some(({ oldStart, newStart }) => !(oldStart >= 0 && newStart >= 0)))
    throw badInput('patch: must begin each hunk with line numbers, such as @@ -1,2 +1,2 @@')
  return first
}

function parsePatches(patch: string): readonly StructuredPatch[] {
  try {
    return parsePatch(patch)
  } catch (thrown) {
    throw badInput(`patch: ${String((thrown as Error).message).slice(0, 200)}`)
  }
}

const applied = (text: string, patch: StructuredPatch, fuzzFactor: number): string | null => {
  const done = applyPatch(text, patch, { fuzzFactor, autoConvertLineEndings: true })
  return done === false ? null : done
}
