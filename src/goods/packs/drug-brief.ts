import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Drug brief',
  tagline: "A medicine's names, label, reported effects, recalls and trials.",
  asks: [
    'drug brief: names, label, effects, recalls of a medicine',
    'brief on a medicine before I take it',
    'everything about a medicine',
  ],
  input: z.object({
    drug: searchText(100).describe('Generic name or brand, such as atorvastatin.'),
  }),
  steps: [
    { tool: 'rxnorm-lookup', input: ({ drug }) => ({ name: drug }) },
    { tool: 'drug-label', input: ({ drug }) => ({ drug }) },
    { tool: 'drug-adverse-events', input: ({ drug }) => ({ drug }) },
    { tool: 'drug-recalls', input: ({ drug }) => ({ q: drug }) },
    { tool: 'clinical-trials', input: ({ drug }) => ({ q: drug }) },
  ],
  examples: [{ input: { drug: 'atorvastatin' }, at: '2026-01-21T00:00:00Z' }],
})
