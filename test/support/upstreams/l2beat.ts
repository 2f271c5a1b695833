import { standIn } from './define.ts'

/**
 * https://l2beat.com/api/scaling/summary, as fetchL2beat of ethereum/ethereum-org-website types it:
 * `change7d` is a share of one.
 */
const project = (name: string, total: number, more: object = {}) => ({
  id: name.toLowerCase(),
  name,
  slug: name.toLowerCase(),
  type: 'layer2',
  hostChain: 'Ethereum',
  category: 'Optimistic Rollup',
  providers: [],
  purposes: ['Universal'],
  isArchived: false,
  isUpcoming: false,
  isUnderReview: false,
  badges: [],
  stage: 'Stage 1',
  risks: [],
  tvs: {
    breakdown: { total, native: total, canonical: 0, external: 0 },
    change7d: 0.025,
    associatedTokens: [],
  },
  ...more,
})

const PROJECTS = {
  arbitrum: project('Arbitrum', 20_000_000_000),
  base: project('Base', 15_000_000_000),
  gone: project('Gone', 1_000, { isArchived: true }),
  soon: project('Soon', 0, { isUpcoming: true }),
  third: project('Third', 500_000, { type: 'layer3', hostChain: 'Base', stage: 'Not applicable' }),
}
const DAYS: Readonly<Record<string, number>> = { arbitrum: 4_320_000, base: 8_640_000 }

export default standIn({
  at: 'UPSTREAM_L2BEAT_URL',
  answer({ path }) {
    if (path === '/api/scaling/summary')
      return { chart: { types: [], data: [], syncedUntil: 1_767_225_600 }, projects: PROJECTS }
    const [, slug = ''] = /^\/api\/scaling\/activity\/(\w+)$/.exec(path) ?? []
    const count = DAYS[slug]
    const rows = count === undefined ? [] : [[1_767_139_200, count / 2, count]]
    return slug === '' ? undefined : { success: true, data: { chart: { types: [], data: rows } } }
  },
})
