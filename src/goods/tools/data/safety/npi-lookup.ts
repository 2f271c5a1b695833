import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import {
  npiRegistry,
  type HealthProvider,
} from '../../../../capabilities/upstreams/npi-registry.ts'

export default defineTool({
  route: 'GET /api/npi-lookup',
  name: 'NPI lookup',
  description: 'US health-care provider registry by number or name.',
  asks: [
    'which doctor has this NPI number',
    'find the NPI of a physician or clinic',
    'find a doctor in the US by name',
    'is the physician registered',
  ],
  price: '$0.002',
  uses: { npiRegistry },
  input: z.object({
    npi: z
      .string()
      .regex(/^[12]\d{9}$/, { error: 'must be ten digits that begin with 1 or 2' })
      .optional()
      .describe('National Provider Identifier, ten digits.'),
    lastName: searchText(80).min(2).optional().describe('Last name of a person, instead of `npi`.'),
    organization: searchText(120)
      .min(2)
      .optional()
      .describe('Name of an organization, instead of `npi`.'),
    state: z
      .string()
      .regex(/^[A-Za-z]{2}$/, { error: 'must be a two-letter US state code such as OR' })
      .optional()
      .describe('Only providers in this state, together with a name.'),
    limit: z.int().min(1).max(50).default(10).describe('Most results, 1 to 50.'),
  }),
  output: z.object({
    results: z.array(
      z.object({
        npi: z.string(),
        name: z.string(),
        kind: z.enum(['person', 'organization']),
        taxonomies: z.array(
          z.object({ code: nullableText(), name: nullableText(), primary: z.boolean() }),
        ),
        address: nullableText().describe('Address of the practice.'),
        phone: nullableText(),
        status: nullableText().describe('Status; A is active.'),
      }),
    ),
    count: z.int(),
  }),
  examples: [{ input: { npi: '1043218118' } }],

  async run({ npi, lastName, organization, state, limit }, { npiRegistry }) {
    const given = [npi, lastName, organization].filter((value) => value !== undefined)
    if (given.length !== 1) throw badInput('npi: give one of npi, lastName and organization.')
    const found = await npiRegistry.find({
      number: npi,
      last_name: lastName,
      organization_name: organization,
      state: npi === undefined ? state?.toUpperCase() : undefined,
      limit,
    })
    const results = found.slice(0, limit).map(described)
    return { results, count: results.length }
  },
})

function described({ number, enumeration_type, basic, taxonomies, addresses }: HealthProvider) {
  const isPerson = enumeration_type === 'NPI-1'
  const place = addresses.find(({ address_purpose }) => address_purpose === 'LOCATION')
  const lines = [place?.address_1, place?.city, place?.state, place?.postal_code]
  const names = [basic.first_name, basic.last_name].filter(Boolean).join(' ')
  const person = [names, basic.credential].filter(Boolean).join(', ')
  return {
    npi: number,
    name: isPerson ? person : (basic.organization_name ?? ''),
    kind: isPerson ? ('person' as const) : ('organization' as const),
    taxonomies: taxonomies.map(({ code, desc, primary }) => ({
      code,
      name: desc,
      primary: primary === true,
    })),
    address: lines.filter(Boolean).join(', ') || null,
    phone: place?.telephone_number ?? null,
    status: basic.status,
  }
}
