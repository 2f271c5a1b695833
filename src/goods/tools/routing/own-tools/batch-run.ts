import { z } from 'zod'
import type { InnerTool } from '../../../../base/core/capability.ts'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import {
  listUsdOf,
  ended,
  ownTools,
  quoteFor,
  refuseIfNone,
  type Ended,
  type OwnTools,
} from './_own-tools.ts'

const INPUTS_MAX = 50
const INPUT_LIMITS = { bytesMax: 100 * 1024, valuesMax: 10_000 }
/** Of all answers together, as JSON. */
const ANSWERS_MAX = 4_000_000

export default defineTool({
  route: 'POST /api/batch-run',
  name: 'Batch run',
  description:
    'Run one pure tool of this catalog over up to 50 inputs in one paid call, each answered or refused by itself.',
  asks: [
    'bulk run of one tool over fifty inputs',
    'run a tool over a list in bulk',
    'the same tool for a list of inputs',
    'fifty at once',
  ],
  price: {
    from: '$0.010',
    async quote({ slug, inputs }, { ownTools }) {
      const tool = await pureTool(ownTools, slug)
      return quoteFor(inputs.map(() => tool))
    },
  },
  uses: { ownTools },
  limits: { firstEventMs: 90_000 },
  input: z.object({
    slug: z.string().min(1).max(100).describe('The tool, by its name in the catalog; a pure one.'),
    inputs: z
      .array(jsonObject(INPUT_LIMITS))
      .min(1)
      .max(INPUTS_MAX)
      .describe('Its inputs, 1 to 50, each up to 100 KB.'),
    concurrency: z.int().min(1).max(10).default(5).describe('How many run at once, 1 to 10.'),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          index: z.int().describe('Of the input, from 0.'),
          ok: z.boolean().describe('Whether the tool gave an answer.'),
          result: z.unknown().describe('Its answer; null without one.'),
          error: z.string().nullable().describe('Why it gave none.'),
        }),
      )
      .describe('In the order of the inputs.'),
    succeeded: z.int().describe('Inputs that were answered.'),
    failed: z.int().describe('Inputs that were refused or failed.'),
    listUsd: z.number().describe('What the calls would cost one by one.'),
  }),
  examples: [
    {
      input: {
        slug: 'roman-numeral',
        inputs: [{ value: '2026' }, { value: 'MCMXCIX' }, {}],
      },
    },
    { input: { slug: 'uuid-name', inputs: [{ namespace: 'dns', name: 'example.com' }] } },
  ],

  async run({ slug, inputs, concurrency }, { ownTools, signal }) {
    const tool = await pureTool(ownTools, slug)
    const ends: Ended[] = []
    let next = 0
    let left = ANSWERS_MAX
    const worker = async (): Promise<void> => {
      while (next < inputs.length && !signal.aborted) {
        const index = next++
        const input = inputs[index] ?? {}
        ends[index] = bounded(await ended(() => ownTools.run(slug, input)))
      }
    }
    await Promise.all(Array.from({ length: concurrency }, () => worker()))
    refuseIfNone(ends, 'input')
    const succeeded = ends.filter(({ ok }) => ok).length
    return {
      results: ends.map(({ ok, result, error }, index) => ({ index, ok, result, error })),
      succeeded,
      failed: ends.length - succeeded,
      listUsd: listUsdOf(inputs.map(() => tool)),
    }

    function bounded(end: Ended): Ended {
      left -= JSON.stringify(end.result).length
      if (left >= 0) return end
      const error = `The answer is left out: all answers together are over ${ANSWERS_MAX / 1_000_000} MB.`
      return { ...end, ok: false, result: null, error }
    }
  },
})

async function pureTool(ownTools: OwnTools, slug: string): Promise<InnerTool> {
  const tool = await ownTools.toolNamed(slug, 'slug')
  if (tool.pure) return tool
  throw badInput(`slug: must be a pure tool, such as hash; ${slug} asks others.`)
}
