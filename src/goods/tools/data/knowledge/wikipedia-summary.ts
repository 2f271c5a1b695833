import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { wikipedia } from '../../../../capabilities/upstreams/wikipedia.ts'
import { wikiLanguage } from './_fields.ts'

export default defineTool({
  route: 'GET /api/wikipedia-summary',
  name: 'Wikipedia summary',
  description: 'Lead summary of a Wikipedia article: first sentences, picture, place, address.',
  asks: [
    'summary of a Wikipedia article in a few sentences',
    'what does Wikipedia say about a place',
    'short explanation of black holes',
    'what is photosynthesis',
    'who was Napoleon',
    'explain a thing to me in a paragraph',
  ],
  price: '$0.001',
  uses: { wikipedia },
  input: z.object({
    title: searchText(255).describe('Title of the article; redirects are followed.'),
    language: wikiLanguage().describe('Language edition, such as en, de or simple.'),
  }),
  output: z.object({
    title: z.string().describe('Title of the article that was found.'),
    description: z.string().nullable().describe('Description in a few words.'),
    extract: z.string().describe('First sentences, as plain text. CC BY-SA 4.0.'),
    disambiguation: z
      .boolean()
      .describe('Whether the title has several meanings, which this page lists.'),
    url: z.string().describe('Address of the article; link it where you show its text.'),
    thumbnailUrl: z.string().nullable(),
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    wikidataId: z.string().nullable().describe('Wikidata id of the same thing.'),
    updatedIso: z.string().nullable().describe('When the article was last changed.'),
  }),
  examples: [
    {
      input: { title: 'Payment channel' },
      at: '2026-01-01T00:00:00Z',
      output: {
        title: 'Payment channel',
        description: 'Class of techniques for off-chain transactions',
        extract:
          'A payment channel lets users make several transactions without committing all of them.',
        disambiguation: false,
        url: 'https://en.wikipedia.org/wiki/Payment_channel',
        thumbnailUrl: null,
        lat: null,
        lon: null,
        wikidataId: 'Q55638113',
        updatedIso: '2025-11-08T12:30:00.000Z',
        source: 'Wikipedia (CC BY-SA 4.0)',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { title: 'Berlin', language: 'de' } },
  ],

  async run({ title, language }, { wikipedia }) {
    const page = await wikipedia.summary(title, language)
    return {
      title: page.title,
      description: page.description || null,
      extract: page.extract,
      disambiguation: page.type === 'disambiguation',
      url: page.content_urls.desktop.page,
      thumbnailUrl: page.thumbnail?.source ?? null,
      lat: page.coordinates?.lat ?? null,
      lon: page.coordinates?.lon ?? null,
      wikidataId: page.wikibase_item ?? null,
      updatedIso: page.timestamp ? isoTime(Date.parse(page.timestamp)) : null,
    }
  },
})
