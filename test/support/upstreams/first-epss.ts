import { standIn } from './define.ts'

/** api.first.org/epss: numbers are text. */
export default standIn({
  at: 'UPSTREAM_FIRST_EPSS_URL',
  answer({ path, query }) {
    if (path !== '/data/v1/epss') return undefined
    const isScored = query.get('cve') === 'CVE-2021-44228'
    const scored = {
      cve: 'CVE-2021-44228',
      epss: '0.944730000',
      percentile: '0.999950000',
      date: '2026-01-20',
    }
    return {
      status: 'OK',
      'status-code': 200,
      version: '1.0',
      access: 'public',
      total: isScored ? 1 : 0,
      offset: 0,
      limit: 100,
      data: isScored ? [scored] : [],
    }
  },
})
