import { z } from 'zod'
import { line, searchText } from '../../base/lib/fields.ts'
import { toolRunner } from './_report-tools.ts'
import { SEARCHES } from './_evidence.ts'
import { defineReport, formatField } from './_report.ts'
import { researchSubject } from './_research.ts'
import { writer } from '../../capabilities/llm/report-writer.ts'
import { toldIn, writtenReport, type Outline } from './_written.ts'

const POST_CHARACTERS_MAX = 600
const PARTS = [
  ['opening', 'What is happening', 'now new change', 0.3],
  ['why', 'Why it matters', 'because cost benefit reason effect', 0.4],
  ['next', 'What to watch', 'future plan next risk however', 0.3],
] as const

export default defineReport({
  body: z.object({
    topic: searchText(2000).describe('What the article is about, at most 2,000 characters.'),
    angle: line(500).optional().describe('From which side to look at it.'),
    audience: line(200).optional().describe('For whom it is written.'),
    tone: line(100).optional().describe('How it sounds, such as plain or bold.'),
    wordCount: z.int().min(400).max(2000).default(900).describe('Words, 400 to 2,000.'),
    format: formatField,
  }),
  fields: {
    title: z.string(),
    article: z.string().describe('The text alone, without citation marks.'),
    hooks: z.array(z.string()).describe('Sentences of it to begin a post with.'),
    summaryPost: z.string().describe('A short post of its own sentences.'),
  },
  uses: { runner: toolRunner, writer },
  needs: [SEARCHES, 'extract'],
  pace: 'slow',
  tiers: {
    'social-article': {
      route: 'POST /v1/social-article',
      price: '$1.10',
      name: 'Article for a professional network',
      description:
        'Researched article for a professional network with hooks and a short post, every sentence cited.',
      asks: [
        'article for a professional network such as LinkedIn',
        'researched article with hooks and a short post',
        'write a blog post about a topic',
        'article for LinkedIn',
      ],
      examples: [
        {
          input: { topic: 'Why agent payment protocols matter', wordCount: 400 },
          at: '2026-01-01T00:00:00Z',
        },
      ],
      plan: null,
    },
  },

  gather: ({ topic, angle }, tools, _plan, used) =>
    researchSubject(
      {
        query: topic,
        focus: angle === undefined ? [] : [angle],
        recency: 'any',
        questionsMax: 3,
        pagesMax: 10,
      },
      used.writer,
      tools,
    ),

  async compose({ sources, searchesRun, consulted }, { given, tools }, used) {
    const { topic, angle, audience, tone, wordCount } = given
    const style = [
      ...(audience === undefined ? [] : [`The readers: ${audience}.`]),
      ...(tone === undefined ? [] : [`The tone: ${tone}.`]),
    ].join(' ')
    const outline: Outline[] = PARTS.map(([id, title, words, share]) => ({
      id,
      title,
      question: `${topic} ${angle ?? ''} ${words}`,
      words: Math.round(wordCount * share),
      style,
    }))
    const writing = { subject: topic, outline, sources }
    const { draft, made } = await writtenReport(writing, used.writer, tools)
    const texts = PARTS.map(([id]) => toldIn(draft, id).map(({ text }) => text))
    const hooks = texts.flatMap(([first]) => first ?? [])
    return {
      draft: { title: topic, ...draft },
      fields: {
        title: topic,
        article: texts.map((sentences) => sentences.join(' ')).join('\n\n'),
        hooks,
        summaryPost: shortened(hooks),
      },
      made: { ...made, searchesRun, sourcesConsulted: consulted },
    }
  },
})

/** As many whole sentences as fit into a post. */
function shortened(sentences: readonly string[]): string {
  let post = ''
  for (const text of sentences) {
    if (post.length + text.length + 1 > POST_CHARACTERS_MAX) break
    post = post === '' ? text : `${post} ${text}`
  }
  return post
}
