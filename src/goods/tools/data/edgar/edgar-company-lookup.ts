import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { edgar, type Listed } from '../../../../capabilities/upstreams/edgar.ts'
import { byTicker, cikField, paddedCik, tickerField } from './_company.ts'

const fact = () => z.string().nullable()

export default defineTool({
  route: 'GET /api/edgar-company-lookup',
  name: 'EDGAR company lookup',
  description: 'SEC registrant behind a ticker, name or CIK: industry, exchanges, address, names.',
  asks: [
    'find a US public company in the SEC by its ticker symbol',
    'look up the SEC registrant and CIK of a stock ticker',
    'which industry is this listed company in',
  ],
  price: '$0.004',
  uses: { edgar },
  input: z.object({
    ticker: tickerField()
      .optional()
      .describe('Ticker such as AAPL; has priority over the other two.'),
    name: searchText(150)
      .min(2)
      .optional()
      .describe('Company name; searched among registrants with a listed security.'),
    cik: cikField()
      .optional()
      .describe('Central Index Key, with or without leading zeros; has priority over name.'),
  }),
  output: z.object({
    cik: z.string().describe('CIK with leading zeros.'),
    name: z.string().describe('Name of the company.'),
    tickers: z.array(z.string()).describe('Stock tickers.'),
    exchanges: z.array(z.string()).describe('Stock exchanges, in the order of `tickers`.'),
    sic: fact().describe('Standard Industrial Classification code.'),
    industry: fact().describe('Industry by its SIC code, in words.'),
    stateOfIncorporation: fact().describe('State or country of incorporation.'),
    fiscalYearEnd: fact().describe('End of the fiscal year as month and day, such as 09-26.'),
    address: z
      .object({
        street1: fact().describe('Street.'),
        street2: fact().describe('Street, second line.'),
        city: fact().describe('City.'),
        stateOrCountry: fact().describe('State of the US, or country.'),
        zipCode: fact().describe('Postal code.'),
      })
      .nullable()
      .describe('Business address.'),
    formerNames: z
      .array(
        z.object({
          name: z.string().describe('The former name.'),
          from: fact().describe('First day of the name, ISO 8601.'),
          to: fact().describe('Last day of the name, ISO 8601.'),
        }),
      )
      .describe('Former names.'),
  }),
  examples: [
    {
      input: { ticker: 'AAPL' },
      at: '2026-01-01T00:00:00Z',
      output: {
        cik: '0000320193',
        name: 'Apple Inc.',
        tickers: ['AAPL'],
        exchanges: ['Nasdaq'],
        sic: '3571',
        industry: 'Electronic Computers',
        stateOfIncorporation: 'CA',
        fiscalYearEnd: '09-26',
        address: {
          street1: 'ONE APPLE PARK WAY',
          street2: null,
          city: 'CUPERTINO',
          stateOrCountry: 'CA',
          zipCode: '95014',
        },
        formerNames: [{ name: 'APPLE COMPUTER INC', from: '1994-01-26', to: '2007-01-04' }],
        source: 'SEC EDGAR',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { name: 'apple' } },
    { input: { cik: '320193' } },
  ],

  async run({ ticker, name, cik }, { edgar }) {
    const number = ticker === undefined && cik !== undefined ? cik : await findCik()
    const { addresses, ...company } = await edgar.company(number)
    const address = addresses?.business
    return {
      cik: number,
      name: company.name,
      tickers: company.tickers ?? [],
      exchanges: [...new Set((company.exchanges ?? []).flatMap((exchange) => exchange ?? []))],
      sic: company.sic || null,
      industry: company.sicDescription || null,
      stateOfIncorporation: company.stateOfIncorporation || null,
      fiscalYearEnd: company.fiscalYearEnd?.replace(/^(\d\d)(\d\d)$/, '$1-$2') || null,
      address: address
        ? {
            street1: address.street1 || null,
            street2: address.street2 || null,
            city: address.city || null,
            stateOrCountry: address.stateOrCountry || null,
            zipCode: address.zipCode || null,
          }
        : null,
      formerNames: (company.formerNames ?? []).map((former) => ({
        name: former.name,
        from: former.from?.slice(0, 10) ?? null,
        to: former.to?.slice(0, 10) ?? null,
      })),
    }

    async function findCik(): Promise<string> {
      const wanted = ticker ?? name
      if (wanted === undefined) throw badInput('ticker: give a ticker, a name or a cik.')
      const listed = await edgar.listed()
      const one = ticker === undefined ? byName(listed, wanted) : byTicker(listed, wanted)
      if (!one) throw notFound(`No SEC registrant with a listed security has the name ${wanted}.`)
      return paddedCik(one.cik_str)
    }
  },
})

/** Legal forms, which do not tell companies apart. */
const LEGAL_FORMS =
  /\b(incorporated|inc|corporation|corp|company|co|limited|ltd|plc|llc|lp|sa|ag|nv|se|holdings?|group|the)\b/g

const bare = (name: string): string =>
  spaced(spaced(name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')).replaceAll(LEGAL_FORMS, ''))

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** An equal name first, then one that begins with it, then one that holds all of its words. */
function byName(all: readonly Listed[], name: string): Listed | undefined {
  const wanted = bare(name) || spaced(name.toLowerCase())
  const words = wanted.split(' ')
  const named = all.map((one) => ({ one, name: bare(one.title) }))
  const found =
    named.find((candidate) => candidate.name === wanted) ??
    named.find((candidate) => `${candidate.name} `.startsWith(`${wanted} `)) ??
    named.find((candidate) => words.every((word) => candidate.name.split(' ').includes(word)))
  return found?.one
}
