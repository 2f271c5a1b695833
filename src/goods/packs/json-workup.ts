import { z } from 'zod'
import { KB, text } from '../../base/lib/fields.ts'
import { part, type Results } from './_results.ts'
import { definePack } from './_runtime.ts'

/** The mended value, under the name that a tool gives it. */
const mended = (inputOf: (data: unknown) => Readonly<Record<string, unknown>>) => ({
  after: ['json-repair'],
  input(_given: unknown, results: Results) {
    const data = part(results['json-repair'], 'data')
    return data === undefined ? null : inputOf(data)
  },
})

export default definePack({
  title: 'JSON work-up',
  tagline: 'Doubtful JSON mended, profiled, typed and put into canonical form.',
  asks: [
    'JSON work-up: mend, profile and type doubtful JSON',
    'json work-up: repair, statistics, schema, types, canonical form',
  ],
  input: z.object({
    json: text(256 * KB)
      .min(1)
      .describe('Text that should be JSON, up to 256 KB.'),
  }),
  steps: [
    { tool: 'json-repair', input: ({ json }) => ({ text: json }) },
    { tool: 'json-stats', ...mended((data) => ({ data })) },
    { tool: 'json-schema-infer', ...mended((data) => ({ samples: [data] })) },
    { tool: 'json-to-types', ...mended((data) => ({ data })) },
    { tool: 'json-canonical', ...mended((data) => ({ data })) },
  ],
  examples: [{ input: { json: "{id: 1, tags: ['a', 'b',]}" } }],
})
