import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import { trendPct } from '../_trend.ts'
import appLookup from './app-lookup.ts'
import companyJobs from './company-jobs.ts'
import newsVolume from './news-volume.ts'
import packageDownloads from './package-downloads.ts'
import pageviews from './pageviews.ts'
import searchVolume from './search-volume.ts'
import tradeFlows from './trade-flows.ts'

type Case = readonly [ToolSpec, Record<string, unknown>, Record<string, unknown>]

test.each([
  [[], null],
  [[5], null],
  [[0, 5], null],
  [[2, 3], 50],
  [[2, 100, 1], -50],
])('the trend of %j is %s', (values, trend) => {
  expect(trendPct(values)).toBe(trend)
})

const pypi = (name: string) => ({ system: 'pypi', name })

describe('bad input is refused', () => {
  test.each<readonly [string, ToolSpec, Record<string, unknown>]>([
    ['not_found', pageviews, { article: 'Never written' }],
    ['bad_input', pageviews, { article: 'x', language: 'en/x' }],
    ['bad_input', newsVolume, { q: 'ab' }],
    ['bad_input', tradeFlows, { reporter: 'DE', period: '2031' }],
    ['bad_input', tradeFlows, { reporter: 'DE', period: '2025-13' }],
    ['bad_input', tradeFlows, { reporter: 'DE', period: '2025', commodity: '123' }],
    ['bad_input', newsVolume, { q: 'x', countryCode: 'ZZ' }],
    ['bad_input', appLookup, {}],
    ['bad_input', appLookup, { q: 'x', id: '1' }],
    ['bad_input', packageDownloads, { packages: [] }],
    ['bad_input', packageDownloads, { packages: [{ system: 'npm', name: 'a/../b' }] }],
    ['bad_input', packageDownloads, { packages: Array.from({ length: 11 }, () => pypi('x')) }],
    ['not_found', companyJobs, { company: 'Nobody & Sons' }],
    ['not_found', companyJobs, { company: 'stripe', board: 'lever' }],
    ['not_found', companyJobs, { company: '株式会社' }],
  ])('%s: %#', async (code, spec, input) => {
    await expect(runExample(spec, input, '2026-01-01T00:00:00Z')).rejects.toMatchObject({ code })
  })
})

const TOLD: readonly Case[] = [
  [tradeFlows, { reporter: 'GR', period: '2025-03' }, { rows: [], totalEur: null, count: 0 }],
  [
    searchVolume,
    { topic: 'zzzz' },
    {
      news: { articles: 0 },
      hackerNews: { stories: 31 },
      github: { repos: 0 },
      missing: ['wikipedia'],
    },
  ],
  [searchVolume, { topic: 'x402' }, { github: { repos: 1 } }],
  [newsVolume, { q: 'zzzz' }, { points: [], tone: [], topArticles: [], trendPct: null }],
  [appLookup, { q: 'zzzz' }, { apps: [], count: 0 }],
  [appLookup, { id: 'com.budget.planner' }, { apps: [{ id: '1010865877', rating: 4.73 }] }],
  [appLookup, { id: '7' }, { apps: [], count: 0 }],
  [
    packageDownloads,
    { packages: [pypi('Requests')], days: 30 },
    {
      packages: [{ found: true, total: 600, weekly: 600, trendPct: 200 }],
      leader: 'Requests',
    },
  ],
  [
    packageDownloads,
    { packages: [{ system: 'npm', name: '@scope/tool' }, pypi('requests')], days: 7 },
    { packages: [{ found: true }, { found: true }], leader: null },
  ],
  [
    companyJobs,
    { company: 'Acme Works' },
    {
      company: 'acme-works',
      board: 'lever',
      jobs: [
        { department: 'Sales', remote: false, publishedIso: '2025-12-06T05:46:40.000Z' },
        { department: null, remote: null, location: null },
      ],
      byDepartment: { Sales: 1, none: 1 },
    },
  ],
  [companyJobs, { company: 'novaworks' }, { board: 'ashby', jobs: [{ remote: true }], total: 1 }],
  [companyJobs, { company: 'stripe', q: 'DUBLIN' }, { total: 1, byDepartment: { none: 1 } }],
]

test.each(TOLD)('an example is answered: %#', async (spec, input, answer) => {
  expect(await runExample(spec, input, '2026-01-01T00:00:00Z')).toMatchObject(answer)
})
