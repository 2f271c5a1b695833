import { z } from 'zod'
import { KB, text } from '../../base/lib/fields.ts'
import { isRecord } from './_results.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Webhook debug',
  tagline: 'Why a webhook fails: signature, age, shape, and a copy safe to share.',
  asks: [
    'debug a webhook that fails: signature, age and shape',
    'why does my webhook fail, with a copy safe to share',
    'why is the webhook signature wrong',
  ],
  input: z.object({
    provider: z
      .string()
      .min(1)
      .max(40)
      .describe('Who sent it: stripe, github, slack, shopify, twilio, standard and others.'),
    body: text(400 * KB).describe('The body as it came in, up to 400 KB.'),
    headers: text(16 * KB).describe('The headers as JSON text, up to 16 KB.'),
    secret: text(4 * KB)
      .min(1)
      .describe('The signing secret.'),
  }),
  secrets: ['secret'],
  steps: [
    {
      tool: 'webhook-verify',
      input: ({ provider, body, headers, secret }) => ({
        provider,
        body,
        secret,
        headers: jsonIn(headers) ?? headers,
      }),
    },
    { tool: 'json-format', input: ({ body }) => ({ json: body }) },
    {
      tool: 'json-stats',
      input({ body }) {
        const data = jsonIn(body)
        return isRecord(data) ? { data } : null
      },
    },
    { tool: 'redact', input: ({ body }) => ({ text: body }) },
  ],
  examples: [
    {
      input: {
        provider: 'github',
        body: '{"zen":"Keep it logically awesome."}',
        headers: '{"x-hub-signature-256":"sha256=00"}',
        secret: 'It is a secret',
      },
    },
  ],
})

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
