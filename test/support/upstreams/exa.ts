import { standIn } from './define.ts'

const CATEGORIES = new Set([
  'company',
  'publication',
  'news',
  'personal site',
  'financial report',
  'people',
])

/** As https://docs.exa.ai/reference/search answers with `contents: { summary: true }`. */
const COMPANIES = {
  requestId: 'c5',
  results: [
    {
      id: 'https://www.adyen.example/',
      title: 'Adyen',
      url: 'https://www.adyen.example/',
      summary: 'Payments for businesses.',
      score: 0.81,
    },
    { id: 'https://pay.example/', title: null, url: 'https://pay.example/', summary: '' },
  ],
}

const wantsSummaries = (body: string): boolean => {
  const { category, contents } = JSON.parse(body) as Record<string, unknown>
  return category === 'company' && JSON.stringify(contents) === '{"summary":true}'
}

interface Similar {
  readonly url: string
  readonly numResults: number
  readonly excludeSourceDomain: boolean
}

function similar({ url, numResults, excludeSourceDomain }: Similar): unknown {
  if (url.includes('unknown'))
    return Response.json({ error: 'Could not crawl the URL' }, { status: 400 })
  const others = [
    { id: 'a', title: 'Adyen', url: 'https://www.adyen.example/', author: 'Adyen' },
    {
      id: 'b',
      title: null,
      url: 'https://pay.example/',
      publishedDate: '2025-01-02T00:00:00.000Z',
    },
  ]
  const own = { id: 'c', title: 'Itself', url: `${url}docs` }
  return { results: (excludeSourceDomain ? others : [own, ...others]).slice(0, numResults) }
}

export default standIn({
  at: 'UPSTREAM_EXA_URL',
  settings: { EXA_API_KEY: 'exa-key' },
  answer({ path, headers, body }) {
    if (headers['x-api-key'] !== 'exa-key') return new Response('{}', { status: 401 })
    if (wantsSummaries(body)) {
      const { url, query } = JSON.parse(body) as Record<string, string | undefined>
      if (url?.includes('unknown')) return Response.json({ error: 'no' }, { status: 400 })
      return query?.includes('zzzz') ? { requestId: 'd', results: [] } : COMPANIES
    }
    if (path === '/findSimilar') return similar(JSON.parse(body) as Similar)
    if (path !== '/search') return undefined
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
