import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'
import { toolRunner } from './_report-tools.ts'
import { SEARCHES } from './_evidence.ts'
import { Rows } from './_fields.ts'
import { defineReport, formatField } from './_report.ts'
import { focusField, recencyField, researchSubject } from './_research.ts'
import { writer } from '../../capabilities/llm/report-writer.ts'
import { writtenReport, type Outline } from './_written.ts'

interface Plan {
  readonly words: number
  readonly questionsMax: number
  readonly pagesMax: number
  readonly hasSourceTable?: true
}

const PLANS: Readonly<Record<'plain' | 'pro' | 'max', Plan>> = {
  plain: { words: 1_500, questionsMax: 4, pagesMax: 12 },
  pro: { words: 2_100, questionsMax: 5, pagesMax: 16 },
  max: { words: 2_800, questionsMax: 6, pagesMax: 20, hasSourceTable: true },
}
const SUMMARY_SHARE = 0.15
const DISPUTED_WORDS = 80

export default defineReport({
  body: z.object({
    query: searchText(2000).describe('What to research, at most 2,000 characters.'),
    focus: focusField,
    recency: recencyField('any'),
    format: formatField,
  }),
  fields: {
    subQuestions: z.array(z.string()).describe('The questions that it was divided into.'),
    sourceTable: Rows.optional().describe('Every source with what it was used for; of max only.'),
  },
  uses: { runner: toolRunner, writer },
  needs: [SEARCHES, 'extract'],
  pace: 'slow',
  tiers: {
    research: {
      route: 'POST /v1/research',
      price: '$0.60',
      name: 'Research report',
      description:
        'Cited research report of about 1,500 words: searched, read, written from quotes, every sentence checked against them.',
      asks: [
        'cited research report of 1,500 words on a topic',
        'research report written from quotes, every sentence checked',
      ],
      examples: [
        { input: { query: 'State of agent payment protocols' }, at: '2026-01-01T00:00:00Z' },
      ],
      plan: PLANS.plain,
    },
    'research-pro': {
      route: 'POST /v1/research/pro',
      price: '$0.85',
      name: 'Research report, pro',
      description:
        'Cited research report of about 2,100 words over more questions and sources than the plain one.',
      asks: [
        'research report pro, over more questions and sources',
        'cited research report of 2,100 words',
      ],
      examples: [
        { input: { query: 'State of agent payment protocols' }, at: '2026-01-01T00:00:00Z' },
      ],
      plan: PLANS.pro,
    },
    'research-max': {
      route: 'POST /v1/research/max',
      price: '$1.10',
      name: 'Research report, max',
      description:
        'Cited research report of about 2,800 words over the most sources, with a table of all of them.',
      asks: [
        'research report max with a table of all sources',
        'cited research report of 2,800 words over the most sources',
      ],
      examples: [
        {
          input: { query: 'State of agent payment protocols', focus: ['fees', 'adoption'] },
          at: '2026-01-01T00:00:00Z',
        },
      ],
      plan: PLANS.max,
    },
  },

  gather: ({ query, focus, recency }, tools, plan, used) =>
    researchSubject({ query, focus, recency, ...plan }, used.writer, tools),

  async compose({ questions, sources, searchesRun, consulted }, { given, tools, plan }, used) {
    const { query } = given
    const summary = Math.round(plan.words * SUMMARY_SHARE)
    const rest = plan.words - summary - DISPUTED_WORDS
    const outline: Outline[] = [
      { id: 'summary', title: 'Summary', question: query, words: summary },
      ...questions.map((question, at) => ({
        id: `question-${at + 1}`,
        title: question,
        question: `${question} ${query}`,
        words: Math.round(rest / questions.length),
      })),
      {
        id: 'disputed',
        title: 'What is disputed',
        question: `${query} however dispute critics disagree doubt contrast`,
        words: DISPUTED_WORDS,
        style: 'Say only where the quotes differ from each other, and who says what.',
      },
    ]
    const { draft, made } = await writtenReport(
      { subject: query, outline, sources },
      used.writer,
      tools,
    )
    const cited = draft.sections.flatMap(({ id, sentences }) =>
      sentences.flatMap(({ quotes }) => quotes.map(({ source }) => ({ id, source }))),
    )
    return {
      draft: { title: query, ...draft },
      fields: {
        subQuestions: [...questions],
        ...(plan.hasSourceTable && {
          sourceTable: sources.map((source) => ({
            title: source.title,
            url: source.url,
            publisher: source.publisher ?? null,
            publishedAt: source.publishedAt ?? null,
            citedIn: [...new Set(cited.filter((one) => one.source === source).map(({ id }) => id))],
          })),
        }),
      },
      made: { ...made, searchesRun, sourcesConsulted: consulted },
    }
  },
})
