import { standIn } from './define.ts'

/** As `output=json` answers. */
const ROWS = [
  {
    issuer_ca_id: 286236,
    issuer_name: 'C=US, O=DigiCert Inc, CN=DigiCert Global G3 TLS ECC SHA384 2020 CA1',
    common_name: '*.example.com',
    name_value: '*.example.com\nexample.com',
    id: 16308010000,
    entry_timestamp: '2025-01-15T00:02:03.123',
    not_before: '2025-01-15T00:00:00',
    not_after: '2026-01-15T23:59:59',
    serial_number: '0ad893bafa68b0b7fb7a404f06ecaf9a',
    result_count: 3,
  },
  {
    issuer_ca_id: 185752,
    issuer_name: 'C=US, O=DigiCert Inc, CN=DigiCert TLS RSA SHA256 2020 CA1',
    common_name: 'dev.example.com',
    name_value: 'dev.example.com\nDEV.example.com\nuser@example.com\nnot-example.com',
    id: 8000000000,
    entry_timestamp: null,
    not_before: '2024-06-01T00:00:00',
    not_after: '2026-06-01T00:00:00',
    serial_number: '01',
    result_count: 2,
  },
]

export default standIn({
  at: 'UPSTREAM_CRT_SH_URL',
  answer: ({ query }) =>
    query.get('output') !== 'json' ? undefined : query.get('q') === '%.example.com' ? ROWS : [],
})
