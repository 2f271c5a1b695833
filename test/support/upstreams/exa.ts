import { standIn } from './define.ts'

const CATEGORIES = new Set([
  'company',
  'publication',
  'news',
  'personal site',
  'financial report',
  'people',
])

export default standIn({
  at: 'UPSTREAM_EXA_URL',
  settings: { EXA_API_KEY: 'exa-key' },
  answer({ path, headers, body }) {
    if (path !== '/search') return undefined
    if (headers['x-api-key'] !== 'exa-key') return new Response('{}', { status: 401 })
    const { category, excludeDomains } = JSON.parse(body) as Record<string, string | undefined>
    if (category === 'company' && excludeDomains)
      return Response.json({ error: 'excludeDomains cannot be used here' }, { status: 400 })
    if (category !== undefined && !CATEGORIES.has(category))
      return Response.json({ error: 'Invalid category' }, { status: 400 })
    return {
      requestId: 'b5947044c4b78efa9552a7c89b306d95',
      resolvedSearchType: 'neural',
      results: [
        {
          id: 'https://paywright.example',
          title: 'Paywright',
          url: 'https://paywright.example',
          publishedDate: '2025-11-03T00:00:00.000Z',
          author: '',
        },
      ],
      costDollars: { total: 0.005 },
    }
  },
})
