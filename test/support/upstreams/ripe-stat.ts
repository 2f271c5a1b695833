import { standIn } from './define.ts'

const BY_CALL: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'prefix-overview': {
    '1.1.1.1': {
      is_less_specific: true,
      announced: true,
      asns: [{ asn: 13335, holder: 'CLOUDFLARENET - Cloudflare, Inc.' }],
      related_prefixes: [],
      resource: '1.1.1.0/24',
      type: 'prefix',
      block: { resource: '1.0.0.0/8', desc: 'APNIC', name: 'IANA IPv4 Address Space Registry' },
      actual_num_related: 0,
    },
    '8.8.8.8': {
      announced: true,
      asns: [{ asn: 15169, holder: 'GOOGLE - Google LLC' }],
      resource: '8.8.8.0/24',
      type: 'prefix',
    },
    '93.184.215.14': { announced: false, asns: [], resource: '93.184.215.14/32', type: 'prefix' },
  },
  'as-overview': {
    AS13335: {
      type: 'as',
      resource: '13335',
      announced: true,
      holder: 'CLOUDFLARENET - Cloudflare, Inc.',
      block: { resource: '13312-18431', desc: 'Assigned by ARIN', name: 'IANA 16-bit AS Numbers' },
    },
  },
  'announced-prefixes': {
    AS13335: {
      resource: '13335',
      prefixes: [
        { prefix: '1.1.1.0/24', timelines: [] },
        { prefix: '2606:4700::/44', timelines: [] },
      ],
    },
  },
  whois: {
    AS13335: {
      resource: '13335',
      authorities: ['arin'],
      records: [
        [
          { key: 'ASNumber', value: '13335', details_link: null },
          { key: 'ASName', value: 'CLOUDFLARENET', details_link: null },
          { key: 'RegDate', value: '2010-07-14', details_link: null },
          { key: 'Country', value: 'US', details_link: null },
        ],
      ],
      irr_records: [],
    },
  },
  'maxmind-geo-lite': {
    '8.8.8.8': {
      resource: '8.8.8.8',
      located_resources: [
        {
          resource: '8.8.8.0/24',
          locations: [
            {
              country: 'US',
              city: '',
              resources: ['8.8.8.0/24'],
              latitude: 37.751,
              longitude: -97.822,
              covered_percentage: 100,
            },
          ],
        },
      ],
    },
  },
}

/** What nobody announces is an answer too. */
const UNKNOWN: Readonly<Record<string, (resource: string) => unknown>> = {
  'prefix-overview': (resource) => ({ announced: false, asns: [], resource, type: 'prefix' }),
  'as-overview': (resource) => ({ announced: false, holder: null, resource, type: 'as' }),
}

export default standIn({
  at: 'UPSTREAM_RIPE_STAT_URL',
  answer({ path, query }) {
    const [, , call = ''] = path.split('/')
    const resource = query.get('resource') ?? ''
    const data = BY_CALL[call]?.[resource] ?? UNKNOWN[call]?.(resource) ?? {}
    return { status: 'ok', status_code: 200, messages: [], version: '1.3', data }
  },
})
