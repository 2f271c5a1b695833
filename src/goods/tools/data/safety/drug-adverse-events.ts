import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import { openfda } from '../../../../capabilities/upstreams/openfda.ts'

const CAUTION =
  'A report does not prove a cause: anybody may send one, some are sent twice, and how many people take the drug is unknown.'
const REACTIONS_MAX = 50

/** Codes of ICH E2B for the unit of an age. */
const UNITS: Readonly<Record<string, string>> = {
  800: 'decades',
  801: 'years',
  802: 'months',
  803: 'weeks',
  804: 'days',
  805: 'hours',
}
const SEXES: Readonly<Record<string, string>> = { 1: 'male', 2: 'female' }

export default defineTool({
  route: 'GET /api/drug-adverse-events',
  name: 'Drug adverse events',
  description: 'Side effects reported to the FDA for a drug, counted.',
  asks: [
    'side effects reported for ibuprofen',
    'how many serious reactions to a drug were reported',
    'what bad reactions do people have to a medicine',
  ],
  price: '$0.002',
  uses: { openfda },
  input: z.object({
    drug: searchText(100).describe('Generic name of the drug, such as ibuprofen.'),
    limit: z.int().min(1).max(100).default(10).describe('Most recent reports, 1 to 100.'),
  }),
  output: z.object({
    drug: z.string(),
    total: z.int().describe('Number of reports that name the drug, as the cause or not.'),
    serious: z.int().describe('Number of serious reports.'),
    topReactions: z.array(z.object({ reaction: z.string(), count: z.int() })),
    recent: z
      .array(
        z.object({
          receivedDate: nullableText(),
          serious: z.boolean().nullable(),
          reactions: z.array(z.string()),
          age: nullableText().describe('Age with its unit.'),
          sex: nullableText(),
        }),
      )
      .describe('Last received first.'),
    caution: z.string(),
  }),
  examples: [{ input: { drug: 'ibuprofen', limit: 5 } }],

  async run({ drug, limit }, { openfda }) {
    const { rows, total, serious, reactions } = await openfda.adverseEvents(drug, limit)
    const recent = rows.slice(0, limit).map(({ receivedate, serious, patient }) => ({
      receivedDate: receivedate,
      serious: serious === null ? null : serious === '1',
      reactions: patient.reaction.flatMap(({ reactionmeddrapt }) => reactionmeddrapt ?? []),
      age: ageOf(patient.patientonsetage, patient.patientonsetageunit),
      sex: SEXES[patient.patientsex ?? ''] ?? null,
    }))
    const topReactions = reactions
      .slice(0, REACTIONS_MAX)
      .map(({ term, count }) => ({ reaction: term, count }))
    return { drug, total, serious, topReactions, recent, caution: CAUTION }
  },
})

/** Without a unit, an age could be in years or days. */
function ageOf(age: string | null, unit: string | null): string | null {
  const name = UNITS[unit ?? '']
  return age && name ? `${age} ${name}` : null
}
