import { standIn } from './define.ts'

/** https://docs.polymarket.com: outcomes, their prices and token ids are JSON inside text. */
const MARKET = {
  id: '1',
  slug: 'fed-decision-in-january',
  question: 'Will the Fed cut rates in January?',
  description: 'Resolves to Yes if the target rate is lower after the meeting.',
  outcomes: '["Yes","No"]',
  outcomePrices: '["0.35","0.65"]',
  clobTokenIds: '["111","222"]',
  volume: '1234567.5',
  liquidity: '45000.1',
  endDate: '2026-01-28T12:00:00Z',
  closed: false,
}

export default standIn({
  at: 'UPSTREAM_POLYMARKET_URL',
  answer({ path, query }) {
    if (path === '/public-search')
      return {
        events: query.get('q')?.includes('nothing')
          ? []
          : [{ slug: 'fed', title: 'Fed', markets: [MARKET, { slug: 'later' }] }],
      }
    if (path === `/markets/slug/${MARKET.slug}`) return MARKET
    if (path.startsWith('/markets/slug/'))
      return Response.json({ error: 'not found' }, { status: 404 })
    if (path === '/book')
      return {
        bids: [
          { price: '0.30', size: '100' },
          { price: '0.34', size: '50' },
        ],
        asks: [
          { price: '0.40', size: '100' },
          { price: '0.36', size: '25' },
        ],
      }
    if (path === '/prices-history')
      return {
        history: [
          { t: 1_767_225_600, p: 0.3 },
          { t: 1_767_229_200, p: 0.35 },
        ],
      }
    return undefined
  },
})
