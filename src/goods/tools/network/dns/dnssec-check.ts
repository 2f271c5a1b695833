import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { googleDns, type DohAnswer } from '../../../../capabilities/upstreams/public-resolvers.ts'
import { domainName } from '../../../../base/lib/domain-name.ts'

const DS = 43
const DNSKEY = 48
const KEY_SIGNING = 1

const ALGORITHMS: Readonly<Record<number, string>> = {
  1: 'RSAMD5',
  3: 'DSA',
  5: 'RSASHA1',
  6: 'DSA-NSEC3-SHA1',
  7: 'RSASHA1-NSEC3-SHA1',
  8: 'RSASHA256',
  10: 'RSASHA512',
  12: 'ECC-GOST',
  13: 'ECDSAP256SHA256',
  14: 'ECDSAP384SHA384',
  15: 'ED25519',
  16: 'ED448',
}
/** RFC 8624 and RFC 9905 forbid signing with these. */
const WEAK = new Set([1, 3, 5, 6, 7, 12])
const SHA1_DIGEST = 1

export default defineTool({
  route: 'GET /api/dnssec-check',
  name: 'DNSSEC check',
  description:
    'Whether the DNS answers of a domain are signed with DNSSEC and validate: DS and DNSKEY records.',
  asks: [
    'is DNSSEC enabled for a domain',
    'validate the DNSSEC chain',
    'is the domain signed',
    'are DNS answers protected',
  ],
  price: '$0.002',
  uses: { googleDns },
  input: z.object({ domain: domainName().describe('Domain name, such as cloudflare.com.') }),
  output: z.object({
    domain: z.string().describe('The domain, in lower-case ASCII.'),
    signed: z
      .boolean()
      .describe('It has keys for which its parent has a DS record, or lies in a zone that has.'),
    validated: z.boolean().describe('Whether a validating resolver has validated its chain.'),
    ds: z
      .array(
        z.object({
          keyTag: z.int().describe('Key tag (RFC 4034).'),
          algorithm: z.string().describe('Name of the signing algorithm.'),
          digestType: z.int().describe('Number of the digest algorithm.'),
          digest: z.string().describe('Digest of the key as hex.'),
        }),
      )
      .describe('Digests of keys at the parent zone.'),
    dnskey: z
      .array(
        z.object({
          role: z.enum(['KSK', 'ZSK']).describe('KSK signs keys, ZSK signs records.'),
          algorithm: z.string().describe('Name of the signing algorithm.'),
        }),
      )
      .describe('Keys of the zone.'),
    problems: z.array(z.string()).describe('Problems in words; empty if there are none.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { domain: 'cloudflare.com' },
      output: {
        domain: 'cloudflare.com',
        signed: true,
        validated: true,
        ds: [
          {
            keyTag: 2371,
            algorithm: 'ECDSAP256SHA256',
            digestType: 2,
            digest: '32996839A6D808AFE3EB4A795A0E6A7A39A76FC52FF228B22B76F6D63826F2B9',
          },
        ],
        dnskey: [
          { role: 'KSK', algorithm: 'ECDSAP256SHA256' },
          { role: 'ZSK', algorithm: 'ECDSAP256SHA256' },
        ],
        problems: [],
        source: 'Google Public DNS',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ domain }, { googleDns }) {
    // A broken chain answers SERVFAIL, unless the check is disabled.
    const [address, parent, keys] = await Promise.all([
      googleDns.ask(domain, 'A').catch(unlessFailed),
      googleDns.ask(domain, 'DS', { unchecked: true }),
      googleDns.ask(domain, 'DNSKEY', { unchecked: true }).catch(unlessFailed),
    ])
    const ds = rowsOf(parent, DS).map(
      ([keyTag = '', algorithm = '', digestType = '', ...digest]) => ({
        keyTag: Number(keyTag),
        algorithm: Number(algorithm),
        digestType: Number(digestType),
        digest: digest.join('').toUpperCase(),
      }),
    )
    const dnskey = rowsOf(keys, DNSKEY).map(([flags = '', , algorithm = '']) => ({
      role: (Number(flags) & KEY_SIGNING) === KEY_SIGNING ? ('KSK' as const) : ('ZSK' as const),
      algorithm: Number(algorithm),
    }))
    const validated = address?.authentic ?? false
    const signed = validated || (ds.length > 0 && dnskey.length > 0)
    const used = new Set([...ds, ...dnskey].map(({ algorithm }) => algorithm))
    return {
      domain,
      signed,
      validated,
      ds: ds.map((row) => ({ ...row, algorithm: nameOf(row.algorithm) })),
      dnskey: dnskey.map(({ role, algorithm }) => ({ role, algorithm: nameOf(algorithm) })),
      problems: [
        ...(signed || dnskey.length > 0 ? [] : ['It is not signed.']),
        ...(ds.length === 0 && dnskey.length > 0 && !validated
          ? ['It has keys, but no DS record at its parent, so nobody validates them.']
          : []),
        ...(ds.length > 0 && !validated
          ? [
              'Its parent says that it is signed, but it does not validate: many users cannot reach it.',
            ]
          : []),
        ...Array.from(used)
          .filter((algorithm) => WEAK.has(algorithm))
          .map((algorithm) => `It uses ${nameOf(algorithm)}, which is withdrawn.`),
        ...(ds.some(({ digestType }) => digestType === SHA1_DIGEST)
          ? ['A DS record has a SHA-1 digest.']
          : []),
      ],
    }
  },
})

const nameOf = (algorithm: number): string => ALGORITHMS[algorithm] ?? `algorithm ${algorithm}`

/** The resolver may refuse to answer what does not validate; that is a result too. */
function unlessFailed(thrown: unknown): null {
  if (thrown instanceof Fault && /status \d+/.test(thrown.message)) return null
  throw thrown
}

const rowsOf = (answer: DohAnswer | null, type: number): string[][] =>
  (answer?.records ?? [])
    .filter((record) => record.type === type)
    .map(({ data }) => data.trim().split(/\s+/))
