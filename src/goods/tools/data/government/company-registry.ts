import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import { ares } from '../../../../capabilities/upstreams/ares.ts'
import { brreg } from '../../../../capabilities/upstreams/brreg.ts'
import { companiesHouse } from '../../../../capabilities/upstreams/companies-house.ts'
import { rechercheEntreprises } from '../../../../capabilities/upstreams/recherche-entreprises.ts'
import { date } from './_fields.ts'
import { fromBritain, fromCzechia, fromFrance, fromNorway } from './_registers.ts'

export default defineTool({
  route: 'GET /api/company-registry',
  name: 'Company register search',
  description:
    'Companies in the official registers of France, Norway, Czechia or the UK: number, legal form, status, seat, activity.',
  asks: [
    'SIREN and managers of a French firm from the official register',
    'find a Norwegian or Czech company by name in the state register',
    'is this firm registered',
    'directors and address of a UK company',
    'company number',
    'look up a French firm by SIREN',
  ],
  price: '$0.003',
  uses: { rechercheEntreprises, brreg, ares, companiesHouse },
  input: z.object({
    q: searchText(200).describe('Name of the company, or a part of it.'),
    countryCode: z
      .enum(['FR', 'NO', 'CZ', 'GB'])
      .describe(
        'Country of the register. GB works only if this instance has the key COMPANIES_HOUSE_API_KEY.',
      ),
    limit: z.int().min(1).max(20).default(5).describe('Most companies, 1 to 20.'),
  }),
  output: z.object({
    companies: z.array(
      z.object({
        id: z.string().describe('SIREN, organisasjonsnummer, IČO or company number.'),
        name: z.string(),
        legalForm: nullableText().describe(
          'Legal form in the register: a code in FR and CZ, words in NO.',
        ),
        status: z
          .enum(['active', 'insolvent', 'closed', 'unknown'])
          .describe(
            'Status; `insolvent` means bankrupt or being wound up. CZ reports only closed companies.',
          ),
        statusText: nullableText().describe('Status in the words of the register.'),
        address: nullableText().describe('Address of the seat.'),
        activity: nullableText().describe(
          'Code or words: NAF in FR, NACE in NO and CZ; none in GB.',
        ),
        registeredDate: date(),
        employees: nullableText().describe(
          'Number or band such as 50-99; null if the register does not say.',
        ),
        officers: z
          .array(z.object({ name: z.string(), role: nullableText() }))
          .nullable()
          .describe('At most 20; only the French register gives them here.'),
      }),
    ),
    count: z.int(),
    total: z.int().describe('Number of all matches.'),
  }),
  examples: [
    { input: { q: 'Danone', countryCode: 'FR' } },
    { input: { q: 'Equinor', countryCode: 'NO' } },
    { input: { q: 'ASSECO', countryCode: 'CZ' } },
    { input: { q: 'Marine and General', countryCode: 'GB' } },
  ],

  async run({ q, countryCode, limit }, { rechercheEntreprises, brreg, ares, companiesHouse }) {
    const { rows, total } = await findCompanies()
    const companies = rows.slice(0, limit)
    return { companies, count: companies.length, total }

    async function findCompanies() {
      switch (countryCode) {
        case 'FR': {
          const answer = await rechercheEntreprises.named(q, limit)
          return { rows: answer.results.map(fromFrance), total: answer.total_results }
        }
        case 'NO': {
          const answer = await brreg.named(q, limit)
          return { rows: answer.units.map(fromNorway), total: answer.total }
        }
        case 'CZ': {
          const answer = await ares.named(q, limit)
          return { rows: answer.ekonomickeSubjekty.map(fromCzechia), total: answer.pocetCelkem }
        }
        case 'GB': {
          const answer = await companiesHouse.named(q, limit)
          return { rows: answer.items.map(fromBritain), total: answer.total_results }
        }
      }
    }
  },
})
