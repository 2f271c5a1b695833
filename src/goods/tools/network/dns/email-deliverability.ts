import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { resolver, type MailExchange } from '../../../../outside/net/resolver.ts'
import { sites } from '../../../../outside/net/sites.ts'
import { dkimOf, type Dkim } from './_dkim.ts'
import { dmarcOf, type Dmarc } from './_dmarc.ts'
import { domainName } from '../../../../base/lib/domain-name.ts'
import { mtaStsOf } from './_mta-sts.ts'
import { selector } from './_selector.ts'
import { evaluateSpf } from './_spf.ts'
import { SPF_RESULTS, type Spf } from './_spf-result.ts'

const SELECTORS_MAX = 10
/** Common selectors of large senders, tried if none are given. */
const USUAL_SELECTORS = ['default', 'google', 'selector1', 'selector2', 'k1', 's1', 'dkim', 'mail']

const problems = z.array(z.string()).describe('Problems in words; empty if there are none.')

export default defineTool({
  route: 'GET /api/email-deliverability',
  name: 'Email deliverability',
  description:
    'Graded mail set-up of a domain: MX, SPF, DKIM, DMARC and MTA-STS, with what to fix.',
  asks: [
    'why do my emails end up in spam',
    'test the email setup of my domain',
    'why do our mails land in spam',
    'will our newsletter arrive',
    'is our mail set up right',
  ],
  price: '$0.004',
  uses: { resolver, sites },
  input: z.object({
    domain: domainName().describe('Mail domain, such as example.com.'),
    selectors: line(500)
      .optional()
      .describe(
        `DKIM selectors, separated by commas, ${SELECTORS_MAX} at most; without them, usual ones.`,
      ),
  }),
  output: z.object({
    domain: z.string().describe('The domain, in lower-case ASCII.'),
    mx: z
      .array(
        z.object({
          exchange: z.string().describe('Host that accepts mail.'),
          priority: z.int().describe('The lowest is tried first.'),
        }),
      )
      .describe('Hosts that take mail.'),
    spf: z
      .object({
        record: z.string().nullable().describe('The record as published.'),
        result: z.enum(SPF_RESULTS).describe('Result for an address that is not named.'),
        lookups: z.int().describe('DNS look-ups that it needs; at most 10 are allowed.'),
        problems,
      })
      .describe('SPF record and its result.'),
    dmarc: z
      .object({
        found: z.boolean().describe('Whether there is a record.'),
        record: z.string().nullable().describe('The record as published.'),
        policy: z.string().nullable().describe('The policy: none, quarantine or reject.'),
        problems,
      })
      .describe('DMARC record and policy.'),
    dkim: z
      .array(
        z.object({
          selector: z.string().describe('Selector of the key.'),
          keyType: z.string().nullable().describe('Kind of key, such as rsa.'),
          keyBits: z.int().nullable().describe('Size of the key in bits; null if unknown.'),
          problems,
        }),
      )
      .describe('One row for each selector that was found.'),
    mtaSts: z
      .object({
        found: z.boolean().describe('Whether there is a policy.'),
        mode: z.string().nullable().describe('Mode of the policy: enforce, testing or none.'),
        problems,
      })
      .describe('MTA-STS policy.'),
    grade: z.enum(['A', 'B', 'C', 'D', 'F']).describe('Grade, A to F.'),
    fixes: z.array(z.string()).describe('What to fix, the most important first.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { domain: 'example.com', selectors: 'default' },
      output: {
        untrustedContent: true,
        domain: 'example.com',
        mx: [{ exchange: '', priority: 0 }],
        spf: { record: 'v=spf1 -all', result: 'fail', lookups: 0, problems: [] },
        dmarc: {
          found: true,
          record: 'v=DMARC1;p=reject;sp=reject;adkim=s;aspf=s',
          policy: 'reject',
          problems: ['It requests no reports (rua).'],
        },
        dkim: [{ selector: 'default', keyType: 'ed25519', keyBits: 256, problems: [] }],
        mtaSts: {
          found: false,
          mode: null,
          problems: ['There is no MTA-STS record: mail may be read in transit.'],
        },
        grade: 'A',
        fixes: ['DMARC: It requests no reports (rua).'],
        source: 'DNS',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
    { input: { domain: 'example.com' } },
  ],

  async run({ domain, selectors }, { resolver, sites }) {
    const names = selectorsOf(selectors)
    const mx = await resolver.resolve(domain, 'MX')
    const [spf, dmarc, { mtaSts, problems }, keys] = await Promise.all([
      evaluateSpf(resolver, domain, null),
      dmarcOf(resolver, domain),
      mtaStsOf({ resolver, sites }, domain),
      Promise.all(names.map((name) => dkimOf(resolver, domain, name))),
    ])
    const dkim = selectors === undefined ? keys.filter(({ found }) => found) : keys
    return {
      domain,
      mx,
      spf: {
        record: spf.record,
        result: spf.result,
        lookups: spf.lookups,
        problems: [...spf.problems],
      },
      dmarc: {
        found: dmarc.found,
        record: dmarc.record,
        policy: dmarc.policy,
        problems: dmarc.problems,
      },
      dkim: dkim.map(({ selector, keyType, keyBits, problems }) => ({
        selector,
        keyType,
        keyBits,
        problems,
      })),
      mtaSts: { found: mtaSts.found, mode: mtaSts.mode, problems },
      ...gradeOf({ mx, spf, dmarc, dkim, mtaSts: { ...mtaSts, problems } }),
    }
  },
})

function selectorsOf(text: string | undefined): readonly string[] {
  const names = (text ?? '').split(',').flatMap((name) => name.trim() || [])
  if (names.length > SELECTORS_MAX) throw badInput(`selectors: must be at most ${SELECTORS_MAX}.`)
  const odd = names.find((name) => !selector().safeParse(name).success)
  if (odd !== undefined)
    throw badInput(`selectors: ${JSON.stringify(odd.slice(0, 50))} must be like default or s1.`)
  return names.length > 0 ? names : USUAL_SELECTORS
}

interface Findings {
  readonly mx: readonly MailExchange[]
  readonly spf: Spf
  readonly dmarc: Dmarc
  readonly dkim: readonly Dkim[]
  readonly mtaSts: { readonly found: boolean; readonly problems: readonly string[] }
}

/** Points out of a hundred. Checks that a domain without mail does not need count as passed. */
function gradeOf({ mx, spf, dmarc, dkim, mtaSts }: Findings) {
  // RFC 7505: a single dot says that no mail is accepted.
  const isNull = mx.length === 1 && mx[0]?.exchange === ''
  const takesMail = mx.length > 0 && !isNull
  const sendsMail = spf.record?.trim().toLowerCase() !== 'v=spf1 -all'
  const keys = dkim.filter(({ found, keyBits }) => found && keyBits !== null)
  const score =
    (mx.length > 0 ? 15 : 0) +
    spfPoints(spf) +
    dmarcPoints(dmarc) +
    (keys.length > 0 || !sendsMail ? 20 : 0) +
    (mtaSts.found || !takesMail ? 10 : 0)
  const grade = score >= 90 ? 'A' : score >= 75 ? 'B' : score >= 55 ? 'C' : score >= 35 ? 'D' : 'F'
  const fixes = [
    ...(mx.length === 0
      ? ['MX: there is none; name mail servers, or a single dot for no mail.']
      : []),
    ...(spf.record === null ? ['SPF: there is no record; publish one that ends in -all.'] : []),
    ...spf.problems.map((problem) => `SPF: ${problem}`),
    ...dmarc.problems.map((problem) => `DMARC: ${problem}`),
    ...(keys.length === 0 && sendsMail ? ['DKIM: no key was found under these selectors.'] : []),
    ...dkim
      .filter(({ found }) => found)
      .flatMap((key) => key.problems.map((problem) => `DKIM ${key.selector}: ${problem}`)),
    ...(takesMail ? mtaSts.problems.map((problem) => `MTA-STS: ${problem}`) : []),
  ]
  return { grade, fixes } as const
}

const SPF_POINTS: Readonly<Record<string, number>> = { fail: 25, softfail: 22, neutral: 10 }

const spfPoints = ({ record, result }: Spf): number =>
  record === null ? 0 : (SPF_POINTS[result] ?? 0)

const DMARC_POINTS: Readonly<Record<string, number>> = { reject: 30, quarantine: 25, none: 10 }

const dmarcPoints = ({ found, policy }: Dmarc): number =>
  found ? (DMARC_POINTS[policy ?? ''] ?? 0) : 0
