import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Capability } from '../../src/base/core/capability.ts'
import { Fault } from '../../src/base/core/fault.ts'
import { defineTool, nameTool, type Tool } from '../../src/base/core/tool.ts'
import type { RunRecorder } from './run-recorder.ts'

/** Not pure: no work and no credits pay for it. */
const outside: Capability<null> = {
  name: 'outside',
  texts: 'own',
  settings: [],
  open: () => () => null,
}

export const PASSAGE = 'Milk <b>is</b> an emulsion, which makes it white.'

const SECTIONS = [
  { id: 'summary', title: 'Summary', sentences: [{ text: 'Milk is white.', citations: [1] }] },
  {
    id: 'more',
    title: 'More',
    sentences: [{ text: '<img src=x onerror=alert(1)> stays a text.', citations: [2] }],
  },
]

const sourceOf = (n: number, url: string, text: string) => ({
  n,
  title: `Source of ${n}`,
  url,
  publisher: 'A dairy',
  publishedAt: '2026-01-02',
  retrievedAt: '2026-11-22T10:00:00.000Z',
  sha256: createHash('sha256').update(text).digest('hex'),
  quotes: [{ id: `q${n}`, text }],
})

const SOURCES = [
  sourceOf(1, 'https://dairy.example/white', PASSAGE),
  sourceOf(2, 'javascript:alert(1)', 'Another passage.'),
]

/** A report that does as it is told: what is bought by card in tests. */
export const cardGoods = (recorder: RunRecorder): readonly Tool[] => [
  nameTool(
    defineTool({
      route: 'POST /v1/fixture-study',
      name: 'Study',
      description: 'Answers a report, or fails as often as it is told.',
      price: '$0.60',
      payableBy: 'wallets',
      pace: 'slow',
      uses: { outside },
      input: z.object({
        query: z.string().min(3).max(200).describe('What to study.'),
        fails: z.number().int().min(0).max(9).default(0).describe('How often it fails first.'),
        gate: z.string().default('').describe('Gate to wait at.'),
      }),
      output: z.looseObject({ report: z.string(), run: z.number() }),
      examples: [{ input: { query: 'milk' } }],
      async run({ query, fails, gate }) {
        const run = recorder.ran(`study ${query}`)
        await recorder.pass(gate)
        if (run <= fails) throw new Fault('upstream_failed', 'The sources failed.')
        return {
          report: `# ${query}\n\nMilk is white. [1]`,
          run,
          sections: SECTIONS,
          sources: SOURCES,
        }
      },
    }),
    'fixture',
    'fixture-study',
  ),
]
