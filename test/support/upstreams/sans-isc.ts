import { standIn } from './define.ts'

const TOLD: Readonly<Record<string, unknown>> = {
  '185.220.101.1': {
    number: '185.220.101.1',
    count: '1842',
    attacks: 310,
    maxdate: '2025-12-30',
    mindate: '2019-04-02',
    updated: '2025-12-31 02:15:00',
    comment: null,
    maxrisk: 9,
    asabusecontact: 'abuse@example.net',
    as: 60729,
    asname: 'TORSERVERS-NET',
    ascountry: 'DE',
    threatfeeds: {
      blocklistde22: { lastseen: '2025-12-29', firstseen: '2021-01-04' },
      torexit: { lastseen: '2025-12-31', firstseen: '2018-01-01' },
    },
  },
}

export default standIn({
  at: 'UPSTREAM_SANS_ISC_URL',
  answer({ path }) {
    const ip = path.replace('/api/ip/', '')
    const nothing = { number: ip, count: null, attacks: null, maxdate: null, mindate: null }
    return { ip: TOLD[ip] ?? nothing }
  },
})
