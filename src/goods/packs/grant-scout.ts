import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Grant scout',
  tagline: 'Open US grants on a topic, who won before and what rules are coming.',
  asks: [
    'grant scout: open grants on a topic, past winners, coming rules',
    'scout federal funding for a subject, with past winners and new rules',
  ],
  input: z.object({
    topic: searchText(200).min(3).describe('Topic in a few words, such as rural broadband.'),
  }),
  steps: [
    { tool: 'grants-search', input: ({ topic }) => ({ q: topic }) },
    { tool: 'federal-awards', input: ({ topic }) => ({ q: topic, kind: 'grants' }) },
    { tool: 'federal-register', input: ({ topic }) => ({ q: topic }) },
  ],
  examples: [{ input: { topic: 'rural broadband' }, at: '2026-01-21T00:00:00Z' }],
})
