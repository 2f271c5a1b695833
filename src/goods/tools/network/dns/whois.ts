import { z } from 'zod'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { registrable } from '../../../../base/lib/domain-name.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { rdap, type RdapDomain } from '../../../../capabilities/upstreams/rdap.ts'

const instant = (when: string) => z.iso.datetime().nullable().describe(`When it ${when}.`)

export default defineTool({
  route: 'POST /api/whois',
  name: 'Whois',
  description:
    'Registration record of a domain (whois over RDAP): registrar, creation and expiry dates, ' +
    'age, status, name servers, DNSSEC.',
  asks: [
    'who owns this domain',
    'when does this domain name expire',
    'who owns this website',
    'when was the domain bought',
    'registrar',
    'until when is a domain paid',
  ],
  price: '$0.005',
  everyday: true,
  uses: { rdap },
  input: z.object({
    domain: registrable().describe('Domain such as example.com; a host or a URL is cut to it.'),
  }),
  output: z.object({
    domain: z.string().describe('The registrable domain.'),
    registered: z.boolean().describe('Whether the registry knows it.'),
    registrar: z.string().nullable().describe('Registrar of the domain.'),
    createdIso: instant('was registered'),
    updatedIso: instant('was last changed'),
    expiresIso: instant('runs out'),
    ageDays: z
      .int()
      .nullable()
      .describe('Whole days since it was registered; null if that is not known.'),
    status: z.array(z.string()).describe('Status in the registry, such as active.'),
    nameservers: z.array(z.string()).describe('Name servers.'),
    dnssec: z.boolean().nullable().describe('Whether its delegation is signed.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { domain: 'example.com' },
      output: {
        domain: 'example.com',
        registered: true,
        registrar: 'RESERVED-Internet Assigned Numbers Authority',
        createdIso: '1995-08-14T04:00:00.000Z',
        updatedIso: '2025-08-14T07:01:39.000Z',
        expiresIso: '2026-08-13T04:00:00.000Z',
        ageDays: 11097,
        status: ['client delete prohibited', 'client transfer prohibited'],
        nameservers: ['a.iana-servers.net', 'b.iana-servers.net'],
        dnssec: true,
        source: 'RDAP',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    {
      at: '2026-01-01T00:00:00Z',
      input: { domain: 'https://www.surely-free-name-4711.dev/' },
      output: {
        domain: 'surely-free-name-4711.dev',
        registered: false,
        registrar: null,
        createdIso: null,
        updatedIso: null,
        expiresIso: null,
        ageDays: null,
        status: [],
        nameservers: [],
        dnssec: null,
        source: 'RDAP',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ domain }, { rdap, now }) {
    const record = await rdap.domain(domain)
    const createdIso = eventOf(record, 'registration')
    const nameservers = (record?.nameservers ?? []).flatMap(({ ldhName }) => ldhName ?? [])
    return {
      domain,
      registered: record !== null,
      registrar: registrarOf(record),
      createdIso,
      updatedIso: eventOf(record, 'last changed'),
      expiresIso: eventOf(record, 'expiration'),
      ageDays: createdIso === null ? null : Math.floor((now() - Date.parse(createdIso)) / DAY_MS),
      status: record?.status ?? [],
      nameservers: nameservers.map((name) => name.toLowerCase().replace(/\.$/, '')),
      dnssec: record?.secureDNS?.delegationSigned ?? null,
    }
  },
})

function eventOf(record: RdapDomain | null, action: string): string | null {
  const event = record?.events?.find(({ eventAction }) => eventAction === action)
  return isoTime(Date.parse(event?.eventDate ?? ''))
}

/** The full name in the contact card of the registrar, else its handle. */
function registrarOf(record: RdapDomain | null): string | null {
  const registrar = record?.entities?.find(({ roles }) => roles?.includes('registrar'))
  if (!registrar) return null
  const rows: unknown = Array.isArray(registrar.vcardArray) ? registrar.vcardArray[1] : null
  const name = Array.isArray(rows)
    ? rows.find((row): row is string[] => Array.isArray(row) && row[0] === 'fn')?.[3]
    : null
  return typeof name === 'string' && name !== '' ? name : (registrar.handle ?? null)
}
