import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { hunter } from '../../../../capabilities/upstreams/hunter.ts'

const fact = (what: string) => z.boolean().nullable().describe(what)

export default defineTool({
  route: 'GET /api/email-verify',
  name: 'Mailbox check',
  description:
    'Mailbox-level check of a business e-mail address: does its server accept it, or would mail bounce.',
  asks: [
    'would mail to this business address bounce',
    'mailbox check of an email address at its server',
    'does this mailbox exist',
    'will my mail bounce',
  ],
  price: '$0.020',
  uses: { hunter },
  input: z.object({ email: z.email().max(254).describe('The address, such as ada@example.com.') }),
  output: z.object({
    email: z.string(),
    status: z
      .enum(['valid', 'invalid', 'accept_all', 'webmail', 'disposable', 'unknown'])
      .describe(
        'Result; accept_all: the server accepts any address, so this one cannot be checked.',
      ),
    score: z
      .int()
      .nullable()
      .describe('How safe it is to write to the address, 0 to 100, as Hunter rates it.'),
    mxRecords: fact('Whether the domain accepts mail.'),
    smtpCheck: fact('Whether the server did not refuse the address.'),
    acceptAll: fact('Whether the server accepts any address.'),
  }),
  examples: [
    {
      input: { email: 'ada@example.com' },
      at: '2026-01-01T00:00:00Z',
      output: {
        email: 'ada@example.com',
        status: 'accept_all',
        score: 64,
        mxRecords: true,
        smtpCheck: true,
        acceptAll: true,
        source: 'Hunter',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ email }, { hunter }) {
    const verdict = await hunter.verify(email)
    return {
      email,
      status: verdict.status,
      score: verdict.score ?? null,
      mxRecords: verdict.mx_records ?? null,
      smtpCheck: verdict.smtp_check ?? null,
      acceptAll: verdict.accept_all ?? null,
    }
  },
})
