import { verify } from 'node:crypto'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import { sameText } from '../../../../base/lib/same-text.ts'
import { SENDERS, SENDGRID, sendgridPublicKey, type Sender } from './_webhooks.ts'

const Provider = z.enum([
  'stripe',
  'github',
  'slack',
  'shopify',
  'twilio',
  'standard',
  'paddle',
  'sendgrid',
  'square',
  'zoom',
  'generic',
])

interface WebhookVerdict {
  readonly valid: boolean
  readonly reason: string
  readonly time?: string | undefined
}

export default defineTool({
  route: 'POST /api/webhook-verify',
  name: 'Webhook signature check',
  description:
    'Check the signature of a received webhook as its sender makes it (Stripe, GitHub, Slack, ' +
    'Shopify, Twilio, Standard Webhooks and others), replay window included.',
  asks: [
    'verify a stripe webhook signature',
    'is this github webhook payload authentic',
    'is this callback really from GitHub',
    'check the HMAC of an incoming hook',
    'fake webhook or genuine',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    provider: Provider.describe(
      'Provider whose signature to check. standard is that of Svix and others.',
    ),
    body: text(MB).describe(
      'The body exactly as received, up to 1 MB; parsed and written again it does not match.',
    ),
    headers: jsonObject({ bytesMax: 32 * 1024, valuesMax: 500 }).describe(
      'Headers of the request by name, in any case.',
    ),
    secret: text(4096)
      .min(1)
      .describe('Signing secret as the provider shows it; for sendgrid its public key.'),
    toleranceSeconds: z
      .int()
      .min(0)
      .max(604_800)
      .default(300)
      .describe('How many seconds old or early a signed time may be. Not every sender signs one.'),
    url: z
      .url()
      .max(2_048)
      .optional()
      .describe('URL that received the webhook; twilio and square sign it.'),
  }),
  output: z.object({
    valid: z.boolean(),
    reason: z.string().describe('ok, or why the signature is not valid.'),
    timestampIso: z.string().nullable().describe('Signed time; null where the sender signs none.'),
    ageSeconds: z.number().nullable(),
    expectedHeader: z.string().describe('Name of the header that carries the signature.'),
  }),
  examples: [
    {
      input: {
        provider: 'github',
        body: 'Hello, World!',
        headers: {
          'X-Hub-Signature-256':
            'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
        },
        secret: "It's a Secret to Everybody",
      },
      output: {
        valid: true,
        reason: 'ok',
        timestampIso: null,
        ageSeconds: null,
        expectedHeader: 'x-hub-signature-256',
      },
    },
    {
      input: { provider: 'stripe', body: '{}', headers: {}, secret: 'whsec_test' },
      output: {
        valid: false,
        reason: 'the header stripe-signature is missing',
        timestampIso: null,
        ageSeconds: null,
        expectedHeader: 'stripe-signature',
      },
    },
  ],

  run({ provider, body, headers, secret, toleranceSeconds, url = '' }, context) {
    const now = context.now() / 1000
    const header = (name: string) => headerOf(headers, name)
    const expectedHeader = (provider === 'sendgrid' ? SENDGRID : SENDERS[provider]).header
    const { valid, reason, time } =
      provider === 'sendgrid'
        ? checkSendgrid(body, secret, header)
        : check(SENDERS[provider], { body, secret, url }, header)
    const seconds = time !== undefined && /^\d{1,11}$/.test(time) ? Number(time) : null
    const isFresh = seconds === null || Math.abs(now - seconds) <= toleranceSeconds
    return {
      valid: valid && isFresh,
      reason:
        valid && !isFresh ? 'the signature is right, but its time is out of the window' : reason,
      timestampIso: seconds === null ? null : new Date(seconds * 1000).toISOString(),
      ageSeconds: seconds === null ? null : Math.round(now - seconds),
      expectedHeader,
    }
  },
})

function headerOf(headers: JsonObject, name: string): string | undefined {
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name)
  const value = found === undefined ? undefined : headers[found]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

const missing = (name: string): WebhookVerdict => ({
  valid: false,
  reason: `the header ${name} is missing`,
})

function check(
  sender: Sender,
  signed: { readonly body: string; readonly secret: string; readonly url: string },
  header: (name: string) => string | undefined,
): WebhookVerdict {
  const value = header(sender.header)
  if (value === undefined) return missing(sender.header)
  const { timeHeader, idHeader } = sender
  if (sender.needsBody && signed.body === '')
    return { valid: false, reason: 'the body is empty, and this sender sends no empty body' }
  const read = sender.read(value)
  const time = read.time ?? (timeHeader && header(timeHeader))
  const id = idHeader && header(idHeader)
  if (timeHeader && time === undefined) return missing(timeHeader)
  if (idHeader && id === undefined) return missing(idHeader)
  const signsTime = timeHeader !== undefined || sender.write !== sender.signature
  if (signsTime && !/^\d{1,11}$/.test(time ?? ''))
    return { valid: false, reason: 'its time is not a number of seconds' }
  const expected = sender.signature({ ...signed, time: time ?? '', id: id ?? '' })
  const valid = read.signatures.some((one) => sameText(one, expected))
  const reason = valid
    ? 'ok'
    : 'the signature differs: the secret, or a byte of the body, is not that of the sender'
  return { valid, reason, time }
}

function checkSendgrid(
  body: string,
  secret: string,
  header: (name: string) => string | undefined,
): WebhookVerdict {
  const [signature, time] = [header(SENDGRID.header), header(SENDGRID.timeHeader)]
  if (signature === undefined) return missing(SENDGRID.header)
  if (time === undefined) return missing(SENDGRID.timeHeader)
  const key = sendgridPublicKey(secret)
  const valid = verify('sha256', Buffer.from(time + body), key, Buffer.from(signature, 'base64'))
  return { valid, reason: valid ? 'ok' : 'the signature does not fit the public key', time }
}
