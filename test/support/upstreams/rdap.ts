import { standIn } from './define.ts'

const BOOTSTRAP = {
  description: 'RDAP bootstrap file for Domain Name System registrations',
  publication: '2026-01-01T00:00:00Z',
  services: [
    [['com', 'net'], ['https://registry.example/com/v1/']],
    [['dev'], ['https://registry.example/dev/']],
    [['limited'], ['https://registry.example/limited/']],
  ],
  version: '1.0',
}

const EXAMPLE = {
  objectClassName: 'domain',
  handle: '2336799_DOMAIN_COM-VRSN',
  ldhName: 'EXAMPLE.COM',
  status: ['client delete prohibited', 'client transfer prohibited'],
  entities: [
    {
      objectClassName: 'entity',
      handle: '376',
      roles: ['registrar'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', 'RESERVED-Internet Assigned Numbers Authority'],
        ],
      ],
    },
  ],
  events: [
    { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
    { eventAction: 'expiration', eventDate: '2026-08-13T04:00:00Z' },
    { eventAction: 'last changed', eventDate: '2025-08-14T07:01:39Z' },
    { eventAction: 'last update of RDAP database', eventDate: '2026-01-01T00:00:00Z' },
  ],
  secureDNS: { delegationSigned: true },
  nameservers: [
    { objectClassName: 'nameserver', ldhName: 'A.IANA-SERVERS.NET' },
    { objectClassName: 'nameserver', ldhName: 'B.IANA-SERVERS.NET' },
  ],
}

const BY_PATH: Readonly<Record<string, unknown>> = {
  '/rdap/dns.json': BOOTSTRAP,
  '/com/v1/domain/example.com': EXAMPLE,
  // Odd on purpose: wrong types, dates that are none.
  '/com/v1/domain/odd.com': {
    objectClassName: 'domain',
    ldhName: 5,
    status: 'active',
    events: [{ eventAction: 'registration', eventDate: 'long ago' }],
    entities: [{ roles: ['registrar'], vcardArray: ['vcard', 'nonsense'] }],
    nameservers: [{}],
  },
  // The registry refuses, and the fallback knows.
  '/limited/domain/shop.limited': new Response('slow down', { status: 429 }),
  '/domain/shop.limited': { objectClassName: 'domain', ldhName: 'shop.limited' },
}

export default standIn({
  at: 'UPSTREAM_RDAP_URL',
  answer({ path }) {
    const said = BY_PATH[path]
    return said instanceof Response ? said.clone() : said
  },
})
