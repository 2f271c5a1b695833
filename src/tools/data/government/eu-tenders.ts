import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { searchText } from '../../../lib/fields.ts'
import { ted } from '../../../upstreams/ted.ts'
import { date, since, told } from './_fields.ts'
import { countryOf, deadlineOf, pageOf, TED_COUNTRIES, wordsOf } from './_tenders.ts'

export default defineTool({
  route: 'GET /api/eu-tenders',
  name: 'European tenders',
  description: 'European public procurement notices (TED) that match words, newest first.',
  asks: [
    'open calls for tender in Germany for cloud hosting',
    'public procurement in the EU: who buys, and until when can I bid',
  ],
  price: '$0.003',
  uses: { ted },
  input: z.object({
    q: searchText(200).describe('Words of the notice, side by side, in any language.'),
    since: since('notices published'),
    countryCode: z
      .string()
      .regex(/^[A-Za-z]{2}$/, { error: 'must be a two-letter country code such as DE' })
      .optional()
      .describe('Country of the buyer, such as DE.'),
    limit: z.int().min(1).max(50).default(10).describe('Most notices, 1 to 50.'),
  }),
  output: z.object({
    notices: z
      .array(
        z.object({
          publicationNumber: z.string(),
          title: told().describe('In English where the notice has it.'),
          language: told().describe('Language of the title, ISO 639-2.'),
          buyer: told(),
          publishedDate: date(),
          deadlineIso: told().describe(
            'First deadline of its lots: an instant, or a day where no hour is told.',
          ),
          countryCode: told().describe('Of the buyer.'),
          url: z.string(),
        }),
      )
      .describe('Newest first.'),
    total: z.int().describe('All that match.'),
  }),
  examples: [{ input: { q: 'cloud hosting', since: '2026-01-01' } }],

  async run({ q, since, countryCode, limit }, { ted }) {
    const country = countryCode === undefined ? null : TED_COUNTRIES[countryCode.toUpperCase()]
    if (country === undefined)
      throw badInput(
        `countryCode: buyers of this country do not publish in TED; allowed are ${Object.keys(TED_COUNTRIES).join(', ')}.`,
      )
    const found = await ted.search(q, since, country, limit)
    const notices = found.notices.slice(0, limit).map((notice) => {
      const { text, language } = wordsOf(notice['notice-title'])
      return {
        publicationNumber: notice['publication-number'],
        title: text,
        language,
        buyer: wordsOf(notice['buyer-name']).text,
        publishedDate: notice['publication-date'],
        deadlineIso: deadlineOf(notice),
        countryCode: countryOf(notice['buyer-country'][0]),
        url: pageOf(notice),
      }
    })
    return { notices, total: found.total }
  },
})
