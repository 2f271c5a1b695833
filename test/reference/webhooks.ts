import { createHmac, generateKeyPairSync } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import fc from 'fast-check'
import webhookSign from '../../src/goods/tools/api/webhooks-auth/webhook-sign.ts'
import webhookVerify from '../../src/goods/tools/api/webhooks-auth/webhook-verify.ts'
import { answer, comparison, write } from './_compare.ts'

/**
 * Webhooks of Shopify, Paddle, SendGrid, Square and Zoom against the packages of these providers:
 * what we sign they take, and of what is sound, spoilt or missing both say the same. A folder where
 * npm has installed them is named by a setting:
 * `SDKS_FROM=/folder node run.mjs test/reference/webhooks.ts`, with @shopify/shopify-api,
 * @paddle/paddle-node-sdk, @sendgrid/eventwebhook, square and @zoom/rivet.
 */

const SEED = 15
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })

const folder = process.env['SDKS_FROM'] ?? ''
const load = (name: string) => createRequire(join(folder, 'package.json'))(name) as Loaded
type Loaded = Record<string, never>
type Headers = Record<string, string>

interface Provider {
  readonly name: 'shopify' | 'paddle' | 'sendgrid' | 'square' | 'zoom'
  /** The headers that its own documents ask for. */
  signed(body: string, secret: string, time: number): Headers
  taken(body: string, secret: string, headers: Headers): Promise<boolean>
  /** What checks where this differs from what signs. */
  readonly publicSecret?: string
  readonly privateSecret?: string
}

const URL_OF_RECEIVER = 'https://receiver.example/hook?a=1'
const hmac = (key: string, text: string, form: 'hex' | 'base64') =>
  createHmac('sha256', key).update(text, 'utf8').digest(form)
const header = (headers: Headers, name: string): string =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? ''
const NOW = Math.floor(Date.now() / 1000)

function shopify(): Provider {
  load('@shopify/shopify-api/adapters/node')
  const { shopifyApi, LogSeverity } = load('@shopify/shopify-api') as unknown as {
    LogSeverity: Record<string, number>
    shopifyApi: (config: object) => {
      webhooks: { validate: (given: object) => Promise<{ valid: boolean }> }
    }
  }
  const others = {
    'X-Shopify-Topic': 'orders/create',
    'X-Shopify-Shop-Domain': 'shop.example',
    'X-Shopify-API-Version': '2026-01',
    'X-Shopify-Webhook-Id': '1',
  }
  return {
    name: 'shopify',
    signed: (body, secret) => ({ 'X-Shopify-Hmac-Sha256': hmac(secret, body, 'base64') }),
    async taken(body, secret, headers) {
      const api = shopifyApi({
        apiKey: 'key',
        apiSecretKey: secret,
        hostName: 'app.example',
        apiVersion: '2026-01',
        isEmbeddedApp: true,
        logger: { level: LogSeverity['Error'] },
      })
      const rawRequest = { headers: { ...others, ...headers }, url: '/', method: 'POST' }
      const rawResponse = {}
      return (await api.webhooks.validate({ rawBody: body, rawRequest, rawResponse })).valid
    },
  }
}

function paddle(): Provider {
  const { Paddle } = load('@paddle/paddle-node-sdk') as unknown as {
    Paddle: new (key: string) => {
      webhooks: {
        isSignatureValid: (body: string, secret: string, signature: string) => Promise<boolean>
      }
    }
  }
  const { webhooks } = new Paddle('key')
  return {
    name: 'paddle',
    signed: (body, secret, time) => ({
      'Paddle-Signature': `ts=${time};h1=${hmac(secret, `${time}:${body}`, 'hex')}`,
    }),
    taken: async (body, secret, headers) =>
      webhooks.isSignatureValid(body, secret, header(headers, 'paddle-signature')),
  }
}

function square(): Provider {
  const { WebhooksHelper } = load('square') as unknown as {
    WebhooksHelper: { verifySignature: (given: object) => Promise<boolean> }
  }
  return {
    name: 'square',
    signed: (body, secret) => ({
      'x-square-hmacsha256-signature': hmac(secret, URL_OF_RECEIVER + body, 'base64'),
    }),
    taken: async (body, secret, headers) =>
      WebhooksHelper.verifySignature({
        requestBody: body,
        signatureHeader: header(headers, 'x-square-hmacsha256-signature'),
        signatureKey: secret,
        notificationUrl: URL_OF_RECEIVER,
      }),
  }
}

function zoom(): Provider {
  const { AwsLambdaReceiver } = load('@zoom/rivet/chatbot') as unknown as {
    AwsLambdaReceiver: new (given: object) => {
      init: (given: object) => void
      start: () => (event: object, context: object) => Promise<{ statusCode: number }>
    }
  }
  // It tells of every request.
  Object.assign(console, { debug: () => undefined })
  return {
    name: 'zoom',
    signed: (body, secret, time) => ({
      'x-zm-request-timestamp': String(time),
      'x-zm-signature': `v0=${hmac(secret, `v0:${time}:${body}`, 'hex')}`,
    }),
    async taken(body, secret, headers) {
      const receiver = new AwsLambdaReceiver({ webhooksSecretToken: secret })
      receiver.init({ eventEmitter: { emit: async () => {} } })
      const event = { body, headers, isBase64Encoded: false }
      return (await receiver.start()(event, {})).statusCode === 200
    },
  }
}

