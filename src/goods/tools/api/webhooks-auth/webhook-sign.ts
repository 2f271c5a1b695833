import { randomUUID, sign } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, MB, text } from '../../../../base/lib/fields.ts'
import { shellQuoted } from '../_request-code.ts'
import { SENDERS, SENDGRID, sendgridPrivateKey, type Sender } from './_webhooks.ts'

export default defineTool({
  route: 'POST /api/webhook-sign',
  name: 'Webhook signing',
  description:
    'Make the signed headers of a webhook (Stripe, GitHub, Slack, Shopify, Standard Webhooks, ' +
    'Paddle, SendGrid, Square, Zoom) to test a receiver.',
  asks: [
    'fake a signed stripe event for testing',
    'generate slack signature headers',
    'send a test webhook as Stripe would',
    'make the signature header for my own webhooks',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    provider: z
      .enum([
        'stripe',
        'github',
        'slack',
        'shopify',
        'standard',
        'paddle',
        'sendgrid',
        'square',
        'zoom',
        'generic',
      ])
      .describe('Provider whose signature to make.'),
    body: text(MB).describe('The body as it will be sent, up to 1 MB.'),
    secret: text(4096)
      .min(1)
      .describe(
        'Signing secret; for standard base64, optionally after whsec_; for sendgrid a private key of ' +
          'your own for P-256.',
      ),
    url: z.url().max(2_048).optional().describe('URL of the receiver; square signs it.'),
    epochSeconds: z
      .int()
      .min(0)
      .max(99_999_999_999)
      .optional()
      .describe('Time to sign, in seconds since 1970. Default: now.'),
    id: line(200).optional().describe('Message id, for standard. Default: a fresh one.'),
  }),
  output: z.object({
    headers: z.record(z.string(), z.string()),
    signature: z.string().describe('Value of the signature header.'),
    curl: z.string().describe('Command for a POSIX shell that sends it to $URL.'),
  }),
  examples: [
    {
      input: { provider: 'stripe', body: '{}', secret: 'whsec_test', epochSeconds: 1_767_225_600 },
    },
    {
      input: { provider: 'generic', body: 'what do ya want for nothing?', secret: 'Jefe' },
      output: {
        headers: {
          'content-type': 'application/json',
          'x-signature': '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
        },
        signature: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
        curl:
          "curl -X POST \"$URL\" -H 'content-type: application/json' -H 'x-signature: " +
          "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843' --data-binary " +
          "'what do ya want for nothing?'",
      },
    },
  ],

  run({ provider, body, secret, url = '', epochSeconds, id }, context) {
    const sender: Pick<Sender, 'header' | 'timeHeader' | 'idHeader' | 'write'> =
      provider === 'sendgrid' ? { ...SENDGRID, write: sendgridSignature } : SENDERS[provider]
    const time = String(epochSeconds ?? Math.floor(context.now() / 1000))
    const message = id ?? `msg_${randomUUID().replaceAll('-', '')}`
    if (message.includes('.')) throw badInput('id: must have no full stop')
    const signature = sender.write({ body, secret, time, id: message, url })
    const headers = {
      'content-type': 'application/json',
      ...(sender.idHeader && { [sender.idHeader]: message }),
      ...(sender.timeHeader && { [sender.timeHeader]: time }),
      [sender.header]: signature,
    }
    const lines = Object.entries(headers).map(
      ([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`,
    )
    return {
      headers,
      signature,
      curl: `curl -X POST "$URL" ${lines.join(' ')} --data-binary ${shellQuoted(body)}`,
    }
  },
})

const sendgridSignature: Sender['write'] = ({ body, secret, time }) =>
  sign('sha256', Buffer.from(time + body), sendgridPrivateKey(secret)).toString('base64')
