import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { crossref, type Candidate, type Work } from '../../../../capabilities/upstreams/crossref.ts'
import { rounded } from '../_trend.ts'

/** Requests that run at once, so that a long list is done in time. */
const LANES = 3
const CANDIDATES = 3
const SURE = 0.9
const LIKELY = 0.6
/** A title of fewer words occurs in many texts by chance. */
const TITLE_WORDS_MIN = 3

const VERDICTS = ['found', 'similar', 'mismatch', 'not_found'] as const

export default defineTool({
  route: 'POST /api/reference-check',
  name: 'Reference check',
  description:
    'Check a list of references (citations): does each cited work exist, and was it retracted.',
  asks: [
    'does each reference of this list exist',
    'find retracted works in a list of references',
    'do these papers exist',
    'invented references of a chatbot',
    'bibliography check',
  ],
  price: '$0.005',
  pace: 'slow',
  uses: { crossref },
  input: z.object({
    references: z
      .array(line(1000).min(10))
      .min(1)
      .max(40)
      .describe('1 to 40 references as they stand in the text, each at most 1,000 characters.'),
  }),
  output: z.object({
    results: z.array(
      z.object({
        input: z.string(),
        doi: z.string().nullable(),
        title: z.string().nullable(),
        authors: z.array(z.string()),
        year: z.int().nullable(),
        score: z
          .number()
          .describe('Share of the words of the title that the reference contains, 0 to 1.'),
        verdict: z
          .enum(VERDICTS)
          .describe(
            'found: title and author or year agree. similar: something like it exists. mismatch: ' +
              'its DOI is that of another title. not_found: Crossref knows none, which holds for ' +
              'many books and web pages too.',
          ),
        retracted: z.boolean().describe('Whether the work was retracted; only for `found` works.'),
        notice: z
          .object({ kind: z.string(), doi: z.string(), date: z.string().nullable() })
          .nullable()
          .describe('Notice of its retraction or newest correction.'),
      }),
    ),
    problems: z.int().describe('References that were not found as they stand, or are retracted.'),
    count: z.int(),
  }),
  examples: [
    {
      input: {
        references: [
          'LeCun Y, Bengio Y, Hinton G. Deep learning. Nature 521, 436–444 (2015).',
          'Li W. Effects of miR-215 on cell growth. Ther Adv Med Oncol. 2020.',
        ],
      },
      at: '2026-01-01T00:00:00Z',
      output: {
        results: [
          {
            input: 'LeCun Y, Bengio Y, Hinton G. Deep learning. Nature 521, 436–444 (2015).',
            doi: '10.1038/nature14539',
            title: 'Deep learning',
            authors: ['Yann LeCun', 'Yoshua Bengio', 'Geoffrey Hinton'],
            year: 2015,
            score: 1,
            verdict: 'found',
            retracted: false,
            notice: null,
          },
          {
            input: 'Li W. Effects of miR-215 on cell growth. Ther Adv Med Oncol. 2020.',
            doi: '10.1177/1758835920922055',
            title: 'Effects of miR-215 on cell growth',
            authors: ['Wei Li', 'Study Group'],
            year: 2020,
            score: 1,
            verdict: 'found',
            retracted: true,
            notice: { kind: 'retraction', doi: '10.1177/17588359211000001', date: '2021-03-09' },
          },
        ],
        problems: 1,
        count: 2,
        source: 'Crossref',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ references }, { crossref }) {
    const waiting = [...references.entries()]
    const results = new Map<number, Checked>()
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        results.set(next[0], await checked(next[1], crossref))
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    const ordered = references.flatMap((_, at) => results.get(at) ?? [])
    return {
      results: ordered,
      problems: ordered.filter(({ verdict, retracted }) => verdict !== 'found' || retracted).length,
      count: ordered.length,
    }
  },
})

interface ReferenceSources {
  work(doi: string): Promise<Work>
  cited(citation: string, limit: number): Promise<{ readonly candidates: readonly Candidate[] }>
}

type Checked = Awaited<ReturnType<typeof checked>>

const DOI = /\b10\.\d{4,9}\/[^\s"<>]+/
const DOI_AS_WRITTEN = new RegExp(`(https?://)?((dx\\.)?doi\\.org/|doi:?\\s*)?${DOI.source}`, 'i')
/** Fewer words beside a DOI are too few for a title that could disagree with the work. */
const TITLE_AND_AUTHOR_WORDS_MIN = 6

async function checked(input: string, crossref: ReferenceSources) {
  const doi = DOI.exec(input)?.[0].replace(/[.,;)\]]+$/, '')
  const named = doi === undefined ? null : await known(crossref.work(doi))
  if (named) {
    const score = likeness(named, input)
    const rest = wordsOf(input.replace(DOI_AS_WRITTEN, ' '))
    const isTold = rest.length >= TITLE_AND_AUTHOR_WORDS_MIN
    if (score >= SURE || !isTold) return checkRow(input, named, score, 'found' as const)
    return checkRow(
      input,
      named,
      score,
      score < LIKELY ? ('mismatch' as const) : ('similar' as const),
    )
  }
  const { candidates } = await crossref.cited(input, CANDIDATES)
  const [best] = candidates
    .map((candidate) => ({ candidate, score: likeness(candidate.work, input) }))
    .toSorted((a, b) => b.score - a.score)
  if (!best || best.score < LIKELY)
    return checkRow(input, null, best?.score ?? 0, 'not_found' as const)
  const isSure = best.score >= SURE && doi === undefined && agrees(best.candidate, input)
  return checkRow(input, best.candidate.work, best.score, isSure ? 'found' : 'similar')
}

function checkRow(
  input: string,
  work: Work | null,
  score: number,
  verdict: (typeof VERDICTS)[number],
) {
  const isIt = verdict === 'found'
  return {
    input,
    doi: work?.doi ?? null,
    title: work?.title ?? null,
    authors: work?.authors ?? [],
    year: yearOf(work),
    score: rounded(score, 2),
    verdict,
    retracted: isIt && work?.retracted === true,
    notice: isIt ? (work?.notice ?? null) : null,
  }
}

const yearOf = (work: Work | null): number | null =>
  work?.publishedDate ? Number(work.publishedDate.slice(0, 4)) : null

async function known(asked: Promise<Work>): Promise<Work | null> {
  try {
    return await asked
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.code === 'not_found') return null
    throw thrown
  }
}

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The share of the words of a title that the reference contains. */
function likeness({ title }: Work, reference: string): number {
  const words = wordsOf(title ?? '')
  const given = new Set(wordsOf(reference))
  if (words.length === 0) return 0
  return words.filter((word) => given.has(word)).length / words.length
}

/** Short titles need both the author and the year, others one of them. */
function agrees({ work, firstFamily }: Candidate, reference: string): boolean {
  const given = new Set(wordsOf(reference))
  const family = wordsOf(firstFamily ?? '')
  const hasAuthor = family.length > 0 && family.every((word) => given.has(word))
  const hasYear = given.has(String(yearOf(work)))
  const isShort = wordsOf(work.title ?? '').length < TITLE_WORDS_MIN
  return isShort ? hasAuthor && hasYear : hasAuthor || hasYear
}
