import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, searchText, nullableText } from '../../../../base/lib/fields.ts'
import { openfda, type DrugLabel } from '../../../../capabilities/upstreams/openfda.ts'

const SECTION_CHARACTERS = 30_000

const SECTIONS = {
  uses: 'indications_and_usage',
  dosage: 'dosage_and_administration',
  boxedWarning: 'boxed_warning',
  warnings: 'warnings',
  warningsAndCautions: 'warnings_and_cautions',
  contraindications: 'contraindications',
  interactions: 'drug_interactions',
  adverseReactions: 'adverse_reactions',
} as const satisfies Record<string, keyof DrugLabel>

type Section = keyof typeof SECTIONS
const NAMES = Object.keys(SECTIONS) as Section[]

export default defineTool({
  route: 'GET /api/drug-label',
  name: 'Drug label',
  description: 'Official FDA label text of a drug: uses, dosage, warnings, interactions.',
  asks: [
    'official dosage and contraindications of atorvastatin',
    'warnings and interactions on the label of a drug',
    'how much of this medicine may I take',
    'can I take it while pregnant',
    'what is this tablet for',
    'package leaflet',
    'interactions',
  ],
  price: '$0.002',
  uses: { openfda },
  input: z.object({
    drug: searchText(100).describe('Generic name or brand, such as atorvastatin.'),
    sections: line(200)
      .optional()
      .describe(`Sections, separated by commas: ${NAMES.join(', ')}. Default: all.`),
  }),
  output: z.object({
    drug: z.string(),
    genericNames: z.array(z.string()).describe('Generic names of the product with this label.'),
    brandNames: z.array(z.string()),
    manufacturer: nullableText(),
    sections: z.record(z.string(), z.string()).describe('Sections that the label has, by name.'),
    setId: nullableText().describe('Set id of the label at DailyMed.'),
    effectiveDate: nullableText(),
  }),
  examples: [
    {
      input: { drug: 'atorvastatin' },
      at: '2026-01-20T00:00:00Z',
      output: {
        drug: 'atorvastatin',
        genericNames: ['ATORVASTATIN CALCIUM'],
        brandNames: ['Lipitor'],
        manufacturer: 'Viatris',
        sections: {
          uses: '1 INDICATIONS AND USAGE Atorvastatin calcium tablets are indicated',
          contraindications: '4 CONTRAINDICATIONS Acute liver failure',
        },
        setId: 'a-b-c',
        effectiveDate: '2024-04-18',
        source: 'openFDA (CC0; not for medical decisions)',
        asOf: '2026-01-20T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ drug, sections }, { openfda }) {
    const wanted = wantedIn(sections)
    const label = await openfda.label(drug)
    if (!label) throw notFound(`drug: the FDA has no label of ${drug}.`)
    const texts = wanted.map((name) => [name, label[SECTIONS[name]].join('\n\n')] as const)
    return {
      drug,
      genericNames: label.openfda?.generic_name ?? [],
      brandNames: label.openfda?.brand_name ?? [],
      manufacturer: label.openfda?.manufacturer_name[0] ?? null,
      sections: Object.fromEntries(
        texts
          .filter(([, text]) => text !== '')
          .map(([name, text]) => [name, text.slice(0, SECTION_CHARACTERS)]),
      ),
      setId: label.set_id,
      effectiveDate: label.effective_time,
    }
  },
})

function wantedIn(sections: string | undefined): readonly Section[] {
  const given = (sections ?? '').split(',').flatMap((name) => name.trim() || [])
  const unknown = given.find((name) => !NAMES.some((known) => known === name))
  if (unknown !== undefined) throw badInput(`sections: must be some of ${NAMES.join(', ')}.`)
  return given.length > 0 ? NAMES.filter((name) => given.includes(name)) : NAMES
}
