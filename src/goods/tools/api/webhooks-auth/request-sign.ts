import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { bytesOfBase64, bytesOfHex, excerpt } from '../../../../base/lib/bytes.ts'
import { KB, line, MB, text } from '../../../../base/lib/fields.ts'
import { messageSignature, signatureBase } from './_message-signature.ts'
import { isPrivateKey, privateKeyOf } from './_private-key.ts'
import { sigv4 } from './_sigv4.ts'

const HEADERS_MAX = 50
const HEADER_BYTES_MAX = 16 * KB

export default defineTool({
  route: 'POST /api/request-sign',
  name: 'HTTP request signing',
  description:
    'Sign a request: AWS Signature Version 4 with presigned URLs, HTTP Message Signatures ' +
    '(RFC 9421), HMAC, or Content-Digest (RFC 9530).',
  asks: [
    'presign an S3 URL',
    'make the authorization header for an AWS API call',
    'sign a call to Amazon S3',
    'make a link to a private file that works for an hour',
    'presigned upload link',
  ],
  price: '$0.001',
  secret: true,
  uses: {},
  input: z.object({
    scheme: z
      .enum(['aws-sigv4', 'rfc9421', 'hmac', 'digest'])
      .describe('How to sign; digest proves the body only, and needs no key.'),
    method: line(20)
      .regex(/^[A-Za-z]+$/, { error: 'must be letters' })
      .default('GET')
      .describe('HTTP method of the request.'),
    url: z
      .string()
      .max(8_192)
      .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
        error: 'must be an absolute http or https URL',
      })
      .describe('URL of the request, up to 8,192 characters. No request is sent.'),
    headers: z
      .record(z.string().max(200), z.string().max(8 * KB))
      .default({})
      .describe('Headers to sign, at most 50, 16 KB together; for AWS with x-amz-security-token.'),
    body: text(MB).default('').describe('Body of the request, up to 1 MB.'),
    keyId: line(200).optional().describe('Name of the key; for AWS the access key id.'),
    secret: text(8 * KB)
      .optional()
      .describe(
        'Shared secret; for rfc9421 also a private key as PEM or JWK: Ed25519, P-256, P-384, or ' +
          'RSA, which signs by rsa-pss-sha512.',
      ),
    secretEncoding: z
      .enum(['utf8', 'base64', 'hex'])
      .default('utf8')
      .describe('Encoding of a shared secret.'),
    region: line(60).optional().describe('Region of AWS, such as us-east-1.'),
    service: line(60).optional().describe('Service of AWS, such as s3.'),
    components: z
      .array(line(200).min(1))
      .max(30)
      .default(['@method', '@target-uri'])
      .describe('For rfc9421: components to sign; content-digest is added if there is a body.'),
    label: z
      .string()
      .regex(/^[a-z*][a-z0-9_.*-]{0,49}$/, { error: 'must be lower-case letters, digits, - and _' })
      .default('sig1')
      .describe('For rfc9421: name of the signature.'),
    timestampIso: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Time to sign, such as 2026-01-01T00:00:00Z. Default: now.'),
    presign: z
      .boolean()
      .default(false)
      .describe('For AWS: whether to sign in the URL, without headers.'),
    expiresSeconds: z
      .int()
      .min(1)
      .max(604_800)
      .default(900)
      .describe('Validity of a presigned URL in seconds, up to a week.'),
  }),
  output: z.object({
    headers: z.record(z.string(), z.string()).describe('Headers to add to those that were given.'),
    canonicalRequest: z.string().optional().describe('Canonical request of AWS.'),
    stringToSign: z.string().optional(),
    signature: z.string().optional(),
    presignedUrl: z.string().optional(),
  }),
  examples: [
    {
      at: '2013-05-24T00:00:00Z',
      input: {
        scheme: 'aws-sigv4',
        url: 'https://examplebucket.s3.amazonaws.com/test.txt',
        keyId: 'AKIAIOSFODNN7EXAMPLE',
        secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
        region: 'us-east-1',
        service: 's3',
        presign: true,
        expiresSeconds: 86_400,
      },
    },
    {
      input: {
        scheme: 'digest',
        method: 'POST',
        url: 'https://example.com/',
        body: '{"hello": "world"}',
      },
      output: {
        headers: {
          'content-digest': 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
        },
      },
    },
  ],

  run(input, context) {
    const now = input.timestampIso === undefined ? context.now() : Date.parse(input.timestampIso)
    const headers = headersOf(input.headers)
    if (input.scheme === 'digest') return { headers: { 'content-digest': digestOf(input.body) } }
    const keyId = required('keyId', input.keyId)
    const secret = required('secret', input.secret)
    const request = { ...input, keyId, secret, headers, now }
    if (input.scheme === 'aws-sigv4') return byAws(request)
    return input.scheme === 'rfc9421' ? byMessage(request) : byHmac(request)
  },
})

