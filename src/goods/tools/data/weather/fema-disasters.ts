import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { openFema, type Declaration } from '../../../../capabilities/upstreams/open-fema.ts'

const PROGRAMS = {
  ihProgramDeclared: 'individuals and households',
  iaProgramDeclared: 'individual assistance',
  paProgramDeclared: 'public assistance',
  hmProgramDeclared: 'hazard mitigation',
} as const

export default defineTool({
  route: 'GET /api/fema-disasters',
  name: 'FEMA disasters',
  description: 'US federal disaster declarations of a state, county by county, newest first.',
  asks: [
    'FEMA disaster declarations in California',
    'was my county declared a federal disaster',
    'was my county declared a disaster area',
  ],
  price: '$0.002',
  uses: { openFema },
  input: z.object({
    state: z
      .string()
      .regex(/^[A-Za-z]{2}$/, { error: 'must be a two-letter US state code such as CA' })
      .transform((code) => code.toUpperCase())
      .describe('US state or territory, such as CA.'),
    since: z.iso.date().optional().describe('Declared on this day or later, YYYY-MM-DD.'),
    incidentType: line(60)
      .optional()
      .describe('Kind of incident, such as Fire, Flood, Hurricane or Severe Storm.'),
    limit: z.int().min(1).max(200).default(20).describe('Most rows, 1 to 200.'),
  }),
  output: z.object({
    disasters: z
      .array(
        z.object({
          number: z.int().describe('Number of the disaster, which all its counties share.'),
          title: z.string().describe('Title.'),
          incidentType: z.string().describe('Kind.'),
          declaredIso: z.string().describe('When it was declared.'),
          county: z.string().nullable().describe('Designated area, mostly a county.'),
          programs: z.array(z.string()).describe('Programs of help that were declared.'),
        }),
      )
      .describe('One row for each area.'),
    count: z.int().describe('Number of rows.'),
  }),
  examples: [
    {
      input: { state: 'CA', limit: 5 },
      at: '2026-06-01T00:00:00Z',
      output: {
        disasters: [
          {
            number: 4856,
            title: 'WILDFIRES AND STRAIGHT-LINE WINDS',
            incidentType: 'Fire',
            declaredIso: '2025-01-08T00:00:00.000Z',
            county: 'Los Angeles (County)',
            programs: ['individuals and households', 'public assistance', 'hazard mitigation'],
          },
        ],
        count: 1,
        source:
          'OpenFEMA (FEMA cannot vouch for the data or analyses derived from these data after they have been retrieved)',
        asOf: '2026-06-01T00:00:00.000Z',
      },
    },
  ],

  async run(query, { openFema }) {
    const disasters = (await openFema.declarations(query)).map(disasterRow)
    return { disasters, count: disasters.length }
  },
})

const disasterRow = (declaration: Declaration) => ({
  number: declaration.disasterNumber,
  title: declaration.declarationTitle,
  incidentType: declaration.incidentType,
  declaredIso: declaration.declarationDate,
  county: declaration.designatedArea ?? null,
  programs: Object.entries(PROGRAMS).flatMap(([field, name]) =>
    declaration[field as keyof typeof PROGRAMS] ? [name] : [],
  ),
})
