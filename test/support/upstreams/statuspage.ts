import { standIn } from './define.ts'

/** www.githubstatus.com/api: `GET /api/v2/summary.json` of Atlassian Statuspage. */
const SUMMARY = {
  page: {
    id: 'kctbh9vrtdwd',
    name: 'GitHub',
    url: 'https://www.githubstatus.com',
    time_zone: 'Etc/UTC',
    updated_at: '2026-01-20T12:34:56.789Z',
  },
  components: [
    {
      id: '8l4ygp009s5s',
      name: 'Git Operations',
      status: 'degraded_performance',
      group: false,
      only_show_if_degraded: false,
    },
    { id: 'g', name: 'All', status: 'operational', group: true },
  ],
  incidents: [
    {
      id: 'abc',
      name: 'Slow pushes',
      status: 'investigating',
      impact: 'minor',
      created_at: '2026-01-20T12:00:00.000Z',
      updated_at: '2026-01-20T12:30:00.000Z',
      shortlink: 'https://stspg.io/abc',
      incident_updates: [
        { id: '2', status: 'investigating', body: 'We continue to look.' },
        { id: '1', status: 'investigating', body: 'We are looking.' },
      ],
    },
  ],
  scheduled_maintenances: [],
  status: { indicator: 'minor', description: 'Partially Degraded Service' },
}

export default standIn({
  at: 'UPSTREAM_STATUSPAGE_URL',
  answer: ({ path }) => (path === '/api/v2/summary.json' ? SUMMARY : undefined),
})
