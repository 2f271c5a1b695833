import { z } from 'zod'
import { KB, text } from '../../base/lib/fields.ts'
import { part } from './_results.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'CSV work-up',
  tagline: 'A CSV file checked, profiled, typed and shown.',
  asks: [
    'csv work-up: checked, profiled, typed and shown as a table',
    'work up a CSV file: faults, column profile, types',
  ],
  input: z.object({
    csv: text(500 * KB)
      .min(1)
      .describe('CSV text with a header line, up to 500 KB.'),
  }),
  steps: [
    { tool: 'csv-lint', input: ({ csv }) => ({ csv }) },
    { tool: 'csv-profile', input: ({ csv }) => ({ csv }) },
    { tool: 'csv-to-json', input: ({ csv }) => ({ csv }) },
    {
      tool: 'json-schema-infer',
      after: ['csv-to-json'],
      input(_given, results) {
        const samples = part(results['csv-to-json'], 'data')
        return Array.isArray(samples) && samples.length > 0
          ? { samples: samples.slice(0, SAMPLES_MAX) }
          : null
      },
    },
    { tool: 'table-to-markdown', input: ({ csv }) => ({ csv }) },
  ],
  examples: [{ input: { csv: 'name,age\nAda,36\nAlan,41\n' } }],
})

const SAMPLES_MAX = 500
