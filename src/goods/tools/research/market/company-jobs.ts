import { z } from 'zod'
import { Fault, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import type { Job } from '../../../../capabilities/upstreams/_job.ts'
import { ashby } from '../../../../capabilities/upstreams/ashby.ts'
import { greenhouse } from '../../../../capabilities/upstreams/greenhouse.ts'
import { lever } from '../../../../capabilities/upstreams/lever.ts'

const BOARDS = ['greenhouse', 'lever', 'ashby'] as const

export default defineTool({
  route: 'GET /api/company-jobs',
  name: 'Company jobs',
  description:
    "Open jobs on a company's public job board: positions, places, hiring by department.",
  asks: [
    'open positions at a company by department',
    'for which jobs is a company hiring',
    'does a company hire',
    'open positions at a start-up',
    'vacancies',
  ],
  price: '$0.003',
  uses: { greenhouse, lever, ashby },
  input: z.object({
    company: searchText(100).describe('Name of the company, or of its board, such as stripe.'),
    board: z
      .enum(['auto', ...BOARDS])
      .default('auto')
      .describe(
        'Provider of the board; auto asks all three and uses the first that has it, in this order.',
      ),
    q: searchText(100).optional().describe('Only jobs with all of these words in title or place.'),
    limit: z.int().min(1).max(200).default(50).describe('Most jobs, 1 to 200.'),
  }),
  output: z.object({
    company: z
      .string()
      .describe('Name of the board. It is found by name only: check whose jobs these are.'),
    board: z.enum(BOARDS),
    jobs: z.array(
      z.object({
        title: z.string(),
        department: z.string().nullable(),
        location: z.string().nullable(),
        remote: z
          .boolean()
          .nullable()
          .describe('Whether the job is remote; null if the board does not say.'),
        publishedIso: z.string().nullable(),
        updatedIso: z
          .string()
          .nullable()
          .describe('Time of the last change; only Greenhouse states it.'),
        url: z.string(),
      }),
    ),
    byDepartment: z
      .record(z.string(), z.int())
      .describe('Number of matching jobs by department; `none` for jobs without one.'),
    count: z.int().describe('Number of jobs in `jobs`.'),
    total: z.int().describe('Number of jobs that match.'),
  }),
  examples: [
    {
      input: { company: 'stripe' },
      at: '2026-01-01T00:00:00Z',
      output: {
        company: 'stripe',
        board: 'greenhouse',
        jobs: [
          {
            title: 'Backend Engineer',
            department: 'Engineering',
            location: 'Remote in the US',
            remote: true,
            publishedIso: '2025-11-03T14:00:00.000Z',
            updatedIso: '2025-12-19T15:04:11.000Z',
            url: 'https://stripe.com/jobs/search?gh_jid=6000001',
          },
          {
            title: 'Legal Counsel',
            department: null,
            location: 'Dublin',
            remote: null,
            publishedIso: null,
            updatedIso: '2025-12-01T00:00:00.000Z',
            url: 'https://stripe.com/jobs/search?gh_jid=6000002',
          },
        ],
        byDepartment: { Engineering: 1, none: 1 },
        count: 2,
        total: 2,
        source: 'Greenhouse',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { company: 'Acme Works', board: 'lever', q: 'executive' } },
    { input: { company: 'novaworks' } },
  ],

  async run({ company, board, q, limit }, boards) {
    const asked = board === 'auto' ? BOARDS : [board]
    const faults: Fault[] = []
    for (const name of namesOf(company)) {
      const ends = await Promise.allSettled(asked.map((one) => boards[one].jobs(name)))
      for (const [at, end] of ends.entries()) {
        if (end.status === 'rejected') faults.push(faultOf(end.reason))
        else if (end.value) return answer(name, asked[at] ?? 'greenhouse', end.value)
      }
    }
    throw faults[0] ?? notFound(`company: no public board is called ${company}.`)

    function answer(name: string, found: (typeof BOARDS)[number], all: readonly Job[]) {
      const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
      const jobs = all.filter(({ title, location }) => {
        const text = `${title} ${location ?? ''}`.toLowerCase()
        return words.every((word) => text.includes(word))
      })
      const shown = jobs.slice(0, limit)
      return {
        company: name,
        board: found,
        jobs: shown,
        byDepartment: counted(jobs),
        count: shown.length,
        total: jobs.length,
      }
    }
  },
})

/** Boards are named by the words of the company, joined or with hyphens. */
function namesOf(company: string): readonly string[] {
  const words = company
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’.]/g, '')
    .split(/[^a-z0-9_-]+/)
    .filter(Boolean)
  const names = [...new Set([words.join(''), words.join('-')])].filter(Boolean)
  if (names.length === 0) throw notFound(`company: no public board is called ${company}.`)
  return names
}

function faultOf(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown
  throw thrown
}

function counted(jobs: readonly Job[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const { department } of jobs)
    counts.set(department ?? 'none', (counts.get(department ?? 'none') ?? 0) + 1)
  return Object.fromEntries([...counts].toSorted((a, b) => b[1] - a[1]))
}
