import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  attributeOf,
  childrenOf,
  parseXml,
  textIn,
  type Xml,
} from '../../../../engines/feeds/xml.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { arxiv } from '../../../../capabilities/upstreams/arxiv.ts'
import { limitOf } from './_fields.ts'

const AUTHORS_MAX = 50
const TERMS_MAX = 20

export default defineTool({
  route: 'GET /api/arxiv-search',
  name: 'arXiv search',
  description: 'arXiv papers and preprints that match a query: title, authors, abstract, PDF.',
  asks: [
    'newest arXiv preprints of a category',
    'find arXiv papers by keyword',
    'preprints about transformers',
    'newest papers in machine learning',
    'physics papers',
  ],
  price: '$0.002',
  uses: { arxiv },
  input: z.object({
    q: searchText(300).describe('Words that must all occur; double quotes make a phrase.'),
    category: z
      .string()
      .max(30)
      .regex(/^[a-z-]+(\.[A-Za-z-]+)?$/, { error: 'must be a category such as cs.CL or hep-ex' })
      .optional()
      .describe('Only papers of this arXiv category, such as cs.CL.'),
    sort: z
      .enum(['relevance', 'date'])
      .default('relevance')
      .describe('Order; date puts the last submitted first.'),
    limit: limitOf(10, 50),
  }),
  output: z.object({
    papers: z.array(
      z.object({
        id: z.string().describe('arXiv id, without the version.'),
        version: z.int().nullable().describe('Newest version.'),
        title: z.string(),
        authors: z.array(z.string()).describe(`Authors in their order, at most ${AUTHORS_MAX}.`),
        abstract: z.string().describe('Abstract, with formulas in LaTeX.'),
        publishedIso: z.string().nullable().describe('When the first version was submitted.'),
        updatedIso: z.string().nullable().describe('When this version was submitted.'),
        categories: z.array(z.string()),
        url: z.string(),
        pdfUrl: z.string().nullable(),
      }),
    ),
    total: z.int().describe('Papers that match.'),
  }),
  examples: [
    {
      input: { q: 'speculative decoding', limit: 5 },
      at: '2026-01-01T00:00:00Z',
      output: {
        papers: [
          {
            id: '2211.17192',
            version: 2,
            title: 'Fast Inference from Transformers via Speculative Decoding',
            authors: ['Yaniv Leviathan', 'Matan Kalman'],
            abstract:
              'Inference from large autoregressive models is slow: decoding $K$ tokens takes $K$ serial runs & more.',
            publishedIso: '2022-11-30T17:33:28.000Z',
            updatedIso: '2023-05-18T22:46:24.000Z',
            categories: ['cs.LG', 'cs.CL'],
            url: 'https://arxiv.org/abs/2211.17192v2',
            pdfUrl: 'https://arxiv.org/pdf/2211.17192v2',
          },
        ],
        total: 1204,
        source: 'arXiv (thank you to arXiv for use of its open access interoperability)',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { q: '"electron production"', category: 'hep-ex', sort: 'date' } },
  ],

  async run({ q, category, sort, limit }, { arxiv }) {
    const search = [...termsOf(q), ...(category === undefined ? [] : [`cat:${category}`])]
    const text = await arxiv.papers({ search: search.join(' AND '), sort, limit })
    const [name, feed] = await parseXml(text, 'what arXiv answers')
    const total = Number(textIn(feed, 'opensearch:totalResults') ?? Number.NaN)
    if (name !== 'feed' || !Number.isInteger(total))
      throw new Fault('upstream_failed', 'arXiv answered in an unknown shape.')
    return { papers: childrenOf(feed, 'entry').slice(0, limit).map(paperOf), total }
  },
})

/**
 * Keeps only words and phrases: other characters, which the search could read as operators, are
 * dropped.
 */
function termsOf(q: string): readonly string[] {
  const parts = [...q.matchAll(/"([^"]+)"|[^\s"]+/g)].flatMap(([word, phrase]) => {
    const plain = (phrase ?? word).replaceAll(/[^\p{L}\p{M}\p{N}.'-]+/gu, ' ').trim()
    return phrase === undefined ? plain.split(' ') : [`"${plain}"`]
  })
  const terms = parts.filter((part) => /[\p{L}\p{N}]/u.test(part))
  if (terms.length === 0) throw badInput('q: must hold a word of letters or digits.')
  if (terms.length > TERMS_MAX) throw badInput(`q: must have at most ${TERMS_MAX} words.`)
  return terms.map((term) => `all:${term}`)
}

function paperOf(entry: Xml) {
  const address = textIn(entry, 'id') ?? ''
  const [, id, version] = /\/abs\/(.+?)(?:v(\d{1,4}))?$/.exec(address) ?? []
  const title = textIn(entry, 'title')
  if (id === undefined || title === null)
    throw new Fault('upstream_failed', 'arXiv answered with an entry that is not a paper.')
  const links = childrenOf(entry, 'link')
  const pdf = links.find((link) => attributeOf(link, 'title') === 'pdf') ?? null
  return {
    id,
    version: version === undefined ? null : Number(version),
    title: spaced(title),
    authors: childrenOf(entry, 'author')
      .slice(0, AUTHORS_MAX)
      .flatMap((author) => textIn(author, 'name') ?? []),
    abstract: spaced(textIn(entry, 'summary') ?? ''),
    publishedIso: instantOf(textIn(entry, 'published')),
    updatedIso: instantOf(textIn(entry, 'updated')),
    categories: childrenOf(entry, 'category').flatMap((each) => attributeOf(each, 'term') ?? []),
    url: secure(address),
    pdfUrl: pdf === null ? null : secure(attributeOf(pdf, 'href') ?? ''),
  }
}

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const secure = (address: string): string => address.replace(/^http:/, 'https:')

const instantOf = (time: string | null): string | null =>
  time === null ? null : isoTime(Date.parse(time))
