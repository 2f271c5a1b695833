import { z } from 'zod'
import type { Capability } from '../../src/core/capability.ts'
import { Fault } from '../../src/core/fault.ts'
import { defineTool, nameTool, type Tool } from '../../src/core/tool.ts'
import type { RunRecorder } from './run-recorder.ts'

/** Not pure: no work and no credits pay for it. */
const outside: Capability<null> = { name: 'outside', settings: [], open: () => () => null }

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
      output: z.object({ report: z.string(), run: z.number() }),
      examples: [{ input: { query: 'milk' } }],
      async run({ query, fails, gate }) {
        const run = recorder.ran(`study ${query}`)
        await recorder.pass(gate)
        if (run <= fails) throw new Fault('upstream_failed', 'The sources failed.')
        return { report: `# ${query}\n\nMilk is white. [1]`, run }
      },
    }),
    'fixture',
    'fixture-study',
  ),
]
