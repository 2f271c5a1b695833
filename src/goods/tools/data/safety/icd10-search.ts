import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { clinicalTables } from '../../../../capabilities/upstreams/clinical-tables.ts'

export default defineTool({
  route: 'GET /api/icd10-search',
  name: 'ICD-10 search',
  description: 'ICD-10-CM diagnosis codes that match words or a code prefix.',
  asks: [
    'ICD-10 code of type 2 diabetes',
    'diagnosis code for a disease',
    'code for a broken arm',
    'diagnosis code',
  ],
  price: '$0.001',
  uses: { clinicalTables },
  input: z.object({
    q: searchText(200).describe('Words of the diagnosis, or the beginning of a code.'),
    limit: z.int().min(1).max(100).default(10).describe('Most codes, 1 to 100.'),
  }),
  output: z.object({
    codes: z.array(z.object({ code: z.string(), name: z.string() })),
    total: z.int().describe('Number of all matches.'),
  }),
  examples: [{ input: { q: 'type 2 diabetes' } }],

  async run({ q, limit }, { clinicalTables }) {
    const { codes, total } = await clinicalTables.icd10cm(q, limit)
    return { codes: codes.slice(0, limit), total }
  },
})
