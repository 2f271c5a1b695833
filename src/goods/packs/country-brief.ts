import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'
import { isRecord, part, textAt, type Results } from './_results.ts'
import { definePack } from './_runtime.ts'

const indicator = (label: string, name: string) => ({
  tool: 'world-bank-indicator',
  label,
  after: ['country-info'],
  input(_given: unknown, results: Results) {
    const countryCode = textAt(results['country-info'], 'cca2')
    return countryCode === null ? null : { countryCode, indicator: name }
  },
})

export default definePack({
  title: 'Country brief',
  tagline: 'A country in one page: facts, output, people, growth, holidays, currency.',
  asks: [
    'one page about a country: economy, population, holidays, currency',
    'country brief for Portugal',
    'what should I know before I go to a country',
  ],
  input: z.object({
    country: searchText(100).describe('English name or ISO code, such as Portugal.'),
    year: z
      .string()
      .regex(/^(19[7-9]\d|20\d\d)$/, { error: 'must be a year such as 2026' })
      .describe('Year of the holidays, such as 2026.'),
  }),
  steps: [
    { tool: 'country-info', input: ({ country }) => ({ q: country }) },
    indicator('gdp', 'NY.GDP.MKTP.CD'),
    indicator('population', 'SP.POP.TOTL'),
    indicator('growth', 'NY.GDP.MKTP.KD.ZG'),
    {
      tool: 'public-holidays',
      after: ['country-info'],
      input({ year }, results) {
        const countryCode = textAt(results['country-info'], 'cca2')
        return countryCode === null ? null : { countryCode, year: Number(year) }
      },
    },
    {
      tool: 'fx-rate',
      after: ['country-info'],
      input(_given, results) {
        const currencies = part(results['country-info'], 'currencies')
        const [to] = isRecord(currencies) ? Object.keys(currencies) : []
        return to === undefined || to === 'USD' ? null : { from: 'USD', to }
      },
    },
  ],
  examples: [{ input: { country: 'Portugal', year: '2026' }, at: '2026-01-21T00:00:00Z' }],
})
