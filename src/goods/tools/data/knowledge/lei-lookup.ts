import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { gleif, type LeiRecord } from '../../../../capabilities/upstreams/gleif.ts'
import { leiField } from './_lei.ts'

/** Each parent takes one request. */
const PARENTS_MAX = 5

const fact = () => z.string().nullable()

export default defineTool({
  route: 'GET /api/lei-lookup',
  name: 'LEI lookup',
  description: 'Legal Entity Identifier (LEI) record of a company, by legal name or by code.',
  asks: [
    "find a company's legal entity identifier",
    'what firm is behind this LEI number',
    'LEI of a bank',
    'legal entity identifier',
  ],
  price: '$0.003',
  uses: { gleif },
  input: z.object({
    name: searchText(250).min(2).optional().describe('Legal name, or give `lei`.'),
    lei: leiField().optional().describe('The code of 20 characters, instead of `name`.'),
    limit: z.int().min(1).max(20).default(5).describe('Most results by name, 1 to 20.'),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          lei: z.string().describe('Legal Entity Identifier, 20 characters.'),
          legalName: z.string().describe('Registered name.'),
          status: fact().describe('Status of the entity: ACTIVE or INACTIVE.'),
          jurisdiction: fact().describe('Where it is registered, ISO 3166.'),
          legalAddress: z
            .object({
              lines: z.array(z.string()).describe('Street lines.'),
              city: fact().describe('City.'),
              region: fact().describe('Region, ISO 3166-2.'),
              postalCode: fact().describe('Postal code.'),
              countryCode: fact().describe('ISO 3166-1 alpha-2.'),
            })
            .nullable()
            .describe('Registered address.'),
          registrationAuthority: fact().describe('Code in the list of registration authorities.'),
          registeredAs: fact().describe('Number in that register.'),
          parentLei: fact().describe(
            `Direct parent; looked up for the first ${PARENTS_MAX} results.`,
          ),
          nextRenewalDate: fact().describe('Day by which the record must be renewed, YYYY-MM-DD.'),
        }),
      )
      .describe('Best match first.'),
    count: z.int().describe('Number of entities.'),
  }),
  examples: [
    {
      input: { name: 'Deutsche Bank' },
      at: '2026-01-01T00:00:00Z',
      output: {
        results: [
          {
            lei: '7LTWFZYICNSX8D621K86',
            legalName: 'DEUTSCHE BANK AKTIENGESELLSCHAFT',
            status: 'ACTIVE',
            jurisdiction: 'DE',
            legalAddress: {
              lines: ['Taunusanlage 12'],
              city: 'Frankfurt am Main',
              region: 'DE-HE',
              postalCode: '60325',
              countryCode: 'DE',
            },
            registrationAuthority: 'RA000242',
            registeredAs: 'HRB 30000',
            parentLei: null,
            nextRenewalDate: '2026-06-21T09:16:13Z',
          },
        ],
        count: 1,
        source: 'GLEIF',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { lei: '529900S21EQ1BO4ESM68' } },
  ],

  async run({ name, lei, limit }, { gleif }) {
    if ((name === undefined) === (lei === undefined))
      throw badInput('name: give either name or lei.')
    const records =
      lei === undefined ? await gleif.byName(name ?? '', limit) : [await gleif.byLei(lei)]
    const parents = await Promise.all(
      records.slice(0, PARENTS_MAX).map((record) => gleif.parentOf(record)),
    )
    const results = records.map((record, at) => described(record, parents[at] ?? null))
    return { results, count: results.length }
  },
})

function described({ attributes }: LeiRecord, parentLei: string | null) {
  const { lei, entity, registration } = attributes
  const address = entity.legalAddress
  return {
    lei,
    legalName: entity.legalName.name,
    status: entity.status ?? null,
    jurisdiction: entity.jurisdiction ?? null,
    legalAddress: address
      ? {
          lines: address.addressLines ?? [],
          city: address.city ?? null,
          region: address.region ?? null,
          postalCode: address.postalCode ?? null,
          countryCode: address.country ?? null,
        }
      : null,
    registrationAuthority: entity.registeredAt?.id ?? null,
    registeredAs: entity.registeredAs ?? null,
    parentLei,
    nextRenewalDate: registration?.nextRenewalDate ?? null,
  }
}
