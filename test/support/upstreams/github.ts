import { standIn } from './define.ts'

/** docs.github.com/rest: repositories, releases, search. */
const NODE = {
  id: 27_193_779,
  full_name: 'nodejs/node',
  private: false,
  html_url: 'https://github.com/nodejs/node',
  description: 'Node.js JavaScript runtime',
  stargazers_count: 110_000,
  forks_count: 31_000,
  open_issues_count: 2_200,
  license: { key: 'other', name: 'Other', spdx_id: 'NOASSERTION', url: null },
  language: 'JavaScript',
  topics: ['javascript', 'nodejs'],
  pushed_at: '2026-01-20T10:00:00Z',
  archived: false,
}

const X402 = {
  ...NODE,
  full_name: 'coinbase/x402',
  html_url: 'https://github.com/coinbase/x402',
  description: null,
  stargazers_count: 5_000,
  license: { key: 'apache-2.0', name: 'Apache License 2.0', spdx_id: 'Apache-2.0' },
  language: null,
  topics: [],
}

const RELEASE = {
  id: 1,
  tag_name: 'v24.13.0',
  name: '2026-01-13, Version 24.13.0',
  draft: false,
  prerelease: false,
  created_at: '2026-01-13T08:00:00Z',
  published_at: '2026-01-13T09:00:00Z',
  body: '### Notable changes\r\n* security fixes',
  assets: [
    {
      id: 2,
      name: 'node-v24.13.0.tar.gz',
      size: 90_000_000,
      download_count: 1_234,
      browser_download_url: 'https://github.com/nodejs/node/releases/download/a/node.tar.gz',
    },
  ],
}

const LIMITED = {
  message: "API rate limit exceeded for 192.0.2.1. (But here's the good news: ...)",
  documentation_url: 'https://docs.github.com/rest',
}

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/repos/nodejs/node': NODE,
  '/repos/nodejs/node/languages': { JavaScript: 40_000_000, 'C++': 9_000_000 },
  '/repos/nodejs/node/releases/latest': RELEASE,
  '/repos/nodejs/node/releases': [{ ...RELEASE, prerelease: true, body: null }, RELEASE],
  '/repos/coinbase/x402': X402,
  '/repos/coinbase/x402/languages': {},
  '/repos/coinbase/x402/releases': [],
}

export default standIn({
  at: 'UPSTREAM_GITHUB_URL',
  answer({ path, query }) {
    if (path === '/repos/limited/limited')
      return Response.json(LIMITED, {
        status: 403,
        headers: {
          date: 'Tue, 20 Jan 2026 10:00:00 GMT',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(Date.parse('2026-01-20T10:30:00Z') / 1_000),
        },
      })
    if (path === '/repos/nodejs/node/releases')
      return (ANSWERS[path] as unknown[]).slice(0, Number(query.get('per_page')))
    if (path === '/search/repositories') {
      const q = query.get('q') ?? ''
      if (q.includes('repo:nobody'))
        return Response.json({ message: 'Validation Failed' }, { status: 422 })
      const items = q.includes('x402') ? [X402] : []
      return { total_count: items.length, incomplete_results: false, items }
    }
    return ANSWERS[path] ?? Response.json({ message: 'Not Found' }, { status: 404 })
  },
})
