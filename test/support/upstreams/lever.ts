import { standIn } from './define.ts'

/** As https://github.com/lever/postings-api shows a posting. */
const POSTING = {
  id: '5ac21346-8e0c-4494-8e7a-3eb92ff77902',
  text: 'Account Executive',
  categories: { commitment: 'Full-time', department: 'Sales', location: 'Remote - EU', team: 'EU' },
  country: 'DE',
  workplaceType: 'hybrid',
  createdAt: 1_765_000_000_000,
  hostedUrl: 'https://jobs.lever.co/acme-works/5ac21346-8e0c-4494-8e7a-3eb92ff77902',
  applyUrl: 'https://jobs.lever.co/acme-works/5ac21346-8e0c-4494-8e7a-3eb92ff77902/apply',
}

export default standIn({
  at: 'UPSTREAM_LEVER_URL',
  answer: ({ path, query }) =>
    path === '/v0/postings/acme-works' && query.get('mode') === 'json'
      ? [POSTING, { ...POSTING, text: 'Analyst', categories: null, workplaceType: 'unspecified' }]
      : Response.json({ ok: false, error: 'Document not found' }, { status: 404 }),
})
