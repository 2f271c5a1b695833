import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { wikipedia } from '../../../../capabilities/upstreams/wikipedia.ts'
import { limitOf, wikiLanguage } from './_fields.ts'

export default defineTool({
  route: 'GET /api/wikipedia-search',
  name: 'Wikipedia search',
  description: 'Search Wikipedia: articles that match a query, with snippets and addresses.',
  asks: [
    'search Wikipedia for articles',
    'which Wikipedia articles match a query',
    'find an encyclopedia article',
    'articles about a subject',
  ],
  price: '$0.001',
  uses: { wikipedia },
  input: z.object({
    q: searchText(300).describe('What to search for, at most 300 characters.'),
    language: wikiLanguage().describe('Language edition, such as en, de or simple.'),
    limit: limitOf(10, 50),
  }),
  output: z.object({
    results: z.array(
      z.object({
        title: z.string(),
        snippet: z.string().describe('Text around the words, without markup. CC BY-SA 4.0.'),
        wordCount: z.int().nullable().describe('Words of the article.'),
        url: z.string(),
      }),
    ),
    total: z.int().describe('Articles that match.'),
  }),
  examples: [
    {
      input: { q: 'zero knowledge proof' },
      at: '2026-01-01T00:00:00Z',
      output: {
        results: [
          {
            title: 'Zero-knowledge proof',
            snippet: 'a zero-knowledge proof is a protocol & more',
            wordCount: 7391,
            url: 'https://en.wikipedia.org/wiki/Zero-knowledge_proof',
          },
        ],
        total: 812,
        source: 'Wikipedia (CC BY-SA 4.0)',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  run: async ({ q, language, limit }, { wikipedia }) => wikipedia.search(q, language, limit),
})
