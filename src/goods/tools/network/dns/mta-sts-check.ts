import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { resolver } from '../../../../outside/net/resolver.ts'
import { sites } from '../../../../outside/net/sites.ts'
import { domainName } from '../../../../base/lib/domain-name.ts'
import { mtaStsOf } from './_mta-sts.ts'
import { tagsOf, textsOf } from './_records.ts'

export default defineTool({
  route: 'GET /api/mta-sts-check',
  name: 'MTA-STS check',
  description: 'MTA-STS policy, TLS reporting (TLS-RPT) and BIMI records of a mail domain.',
  asks: [
    'check MTA-STS and TLS-RPT of a domain',
    'does this mail domain have a BIMI logo',
    'is mail to this domain encrypted',
  ],
  price: '$0.002',
  uses: { resolver, sites },
  input: z.object({ domain: domainName().describe('Mail domain, such as gmail.com.') }),
  output: z.object({
    domain: z.string().describe('The domain, in lower-case ASCII.'),
    mtaSts: z
      .object({
        found: z.boolean().describe('Whether there is a record, and a policy that can be fetched.'),
        record: z.string().nullable().describe('The record as published.'),
        id: z.string().nullable().describe('Version of the policy.'),
        mode: z.string().nullable().describe('enforce, testing or none.'),
        maxAgeSeconds: z
          .int()
          .nullable()
          .describe('How long the policy may be cached, in seconds.'),
        mx: z.array(z.string()).describe('Hosts that the policy allows.'),
      })
      .describe('The MTA-STS policy.'),
    tlsRpt: z
      .object({
        found: z.boolean().describe('Whether there is a record.'),
        record: z.string().nullable().describe('The record as published.'),
        rua: z.array(z.string()).describe('Addresses for reports.'),
      })
      .describe('The TLS-RPT record, which asks for reports.'),
    bimi: z
      .object({
        found: z.boolean().describe('Whether there is a record.'),
        record: z.string().nullable().describe('The record as published.'),
        logoUrl: z.string().nullable().describe('Address of the logo.'),
        authorityUrl: z.string().nullable().describe('Address of the mark certificate.'),
      })
      .describe('The BIMI record, which names a logo.'),
    problems: z.array(z.string()).describe('Problems in words; empty if there are none.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { domain: 'gmail.com' },
      output: {
        untrustedContent: true,
        domain: 'gmail.com',
        mtaSts: {
          found: true,
          record: 'v=STSv1; id=20190429T010101;',
          id: '20190429T010101',
          mode: 'enforce',
          maxAgeSeconds: 86400,
          mx: ['gmail-smtp-in.l.google.com', '*.gmail-smtp-in.l.google.com'],
        },
        tlsRpt: {
          found: true,
          record: 'v=TLSRPTv1;rua=mailto:sts-reports@google.com',
          rua: ['mailto:sts-reports@google.com'],
        },
        bimi: { found: false, record: null, logoUrl: null, authorityUrl: null },
        problems: ['max_age is less than a week.'],
        source: 'DNS, mta-sts.gmail.com',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ domain }, { resolver, sites }) {
    const [{ mtaSts, problems }, reports, logos] = await Promise.all([
      mtaStsOf({ resolver, sites }, domain),
      textsOf(resolver, `_smtp._tls.${domain}`),
      textsOf(resolver, `default._bimi.${domain}`),
    ])
    const tlsRpt = reports.find((text) => /^v=TLSRPTv1\s*(;|$)/.test(text)) ?? null
    const bimi = logos.find((text) => /^v=BIMI1\s*(;|$)/.test(text)) ?? null
    const rua = (tagsOf(tlsRpt ?? '').get('rua') ?? '').split(',')
    const logo = tagsOf(bimi ?? '')
    return {
      domain,
      mtaSts,
      tlsRpt: {
        found: tlsRpt !== null,
        record: tlsRpt,
        rua: rua.flatMap((uri) => uri.trim() || []),
      },
      bimi: {
        found: bimi !== null,
        record: bimi,
        logoUrl: logo.get('l') || null,
        authorityUrl: logo.get('a') || null,
      },
      problems: [
        ...problems,
        ...(tlsRpt === null ? ['There is no TLS-RPT record: failures are not reported.'] : []),
      ],
    }
  },
})
