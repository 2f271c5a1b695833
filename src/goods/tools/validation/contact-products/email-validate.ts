import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { resolver, type Resolver } from '../../../../outside/net/resolver.ts'
import { kindOfDomain, readAddress, ROLES, suggestedDomain } from './_email.ts'

export default defineTool({
  route: 'GET /api/email-validate',
  name: 'E-mail address check',
  description:
    'Can an e-mail address receive mail? Syntax, mail servers of the domain, disposable, relay, ' +
    'role and free addresses, and a hint at typing errors.',
  asks: [
    'is this signup address a throwaway mailbox',
    'spot a typing error in an email address such as gmial.com',
    'is this e-mail address real',
    'throw-away mailbox',
    'typing mistake in an address',
  ],
  price: '$0.002',
  uses: { resolver },
  input: z.object({ email: line(254).min(1).describe('The address, up to 254 characters.') }),
  output: z.object({
    email: z.string(),
    valid: z
      .boolean()
      .describe(
        'Whether its syntax is right and its domain accepts mail. The mailbox is not checked.',
      ),
    syntax: z.boolean(),
    problem: z.string().nullable().describe('First problem.'),
    domainExists: z.boolean().nullable(),
    mx: z.array(z.string()).describe('Mail servers, the preferred one first; at most 20.'),
    disposable: z.boolean().nullable(),
    relay: z
      .boolean()
      .nullable()
      .describe('Whether the service forwards mail to a real address that it hides.'),
    roleAddress: z
      .boolean()
      .nullable()
      .describe('Whether it belongs to a role, not to a person, such as info@.'),
    freeProvider: z.boolean().nullable(),
    suggestion: z.string().nullable().describe('Address that may be meant.'),
    normalized: z.string().nullable().describe('Address with its domain in lower case and ASCII.'),
  }),
  examples: [
    { input: { email: 'ada@gmial.com' } },
    {
      input: { email: 'ada@@example.com' },
    },
  ],

  async run({ email }, { resolver }) {
    const read = readAddress(email)
    if ('problem' in read) return { ...NOTHING, email, problem: read.problem }
    const domain = domainToASCII(read.domain)
    const [mail, kind] = await Promise.all([mailOf(resolver, domain), kindOfDomain(domain)])
    const meant = suggestedDomain(domain)
    const takesMail = mail.mx.length > 0
    return {
      email,
      valid: takesMail,
      syntax: true,
      problem: takesMail ? null : mail.problem,
      domainExists: mail.exists,
      mx: mail.mx.slice(0, MX_MAX),
      disposable: kind === 'disposable',
      relay: kind === 'relay',
      roleAddress: ROLES.has(read.local.toLowerCase().replace(/\+.*$/, '')),
      freeProvider: kind === 'free',
      suggestion: meant === undefined ? null : `${read.local}@${meant}`,
      normalized: `${read.local}@${domain}`,
    }
  },
})

const MX_MAX = 20

const NOTHING = {
  valid: false,
  syntax: false,
  domainExists: null,
  mx: [],
  disposable: null,
  relay: null,
  roleAddress: null,
  freeProvider: null,
  suggestion: null,
  normalized: null,
} as const

interface Mail {
  readonly exists: boolean
  readonly mx: readonly string[]
  readonly problem: string | null
}

/** RFC 5321: without MX, the address of the domain itself; RFC 7505: a null MX accepts no mail. */
async function mailOf(dns: Resolver, domain: string): Promise<Mail> {
  try {
    const found = await dns.resolve(domain, 'MX')
    if (found.length === 1 && found[0]?.exchange === '')
      return { exists: true, mx: [], problem: 'the domain says that it accepts no mail' }
    if (found.length > 0)
      return { exists: true, mx: found.map(({ exchange }) => exchange), problem: null }
    const addresses = [...(await dns.resolve(domain, 'A')), ...(await dns.resolve(domain, 'AAAA'))]
    if (addresses.length > 0) return { exists: true, mx: [domain], problem: null }
    return { exists: true, mx: [], problem: 'the domain has no mail server and no address' }
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.code === 'not_found')
      return { exists: false, mx: [], problem: 'the domain does not exist' }
    throw thrown
  }
}
