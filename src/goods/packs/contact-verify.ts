import { z } from 'zod'
import { domainName } from '../../base/lib/domain-name.ts'
import { line } from '../../base/lib/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Contact verification',
  tagline: 'Can this person be reached by mail and phone?',
  asks: [
    'contact verification: can this person be reached',
    'verify the mail and the phone of a person together',
    'are the mail and phone of a lead real',
  ],
  input: z.object({
    email: line(254).min(1).describe('E-mail address.'),
    phone: line(100).min(1).describe('Phone number as people write it.'),
    countryCode: z
      .string()
      .regex(/^[A-Za-z]{2}$/, { error: 'must be two letters such as GB' })
      .optional()
      .describe('Country of a number without a calling code, such as GB.'),
  }),
  steps: [
    { tool: 'email-validate', input: ({ email }) => ({ email }) },
    { tool: 'phone-format', input: ({ phone, countryCode }) => ({ phone, countryCode }) },
    {
      tool: 'dns-lookup',
      input({ email }) {
        const domain = domainName().safeParse(email.slice(email.lastIndexOf('@') + 1))
        return email.includes('@') && domain.success ? { domain: domain.data } : null
      },
    },
  ],
  examples: [{ input: { email: 'ada@example.com', phone: '+44 20 7946 0958' } }],
})