function sendgrid(): Provider {
  const { EventWebhook } = load('@sendgrid/eventwebhook') as unknown as {
    EventWebhook: new () => {
      convertPublicKeyToECDSA: (key: string) => object
      verifySignature: (key: object, body: string, signature: string, time: string) => boolean
    }
  }
  const packages = createRequire(join(folder, 'package.json'))
  const curves = createRequire(packages.resolve('@sendgrid/eventwebhook'))('starkbank-ecdsa') as {
    Ecdsa: { sign: (text: string, key: object) => { toBase64: () => string } }
    PrivateKey: { fromPem: (pem: string) => object }
  }
  const keys = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  })
  const checks = new EventWebhook()
  const publicSecret = keys.publicKey.toString('base64')
  const own = curves.PrivateKey.fromPem(keys.privateKey)
  const [signature, stamp] = ['signature', 'timestamp'].map(
    (name) => `x-twilio-email-event-webhook-${name}`,
  ) as [string, string]
  return {
    name: 'sendgrid',
    publicSecret,
    privateSecret: keys.privateKey,
    signed: (body, _secret, time) => ({
      [signature]: curves.Ecdsa.sign(`${time}${body}`, own).toBase64(),
      [stamp]: String(time),
    }),
    async taken(body, _secret, headers) {
      const key = checks.convertPublicKeyToECDSA(publicSecret)
      return checks.verifySignature(key, body, header(headers, signature), header(headers, stamp))
    },
  }
}

/** As JSON writes it, since the package of Zoom reads and writes it anew. */
const bodies = fc
  .record({ event: fc.string({ maxLength: 12 }), payload: fc.jsonValue({ maxDepth: 2 }) })
  .filter(({ payload }) => !JSON.stringify(payload).includes('-0'))
  .map((body) => JSON.stringify(body))
  .filter((text) => text === JSON.stringify(JSON.parse(text)))

const flipped = (text: string): string => {
  const at = Math.floor(text.length / 2)
  return `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`
}

/** What may be wrong with a request; each with the value of its headers. */
const SPOILT: Readonly<Record<string, (headers: Headers) => Headers>> = {
  nothing: (headers) => headers,
  'names in capitals': (headers) => mapped(headers, (name, value) => [name.toUpperCase(), value]),
  'another letter': (headers) => mapped(headers, (name, value) => [name, flipped(value)]),
  'the end cut off': (headers) => mapped(headers, (name, value) => [name, value.slice(0, -6)]),
  'no value': (headers) => mapped(headers, (name) => [name, '']),
  'no header': () => ({}),
}

const mapped = (headers: Headers, change: (name: string, value: string) => [string, string]) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) =>
      /stamp$/i.test(name) ? [name, value] : change(name, value),
    ),
  )

async function verdict(judge: () => Promise<boolean>): Promise<boolean> {
  try {
    return await judge()
  } catch {
    return false
  }
}

async function compareProvider(provider: Provider, count: number): Promise<void> {
  const { name, publicSecret, privateSecret } = provider
  const { same, close } = comparison(`webhooks of ${name} with its own package`)
  const ours = async (body: string, secret: string, headers: Headers) => {
    const asked = { provider: name, body, headers, secret: publicSecret ?? secret }
    const told = await answerNow(webhookVerify, { ...asked, url: URL_OF_RECEIVER })
    return told['valid'] === true
  }
  for (const body of samples(bodies, count)) {
    const secret = `secret ${body.length} é`
    const good = provider.signed(body, secret, NOW)
    for (const [what, spoil] of Object.entries(SPOILT)) {
      const headers = spoil(good)
      const theirs = await verdict(async () => provider.taken(body, secret, headers))
      same([what, body, headers], await ours(body, secret, headers), theirs)
    }
    const other = body.replace('{', '{ ')
    const isFooled = await verdict(async () => provider.taken(flipped(body), secret, good))
    same(['another body', body], await ours(flipped(body), secret, good), isFooled)
    same(['another space', body], await ours(other, secret, good), false)
    const made = await answerNow(webhookSign, {
      provider: name,
      body,
      secret: privateSecret ?? secret,
      url: URL_OF_RECEIVER,
      epochSeconds: NOW,
    })
    const headers = made['headers'] as Headers
    same(['ours', body], await verdict(async () => provider.taken(body, secret, headers)), true)
  }
  const empty = provider.signed('', 'secret', NOW)
  const theirs = await verdict(async () => provider.taken('', 'secret', empty))
  same(['an empty body'], await ours('', 'secret', empty), theirs)
  close()
}

const answerNow = async (...[spec, input]: Parameters<typeof answer>) =>
  answer(spec, input, NOW * 1000)

const MAKERS = { shopify, paddle, square, zoom, sendgrid }

if (folder === '') write('SDKS_FROM names no folder: nothing compared')
else
  for (const [name, make] of Object.entries(MAKERS))
    await compareProvider(make(), name === 'sendgrid' ? 40 : 150)
