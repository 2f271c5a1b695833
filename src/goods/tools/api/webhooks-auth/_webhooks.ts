import { createHmac, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { badInput } from '../../../../base/core/fault.ts'
import { bytesOfBase64 } from '../../../../base/lib/bytes.ts'

/** Ways of senders to sign their webhooks, as their own documents say. */

export interface SignedWebhook {
  readonly body: string
  readonly secret: string
  /** Seconds since the epoch, as text: what is signed is the text of the header. */
  readonly time: string
  readonly id: string
  readonly url: string
}

export interface Sender {
  /** The header with the signature, in lower case. */
  readonly header: string
  readonly timeHeader?: string
  readonly idHeader?: string
  /** The package of this sender refuses an empty body, even with a right signature. */
  readonly needsBody?: boolean
  /** The whole value of the header. */
  write(signed: SignedWebhook): string
  /** The signatures that a header holds, and the time inside of it. */
  read(value: string): { readonly signatures: readonly string[]; readonly time?: string }
  /** What one of them must be. */
  signature(signed: SignedWebhook): string
}

const hmac = (key: string | Buffer, text: string, form: 'hex' | 'base64', algo = 'sha256') =>
  createHmac(algo, key).update(text, 'utf8').digest(form)

const one = (value: string) => ({ signatures: [value.trim()] })

/** `t=1,v1=a,v1=b` with any separator between. */
function fields(value: string, separator: string, timeName: string, name: string) {
  const pairs = value.split(separator).map((pair) => pair.trim().split('='))
  const of = (wanted: string) =>
    pairs.flatMap(([key, ...rest]) => (key === wanted ? [rest.join('=')] : []))
  const [time] = of(timeName)
  return { signatures: of(name), ...(time !== undefined && { time }) }
}

/** A secret of the Standard Webhooks specification is base64 behind its prefix. */
const standardKey = (secret: string): Buffer =>
  bytesOfBase64('secret', secret.replace(/^whsec_/, ''))

/** A sender whose header holds one signature and nothing else. */
const plain = (header: string, signature: Sender['signature']): Sender => ({
  header,
  write: signature,
  read: one,
  signature,
})

const stripeSignature: Sender['signature'] = ({ body, secret, time }) =>
  hmac(secret, `${time}.${body}`, 'hex')

const paddleSignature: Sender['signature'] = ({ body, secret, time }) =>
  hmac(secret, `${time}:${body}`, 'hex')

const standardSignature: Sender['signature'] = ({ body, secret, time, id }) =>
  hmac(standardKey(secret), `${id}.${time}.${body}`, 'base64')

export const SENDERS = {
  stripe: {
    header: 'stripe-signature',
    write: (signed) => `t=${signed.time},v1=${stripeSignature(signed)}`,
    read: (value) => fields(value, ',', 't', 'v1'),
    signature: stripeSignature,
  },
  github: plain('x-hub-signature-256', ({ body, secret }) => `sha256=${hmac(secret, body, 'hex')}`),
  slack: {
    ...plain(
      'x-slack-signature',
      ({ body, secret, time }) => `v0=${hmac(secret, `v0:${time}:${body}`, 'hex')}`,
    ),
    timeHeader: 'x-slack-request-timestamp',
  },
  shopify: {
    ...plain('x-shopify-hmac-sha256', ({ body, secret }) => hmac(secret, body, 'base64')),
    needsBody: true,
  },
  twilio: plain('x-twilio-signature', ({ body, secret, url }) =>
    hmac(secret, signedUrl('twilio', url) + twilioText(body, url), 'base64', 'sha1'),
  ),
  standard: {
    header: 'webhook-signature',
    timeHeader: 'webhook-timestamp',
    idHeader: 'webhook-id',
    write: (signed) => `v1,${standardSignature(signed)}`,
    read: (value) => ({
      signatures: value.split(' ').flatMap((part) => {
        const [version, signature = ''] = part.split(',')
        return version === 'v1' ? [signature] : []
      }),
    }),
    signature: standardSignature,
  },
  paddle: {
    header: 'paddle-signature',
    write: (signed) => `ts=${signed.time};h1=${paddleSignature(signed)}`,
    read: (value) => fields(value, ';', 'ts', 'h1'),
    signature: paddleSignature,
  },
  square: plain('x-square-hmacsha256-signature', ({ body, secret, url }) =>
    hmac(secret, signedUrl('square', url) + body, 'base64'),
  ),
  zoom: {
    ...plain(
      'x-zm-signature',
      ({ body, secret, time }) => `v0=${hmac(secret, `v0:${time}:${body}`, 'hex')}`,
    ),
    timeHeader: 'x-zm-request-timestamp',
    needsBody: true,
  },
  generic: plain('x-signature', ({ body, secret }) => hmac(secret, body, 'hex')),
} as const satisfies Readonly<Record<string, Sender>>

export type SenderName = keyof typeof SENDERS

function signedUrl(name: string, url: string): string {
  if (url === '') throw badInput(`url: is required for ${name}, which signs it`)
  return url
}

/** Twilio signs the sorted fields of a form; JSON is covered by a digest in the URL instead. */
function twilioText(body: string, url: string): string {
  if (/[?&]bodySHA256=/.test(url)) return ''
  const form = [...new URLSearchParams(body)]
  const byName = Map.groupBy(form, ([name]) => name)
  return [...byName]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, pairs]) =>
      [...new Set(pairs.map(([, value]) => value))]
        .toSorted()
        .map((value) => name + value)
        .join(''),
    )
    .join('')
}

/** SendGrid signs by ECDSA over P-256 and SHA-256. */
export const SENDGRID = {
  header: 'x-twilio-email-event-webhook-signature',
  timeHeader: 'x-twilio-email-event-webhook-timestamp',
} as const

const bareKey = (secret: string): Buffer =>
  Buffer.from(secret.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64')

export function sendgridPublicKey(secret: string): KeyObject {
  return p256(
    () => createPublicKey({ key: bareKey(secret), format: 'der', type: 'spki' }),
    'secret: must be the public key that SendGrid shows, in base64',
  )
}

export function sendgridPrivateKey(secret: string): KeyObject {
  const refusal = 'secret: must be a private key for P-256 in base64, as PKCS 8 or SEC 1'
  return p256(() => {
    try {
      return createPrivateKey({ key: bareKey(secret), format: 'der', type: 'pkcs8' })
    } catch {
      return createPrivateKey({ key: bareKey(secret), format: 'der', type: 'sec1' })
    }
  }, refusal)
}

function p256(read: () => KeyObject, refusal: string): KeyObject {
  let key: KeyObject
  try {
    key = read()
  } catch {
    throw badInput(refusal)
  }
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw badInput(refusal)
  return key
}