interface Request {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly keyId: string
  readonly secret: string
  readonly secretEncoding: 'utf8' | 'base64' | 'hex'
  readonly headers: ReadonlyMap<string, string>
  readonly now: number
  readonly region?: string | undefined
  readonly service?: string | undefined
  readonly components: readonly string[]
  readonly label: string
  readonly presign: boolean
  readonly expiresSeconds: number
}

function required(field: string, value: string | undefined): string {
  if (value === undefined || value === '') throw badInput(`${field}: is required for this scheme`)
  return value
}

function headersOf(given: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const all = Object.entries(given)
  if (all.length > HEADERS_MAX) throw badInput(`headers: must be at most ${HEADERS_MAX} headers`)
  if (all.reduce((sum, pair) => sum + pair.join('').length, 0) > HEADER_BYTES_MAX)
    throw badInput('headers: must be at most 16 KB together')
  for (const [name, value] of all) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      throw badInput(`headers: ${excerpt(name)} must be a header name, such as x-request-id`)
    if (/[\r\n\0]/.test(value)) throw badInput(`headers: ${excerpt(name)} must be one line`)
  }
  return new Map(all.map(([name, value]) => [name.toLowerCase(), value]))
}

const digestOf = (body: string): string =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

function byAws(request: Request) {
  const { keyId, secret, headers, now, body, presign, expiresSeconds } = request
  const url = new URL(request.url)
  const service = required('service', request.service)
  const token = headers.get('x-amz-security-token')
  const given = [...headers].filter(
    ([name]) => !/^(host|authorization|x-amz-(date|security-token|content-sha256))$/.test(name),
  )
  const signed = sigv4(
    {
      method: request.method.toUpperCase(),
      path: url.pathname,
      query: url.search.slice(1),
      headers: [['host', url.host], ...given],
      body,
    },
    {
      keyId,
      secret,
      region: required('region', request.region),
      service,
      time: new Date(now).toISOString().replace(/[-:]|\.\d+/g, ''),
      token,
      isS3: service === 's3',
      ...(presign && { presignSeconds: expiresSeconds }),
    },
  )
  const { canonicalRequest, stringToSign, signature } = signed
  const presignedUrl = `${url.origin}${url.pathname}?${signed.query}`
  return {
    headers: { ...signed.headers },
    canonicalRequest,
    stringToSign,
    signature,
    ...(presign && { presignedUrl }),
  }
}

function byMessage(request: Request) {
  const { secret, headers, body, label, keyId, now } = request
  if (/[^\x20-\x7e]/.test(keyId)) throw badInput('keyId: must be ASCII for rfc9421')
  const hasDigest = body !== '' && !headers.has('content-digest')
  const digest = hasDigest ? { 'content-digest': digestOf(body) } : {}
  const message = {
    method: request.method.toUpperCase(),
    url: new URL(request.url),
    headers: new Map([...headers, ...Object.entries(digest)]),
  }
  const components = [...request.components, ...Object.keys(digest)]
  const repeated = components.find((one, at) => components.indexOf(one) !== at)
  if (repeated !== undefined)
    throw badInput(`components: ${excerpt(repeated)} must be given only once`)
  const created = Math.floor(now / 1000)
  const { base, parameters } = signatureBase(message, components, { created, keyId })
  const key = isPrivateKey(secret) ? privateKeyOf('secret', secret) : bytesOfSecret(request)
  const signature = messageSignature(base, key).toString('base64')
  return {
    headers: {
      ...digest,
      'signature-input': `${label}=${parameters}`,
      signature: `${label}=:${signature}:`,
    },
    stringToSign: base,
    signature,
  }
}

/** No standard: the time, the method, the target and the hash of the body, one per line. */
function byHmac(request: Request) {
  const { url, body, now, keyId } = request
  const { pathname, search } = new URL(url)
  const time = String(Math.floor(now / 1000))
  const hash = createHash('sha256').update(body).digest('hex')
  const stringToSign = [time, request.method.toUpperCase(), pathname + search, hash].join('\n')
  const key = bytesOfSecret(request)
  const signature = createHmac('sha256', key).update(stringToSign).digest('hex')
  const headers = { 'x-key-id': keyId, 'x-timestamp': time, 'x-signature': signature }
  return { headers, stringToSign, signature }
}

const bytesOfSecret = ({ secret, secretEncoding }: Request): Buffer =>
  secretEncoding === 'base64'
    ? bytesOfBase64('secret', secret)
    : secretEncoding === 'hex'
      ? bytesOfHex('secret', secret)
      : Buffer.from(secret)
