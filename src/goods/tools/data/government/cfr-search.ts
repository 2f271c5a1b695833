import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import { plainText } from '../../../../engines/language/plain-text.ts'
import { ecfr, type CfrHit } from '../../../../capabilities/upstreams/ecfr.ts'
import { date } from './_fields.ts'

const LEVELS = ['title', 'subtitle', 'chapter', 'subchapter', 'part', 'subpart'] as const

export default defineTool({
  route: 'GET /api/cfr-search',
  name: 'US regulations search',
  description: 'US federal regulations (Code of Federal Regulations) that mention a phrase.',
  asks: [
    'search the Code of Federal Regulations for a phrase',
    'which US federal regulations mention stablecoins',
    'which US rule says something about drones',
  ],
  price: '$0.002',
  uses: { ecfr },
  input: z.object({
    q: searchText(200).describe('Words to find in the text of regulations.'),
    title: z.int().min(1).max(50).optional().describe('Only this title of the CFR, 1 to 50.'),
    date: z.iso
      .date()
      .optional()
      .describe(
        'Only the text in force on this day, YYYY-MM-DD, from 2017. Default: all versions.',
      ),
    limit: z.int().min(1).max(50).default(10).describe('Most sections, 1 to 50.'),
  }),
  output: z.object({
    results: z.array(
      z.object({
        citation: z.string().describe('Citation for cfr-text, such as 17 CFR 240.10b-5.'),
        heading: nullableText(),
        hierarchy: z.array(z.string()).describe('Headings from the title down.'),
        excerpt: nullableText(),
        startsOn: date().describe('First day of this text.'),
        endsOn: date().describe('Last day of this text; null while it is in force.'),
        score: z
          .number()
          .describe('Score of the match; it can be compared only within one answer.'),
      }),
    ),
    count: z.int(),
    total: z.int().describe('Number of all matches; the source counts up to 10,000.'),
  }),
  examples: [{ input: { q: 'stablecoin reserve' } }],

  async run({ q, title, date, limit }, { ecfr }) {
    const found = await ecfr.search(q, title, date, limit)
    const results = found.results.slice(0, limit).map(resultOf)
    return { results, count: results.length, total: found.meta.total_count }
  },
})

const words = (text: string | null) => (text === null ? null : plainText(text))

function resultOf({ hierarchy, headings, ...hit }: CfrHit) {
  const within = hierarchy.section ?? hierarchy.appendix
  const place = within ?? (hierarchy.part ? `Part ${hierarchy.part}` : `Title ${hierarchy.title}`)
  return {
    citation: hierarchy.title ? `${hierarchy.title} CFR ${place}` : place,
    heading: words(headings.section ?? headings.appendix ?? headings.part ?? headings.title),
    hierarchy: LEVELS.flatMap((level) => words(headings[level]) ?? []),
    excerpt: words(hit.full_text_excerpt),
    startsOn: hit.starts_on,
    endsOn: hit.ends_on,
    score: hit.score,
  }
}
