import { standIn } from './define.ts'

/** https://alternative.me/crypto/fear-and-greed-index/#api: every value is a text. */
const day = (value: string, label: string, date: string, more: object = {}) => ({
  value,
  value_classification: label,
  timestamp: String(Date.parse(`${date}T00:00:00Z`) / 1_000),
  ...more,
})

export default standIn({
  at: 'UPSTREAM_ALTERNATIVE_ME_URL',
  answer: ({ path, query }) =>
    path === '/fng/'
      ? {
          name: 'Fear and Greed Index',
          data: [
            day('21', 'Extreme Fear', '2025-12-31', { time_until_update: '36000' }),
            day('23', 'Extreme Fear', '2025-12-30'),
            day('30', 'Fear', '2025-12-29'),
          ].slice(0, Number(query.get('limit'))),
          metadata: { error: null },
        }
      : undefined,
})
