import { standIn } from './define.ts'

export default standIn({
  at: 'UPSTREAM_CERT_SPOTTER_URL',
  answer: ({ path, query }) =>
    path !== '/v1/issuances'
      ? undefined
      : query.has('after')
        ? []
        : [
            {
              id: '4321',
              tbs_sha256: 'aa',
              dns_names: ['example.com', 'www.example.com'],
              issuer: { friendly_name: 'DigiCert', name: 'C=US, O=DigiCert Inc, CN=DigiCert CA' },
              not_before: '2025-01-15T00:00:00Z',
              not_after: '2026-01-15T23:59:59-00:00',
              revoked: false,
            },
          ],
})
