import { standIn } from './define.ts'

export default standIn({
  at: 'UPSTREAM_TOR_PROJECT_URL',
  answer: ({ path }) =>
    path === '/torbulkexitlist' ? new Response('185.220.101.1\n185.220.101.2\n') : undefined,
})
