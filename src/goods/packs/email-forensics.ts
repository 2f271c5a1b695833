import { z } from 'zod'
import { text, KB } from '../../base/lib/fields.ts'
import { domainName } from '../../base/lib/domain-name.ts'
import { part, textAt, type Results } from './_results.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'E-mail forensics',
  tagline: 'Is this mail genuine? Hops, sender policy, links and their reputation.',
  asks: [
    'is this mail genuine, by its hops and sender policy',
    'e-mail forensics: hops, links and their reputation',
    'is this mail a phishing attempt',
    'where did a mail come from',
  ],
  input: z.object({
    rawEmail: text(500 * KB).describe('The raw message with its headers, up to 500 KB.'),
  }),
  steps: [
    { tool: 'email-parse', input: ({ rawEmail }) => ({ text: rawEmail }) },
    { tool: 'spf-check', after: ['email-parse'], input: (_given, results) => senderIn(results) },
    { tool: 'dmarc-check', after: ['email-parse'], input: (_given, results) => senderIn(results) },
    {
      tool: 'extract-entities',
      after: ['email-parse'],
      input(_given, results) {
        const mail = results['email-parse']
        const body = textAt(mail, 'text') ?? textAt(mail, 'html')
        return body === null ? null : { text: body }
      },
    },
    {
      tool: 'phishing-site',
      after: ['extract-entities'],
      input(_given, results) {
        const url = textAt(results['extract-entities'], 'urls', 0)
        return url === null ? null : { url }
      },
    },
  ],
  examples: [
    {
      input: {
        rawEmail:
          'From: "Support" <help@example.com>\r\nTo: b@example.com\r\nSubject: Your wallet\r\n\r\nConfirm at https://free-airdrop.app/claim today.',
      },
    },
  ],
})

/** The domain that the mail says it is from. */
function senderIn(results: Results): { domain: string } | null {
  const address = part(results['email-parse'], 'from', 'address')
  const read = domainName().safeParse(typeof address === 'string' ? address.split('@').at(-1) : '')
  return read.success ? { domain: read.data } : null
}
