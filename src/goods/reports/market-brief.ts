import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'
import { toolRunner } from './_report-tools.ts'
import { SEARCHES } from './_evidence.ts'
import { Part, Rows } from './_fields.ts'
import { defineReport, formatField } from './_report.ts'
import { focusField, recencyField, researchSubject } from './_research.ts'
import { writer } from '../../capabilities/llm/report-writer.ts'
import { toldIn, writtenReport, type Outline } from './_written.ts'

const PARTS: readonly (readonly [id: string, title: string, words: string, share: number])[] = [
  ['summary', 'Summary', '', 0.15],
  ['size', 'Size', 'market size revenue worth value billion million growth', 0.25],
  ['players', 'Players', 'companies competitors leading share vendors brands', 0.25],
  ['trends', 'Trends', 'trend rising demand shift adoption change', 0.2],
  ['risks', 'Risks', 'risk regulation cost shortage decline critics', 0.15],
]
const WORDS = 1_600

export default defineReport({
  body: z.object({
    query: searchText(2000).describe('The market, at most 2,000 characters.'),
    focus: focusField,
    recency: recencyField('year'),
    format: formatField,
  }),
  fields: {
    players: Rows.describe('What the report says of players, sentence by sentence.'),
    sizing: Part.describe('What the report says of size: its sentences.'),
    trends: Rows.describe('What the report says of trends, sentence by sentence.'),
  },
  uses: { runner: toolRunner, writer },
  needs: [SEARCHES, 'extract'],
  pace: 'slow',
  tiers: {
    'market-brief': {
      route: 'POST /v1/research/market-brief',
      price: '$0.85',
      name: 'Market brief',
      description:
        'Cited market brief: size, players, trends and risks of a market, each sentence from its sources.',
      asks: [
        'cited market brief on size, players and trends',
        'market brief with trends and risks of a market',
        'overview of a market',
        'size and players of an industry',
      ],
      examples: [
        { input: { query: 'Market of agent payment protocols' }, at: '2026-01-01T00:00:00Z' },
      ],
      plan: null,
    },
  },

  gather: ({ query, focus, recency }, tools, _plan, { writer: by }) => {
    const asked = [...focus, `${query} market size`, `${query} companies`, `${query} trends risks`]
    return researchSubject(
      { query, focus: asked, recency, questionsMax: 5, pagesMax: 16 },
      { ...by, model: null },
      tools,
    )
  },

  async compose({ sources, searchesRun, consulted }, { given: { query, focus }, tools }, used) {
    const outline: Outline[] = PARTS.map(([id, title, words, share]) => ({
      id,
      title,
      question: `${query} ${words} ${focus.join(' ')}`,
      words: Math.round(WORDS * share),
    }))
    const subject = `Market: ${query}`
    const { draft, made } = await writtenReport({ subject, outline, sources }, used.writer, tools)
    return {
      draft: { title: subject, ...draft },
      fields: {
        players: toldIn(draft, 'players'),
        sizing: { sentences: toldIn(draft, 'size') },
        trends: toldIn(draft, 'trends'),
      },
      made: { ...made, searchesRun, sourcesConsulted: consulted },
    }
  },
})
