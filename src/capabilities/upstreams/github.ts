import { z } from 'zod'
import { orNull } from '../../base/core/failover.ts'
import { badInput, Fault, notFound } from '../../base/core/fault.ts'
import { fact, figure, listOf, membersOf, moment, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Repository = z.object({
  full_name: z.string(),
  html_url: z.string(),
  description: fact,
  stargazers_count: z.int(),
  forks_count: z.int(),
  open_issues_count: z.int(),
  license: z.object({ spdx_id: fact }).nullish(),
  language: fact,
  topics: listOf(z.string()),
  pushed_at: moment,
  archived: z.boolean(),
})

const Release = z.object({
  tag_name: z.string(),
  name: fact,
  published_at: moment,
  prerelease: z.boolean(),
  body: fact,
  assets: listOf(
    z.object({
      name: z.string(),
      size: figure,
      download_count: figure,
      browser_download_url: z.string(),
    }),
  ),
})

const Found = z.object({ total_count: z.int(), items: rowsOf(Repository) })

export type GithubRepository = z.output<typeof Repository>

export interface RepositoryQuery {
  readonly q: string
  readonly sort: 'stars' | 'updated' | undefined
  readonly limit: number
}

const TOKEN = {
  name: 'GITHUB_TOKEN',
  description: 'Token of GitHub without any scope: 5,000 requests an hour instead of 60.',
} as const

const KEEP_MS = 5 * 60_000

/** It answers 403 both for used-up limits and for forbidden resources. */
const limited = (body: string) =>
  new Fault(
    'upstream_failed',
    /rate limit/i.test(body)
      ? 'GitHub refuses more requests at the moment (403).'
      : 'GitHub refuses this instance (403).',
  )

export const github = defineUpstream({
  name: 'github',
  title: 'GitHub',
  terms: 'https://docs.github.com/site-policy/github-terms/github-terms-of-service',
  texts: 'public',
  base: 'https://api.github.com',
  asks: '$0',
  settings: [TOKEN],
  limits: { timeoutMs: 10_000, bytesMax: 8_000_000, perSecond: 10, among: 'replicas' },
  cacheTtlMs: KEEP_MS,
  headers: (setting) => ({
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    ...(setting(TOKEN.name) && { authorization: `Bearer ${setting(TOKEN.name)}` }),
  }),
  backoffMs: ({ status, headers }) =>
    status === 403 || status === 429 ? untilResetMs(headers) : 0,
  refusals: {
    403: limited,
    404: () => notFound('GitHub has no such public repository.'),
    422: () => badInput('q: GitHub cannot parse this query, or may not search what it names.'),
  },
  api: (http) => ({
    repository: async (repo: string): Promise<GithubRepository> =>
      http.json(`/repos/${repo}`, Repository),
    /** Bytes of code by language. */
    languages: async (repo: string) => http.json(`/repos/${repo}/languages`, membersOf(z.int())),
    /** The newest release that is not a draft or prerelease; null if there is none. */
    latestRelease: async (repo: string) =>
      orNull(http.json(`/repos/${repo}/releases/latest`, Release)),
    releases: async (repo: string, limit: number) =>
      http.json(`/repos/${repo}/releases`, z.array(Release), { query: { per_page: limit } }),
    async search({ q, sort, limit }: RepositoryQuery) {
      const query = { q, sort, per_page: limit }
      return http.json('/search/repositories', Found, { query })
    },
  }),
})

/** Both moments are from GitHub's clock. */
function untilResetMs(headers: Headers): number {
  if (headers.get('x-ratelimit-remaining') !== '0') return 0
  const resetMs = Number(headers.get('x-ratelimit-reset')) * 1_000
  const nowMs = Date.parse(headers.get('date') ?? '')
  return resetMs > nowMs ? Math.min(resetMs - nowMs, 3_600_000) : 0
}
