import { z } from 'zod'
import { textAt, type Results } from './_results.ts'
import { definePack } from './_runtime.ts'
import { domain, hostOf, siteOf } from './_domain.ts'
import { searchText } from '../../base/lib/fields.ts'

/** Left out, or left empty. */
const optional = <Field extends z.ZodType>(field: Field) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    field.optional(),
  )

const ticker = () =>
  z
    .string()
    .max(12)
    .regex(/^[A-Za-z0-9./ -]+$/, { error: 'must be a ticker such as AAPL' })

interface EntityInput {
  readonly name: string
  readonly domain?: string | undefined
}

/** The domain that is given, or else that of the website that Wikidata knows. */
const after = ({ domain }: EntityInput) => (domain === undefined ? ['wikidata-entity'] : [])

function domainOf({ domain }: EntityInput, results: Results): string | null {
  if (domain !== undefined) return domain
  const website = textAt(results['wikidata-entity'], 'website')
  return website === null ? null : hostOf(website)
}

function siteIn(given: EntityInput, results: Results) {
  const domain = domainOf(given, results)
  return domain === null ? null : { url: siteOf(domain) }
}

export default definePack({
  title: 'Entity enrichment',
  tagline: 'A company name turned into registry records, identifiers, web facts and a logo.',
  asks: [
    'enrich a company record from its name',
    'company profile with identifiers, website and logo',
  ],
  input: z.object({
    name: searchText(150).min(2).describe('Name of the company.'),
    domain: optional(domain()).describe('Its domain; by default that of its website in Wikidata.'),
    ticker: optional(ticker()).describe(
      'Its ticker in the US; by default it is looked for by name.',
    ),
  }),
  steps: [
    { tool: 'wikidata-entity', input: ({ name }) => ({ name }) },
    { tool: 'lei-lookup', input: ({ name }) => ({ name }) },
    { tool: 'edgar-company-lookup', input: ({ name, ticker }) => ({ name, ticker }) },
    {
      tool: 'whois',
      after,
      input(given, results) {
        const domain = domainOf(given, results)
        return domain === null ? null : { domain }
      },
    },
    { tool: 'tech-stack', after, input: siteIn },
    { tool: 'favicon-grab', after, input: siteIn },
  ],
  examples: [{ input: { name: 'Siemens', domain: 'example.com' } }],
})
