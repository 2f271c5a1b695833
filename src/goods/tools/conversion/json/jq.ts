import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { parseExactJson } from '../../../../engines/formats/exact-number.ts'
import { json } from '../../../../base/lib/json-guard.ts'

const FILTER_CHARACTERS_MAX = 20_000
const ANSWER_CHARACTERS_MAX = 4_000_000

export default defineTool({
  route: 'POST /api/jq',
  name: 'jq',
  description:
    'Runs a jq 1.8 filter over JSON: select, map, group, reshape; limited in time and memory.',
  asks: [
    'run a jq filter',
    'jq select items where price is above 10',
    'filter JSON with a jq program',
    'pick fields from a JSON reply as on the command line',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  heavyField: 'filter',
  input: z.object({
    data: json().describe('The JSON input, up to 1 MB, 64 deep.'),
    filter: z
      .string()
      .max(FILTER_CHARACTERS_MAX)
      .refine((filter) => !filter.includes('\0'), { error: 'must not hold a null character' })
      .describe('The jq filter, up to 20000 characters, such as .a[] | .b. No modules, no env.'),
  }),
  output: z.object({
    results: z
      .array(z.unknown())
      .describe('All outputs in order; a number that would lose digits is text.'),
    count: z.int(),
  }),
  examples: [
    {
      input: { data: { a: [1, 2] }, filter: '.a[]|.+1' },
      output: { results: [2, 3], count: 2 },
    },
    {
      input: {
        data: [
          { n: 'x', p: 5 },
          { n: 'y', p: 12 },
        ],
        filter: 'map(select(.p > 10)) | .[].n',
      },
      output: { results: ['y'], count: 1 },
    },
  ],

  async run({ data, filter }, { now }) {
    // The package keeps one instance; a new one per call carries nothing over to the next call.
    const { default: load } = (await import('jq-wasm/dist/build/jq.js')) as unknown as Loaded
    const jq = await load()
    // The list turns an error after some outputs into an error instead of a short answer.
    const program = `${withoutHost(now())} [(\n${filter}\n)]`
    const text = await outputOf(jq, JSON.stringify(data), program)
    if (text === '') throw badInput('filter: must not end the program before any result')
    if (text.includes('\n')) throw badInput('filter: must be one filter with its brackets closed')
    if (text.length > ANSWER_CHARACTERS_MAX)
      throw badInput(`filter: makes more than ${ANSWER_CHARACTERS_MAX} characters`)
    const results = parseExactJson(text) as unknown[]
    return { results, count: results.length }
  },
})

interface Instance {
  raw(input: string, filter: string, flags: string[]): Promise<string> | string
}
interface Loaded {
  readonly default: () => Promise<Instance>
}

/** The environment, origin and clock are those of the call: the true ones are of the host. */
const withoutHost = (nowMs: number): string =>
  `def env: {}; def now: ${nowMs / 1000}; def input_filename: null; ` +
  `def get_jq_origin: null; {} as $ENV |`

async function outputOf(jq: Instance, input: string, program: string): Promise<string> {
  try {
    return await jq.raw(input, program, ['-c'])
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown)
    // The module aborts when its memory cannot grow.
    if (said.startsWith('Aborted(')) throw badInput('filter: needs too much memory')
    throw badInput(`filter: ${readable(said)}`)
  }
}

/** Line numbers in messages count from the first line of the caller. */
const readable = (message: string): string =>
  message
    .replaceAll(/^jq: (?:error: |error )?/gm, '')
    .replaceAll(/ ?\(at \/dev\/stdin:\d+\):? ?/g, '')
    .replaceAll(/<top-level>, line (\d+)/g, (_all, line) => `line ${Math.max(1, Number(line) - 1)}`)
    .replaceAll(/\s*\n\s*/g, '; ')
    .slice(0, 400) || 'failed'
