import { standIn } from './define.ts'

/** https://www.imf.org/external/datamapper/api/help: no values at all for what is unknown. */
const api = { version: '1', 'output-method': 'json' }

export default standIn({
  at: 'UPSTREAM_IMF_URL',
  settings: { IMF_AGREED: 'true' },
  answer: ({ path }) =>
    path === '/external/datamapper/api/v1/NGDP_RPCH/USA'
      ? { values: { NGDP_RPCH: { USA: { '2024': 2.8, '2025': 2, '2026': 2.1 } } }, api }
      : { api },
})
