import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { gdelt } from '../../../../capabilities/upstreams/gdelt.ts'
import { rounded, trendField, trendPct } from '../_trend.ts'

export default defineTool({
  route: 'GET /api/news-volume',
  name: 'Media coverage',
  description:
    'Media coverage of a topic day by day: how much world media write of it, and in which tone (GDELT).',
  asks: [
    'is media coverage of a topic rising',
    'tone of media coverage over the last weeks',
    'is a topic in the news more than before',
    'media attention',
  ],
  price: '$0.002',
  uses: { gdelt },
  input: z.object({
    q: searchText(250).describe('Words that all occur; "..." for a phrase, OR within brackets.'),
    days: z.int().min(1).max(90).default(30).describe('How far back, 1 to 90 days.'),
    countryCode: z
      .string()
      .regex(/^[A-Za-z]{2}$/, { error: 'must be a country code of two letters' })
      .optional()
      .describe('Only media of this country, ISO 3166, such as GB.'),
    language: z
      .string()
      .regex(/^[A-Za-z]{3,30}$/, { error: 'must be a language by its English name' })
      .optional()
      .describe('Only media in this language, by its English name such as german.'),
    tone: z
      .boolean()
      .default(true)
      .describe('Whether to add the tone, which takes five seconds more.'),
    articles: z
      .int()
      .min(0)
      .max(50)
      .default(10)
      .describe('Most articles to list; any above 0 take five seconds more.'),
  }),
  output: z.object({
    points: z
      .array(z.object({ date: z.string().describe('Day, UTC.'), volumeIntensity: z.number() }))
      .describe('Percent of all coverage that GDELT saw each day. The last day is not over.'),
    tone: z
      .array(z.object({ date: z.string(), value: z.number() }))
      .describe('Mean tone: below 0 is negative, above 0 positive; most lies within 10 of it.'),
    trendPct: trendField(),
    topArticles: z.array(
      z.object({
        title: z.string(),
        url: z.string(),
        domain: z.string(),
        seenIso: z.string().nullable().describe('When GDELT saw it.'),
      }),
    ),
  }),
  examples: [
    {
      input: { q: '"agentic payments"', days: 30 },
      at: '2026-01-01T00:00:00Z',
      output: {
        points: [
          { date: '2025-12-28', volumeIntensity: 0.01 },
          { date: '2025-12-29', volumeIntensity: 0.03 },
          { date: '2025-12-30', volumeIntensity: 0.06 },
        ],
        tone: [
          { date: '2025-12-28', value: -1.25 },
          { date: '2025-12-29', value: 0 },
        ],
        trendPct: 500,
        topArticles: [
          {
            title: 'Agents that pay',
            url: 'https://news.example/agents-pay',
            domain: 'news.example',
            seenIso: '2025-12-30T12:45:00.000Z',
          },
        ],
        source: 'GDELT Project (https://www.gdeltproject.org/)',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ q, days, countryCode, language, tone, articles }, { gdelt }) {
    const query = [
      q,
      ...(countryCode === undefined ? [] : [`sourcecountry:${countryName(countryCode)}`]),
      ...(language === undefined ? [] : [`sourcelang:${language.toLowerCase()}`]),
    ].join(' ')
    const volume = await gdelt.daily(query, days, 'volume')
    const isCovered = volume.length > 0
    const tones = tone && isCovered ? await gdelt.daily(query, days, 'tone') : []
    return {
      points: volume.map(({ date, value }) => ({ date, volumeIntensity: rounded(value, 6) })),
      tone: tones.map(({ date, value }) => ({ date, value: rounded(value, 4) })),
      trendPct: trendPct(volume.map(({ value }) => value)),
      topArticles: articles > 0 && isCovered ? await gdelt.articles(query, days, articles) : [],
    }
  },
})

/** Country names of GDELT that differ from those of Unicode. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  CZ: 'czechrepublic',
  HK: 'hongkong',
  MK: 'macedonia',
  MM: 'burma',
  MO: 'macau',
  TR: 'turkey',
}

/** GDELT accepts English names without spaces. Its two-letter codes are not those of ISO 3166. */
function countryName(given: string): string {
  const code = given.toUpperCase()
  const name = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code)
  if (name === undefined || code === 'ZZ')
    throw badInput(`countryCode: must be an ISO 3166 country code, and ${code} is none.`)
  const plain = name.normalize('NFD').replaceAll(/\(.*?\)|[^A-Za-z]/g, '')
  return OTHER_NAMES[code] ?? plain.toLowerCase()
}
