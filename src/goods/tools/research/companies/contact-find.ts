import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { hunter } from '../../../../capabilities/upstreams/hunter.ts'
import { companyDomain } from './_fields.ts'

const DEPARTMENTS = [
  'executive',
  'it',
  'finance',
  'management',
  'sales',
  'legal',
  'support',
  'hr',
  'marketing',
  'communication',
  'education',
  'design',
  'health',
  'operations',
] as const

const personName = () => line(100).min(1)

export default defineTool({
  route: 'POST /api/contact-find',
  name: 'Business contacts',
  description: 'Public business e-mail addresses of a domain, or of one person there.',
  asks: [
    'business email addresses of a domain',
    'email of one person at a company by name and domain',
    'e-mail address of someone at a company',
    'whom can I write to at a firm',
  ],
  price: '$0.030',
  uses: { hunter },
  input: z.object({
    domain: companyDomain(),
    firstName: personName().optional().describe('First name of one person; give lastName too.'),
    lastName: personName().optional().describe('Last name of one person; give firstName too.'),
    department: z.enum(DEPARTMENTS).optional().describe('Only people of this department.'),
    limit: z.int().min(1).max(50).default(10).describe('Most addresses, 1 to 50.'),
  }),
  output: z.object({
    domain: z.string(),
    pattern: z
      .string()
      .nullable()
      .describe('Pattern of most addresses there, such as {first}.{last}; null if unknown.'),
    emails: z.array(
      z.object({
        email: z.string(),
        name: z.string().nullable(),
        position: z.string().nullable(),
        department: z.string().nullable(),
        confidence: z.number().nullable().describe('Confidence from 0 to 100, as Hunter rates it.'),
        verified: z
          .string()
          .nullable()
          .describe(
            'Result of a mailbox check, such as valid or accept_all; null if none was made.',
          ),
        sources: z.array(z.string()).describe('Up to five public pages that show the address.'),
      }),
    ),
    count: z.int(),
  }),
  examples: [
    {
      input: { domain: 'stripe.com', limit: 5 },
      at: '2026-01-01T00:00:00Z',
      output: {
        domain: 'stripe.com',
        pattern: '{first}',
        emails: [
          {
            email: 'patrick@stripe.com',
            name: 'Patrick Example',
            position: 'Partnerships',
            department: 'sales',
            confidence: 92,
            verified: 'valid',
            sources: ['https://press.example/contacts'],
          },
          {
            email: 'info@stripe.com',
            name: null,
            position: null,
            department: null,
            confidence: 60,
            verified: null,
            sources: [],
          },
        ],
        count: 2,
        source: 'Hunter',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { domain: 'stripe.com', firstName: 'Patrick', lastName: 'Example' } },
  ],

  async run({ domain, firstName, lastName, department, limit }, { hunter }) {
    if ((firstName === undefined) !== (lastName === undefined))
      throw badInput('firstName: must be given together with lastName, or both must be left out.')
    if (firstName === undefined || lastName === undefined) {
      const { pattern, emails } = await hunter.ofDomain(domain, department, limit)
      return { domain, pattern, emails, count: emails.length }
    }
    if (department !== undefined)
      throw badInput('department: must be left out if firstName is given.')
    const found = await hunter.ofPerson(domain, firstName, lastName)
    return { domain, pattern: null, emails: found ? [found] : [], count: found ? 1 : 0 }
  },
})
