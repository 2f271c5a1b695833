import { standIn } from './define.ts'

/**
 * Rows as the reference of the CDP API has them: `X402SearchResourcesResponse` on docs.rs
 * (cdp-sdk), made from its OpenAPI document. The second row is of x402 version 1.
 */
const RESOURCES = [
  {
    resource: 'https://weather.example/forecast',
    type: 'http',
    description: 'Real-time weather forecast data.',
    serviceName: 'Weather',
    x402Version: 2,
    accepts: [
      {
        scheme: 'exact',
        network: 'eip155:8453',
        asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        amount: '10000',
        payTo: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
        maxTimeoutSeconds: 60,
      },
    ],
    lastUpdated: '2026-01-01T00:00:00Z',
    quality: {
      l30DaysTotalCalls: 120,
      l30DaysUniquePayers: 8,
      lastCalledAt: '2025-12-31T12:00:00Z',
    },
  },
  {
    resource: 'https://old.example/weather',
    type: 'http',
    x402Version: 1,
    accepts: [
      {
        scheme: 'exact',
        network: 'base',
        asset: '0x1111111111111111111111111111111111111111',
        maxAmountRequired: '5',
        payTo: '0x2222222222222222222222222222222222222222',
      },
    ],
  },
]

export default standIn({
  at: 'UPSTREAM_CDP_BAZAAR_URL',
  answer({ path, query }) {
    const asked = path.replace('/platform/v2/x402/discovery/', '')
    if (asked === 'merchant') {
      const payTo = query.get('payTo')
      const own = RESOURCES.filter(({ accepts }) => accepts.some((each) => each.payTo === payTo))
      return { resources: own }
    }
    if (asked === 'resources') {
      const [limit, offset] = ['limit', 'offset'].map((name) => Number(query.get(name)))
      const items = RESOURCES.slice(offset, (offset ?? 0) + (limit ?? 0))
      return { x402Version: 2, items, pagination: { limit, offset, total: RESOURCES.length } }
    }
    if (asked !== 'search') return undefined
    const isKnown = /weather/i.test(query.get('query') ?? '')
    return { x402Version: 2, partialResults: false, resources: isKnown ? RESOURCES : [] }
  },
})
