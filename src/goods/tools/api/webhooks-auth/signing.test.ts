import { createPublicKey, generateKeyPairSync, verify, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { sigv4 } from './_sigv4.ts'
import oauthClient from './oauth-client.ts'
import requestSign from './request-sign.ts'

interface Vector {
  readonly name: string
  readonly token?: string | null
  readonly normalize: boolean
  readonly signBody: boolean
  readonly request: string
  readonly canonical: string
  readonly stringToSign: string
  readonly signature: string
  readonly querySignature: string
}

/** awslabs/aws-c-auth, Apache-2.0. */
const vectors = JSON.parse(
  readFileSync(
    new URL('../../../../../test/fixtures/suites/aws-sigv4.json', import.meta.url),
    'utf8',
  ),
) as readonly Vector[]

interface KeyPair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

const keyPair = (kind: string, made: object): KeyPair =>
  generateKeyPairSync(kind as 'ec', made as never) as unknown as KeyPair

const OPTIONS = {
  keyId: 'AKIDEXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
  time: '20150830T123600Z',
  isS3: false,
} as const

function readRequest(text: string) {
  const [head = '', body = ''] = text.split(/\n\n(.*)/s)
  const [first = '', ...lines] = head
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
    .filter((line) => line !== '')
  const [, method = '', target = ''] = /^(\S+) (.*) HTTP\/1\.1$/.exec(first) ?? []
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const headers = lines.map((line) => line.split(/:(.*)/s).slice(0, 2) as [string, string])
  return { method, path, query, headers, body }
}

describe('AWS Signature Version 4', () => {
  test.each(vectors)('$name', ({ request, token, normalize, signBody, ...expected }) => {
    const options = { ...OPTIONS, normalize, ...(token && { token }) }
    const read = readRequest(request)
    const signed = sigv4(read, { ...options, signsBodyHeader: signBody })
    expect(signed.canonicalRequest).toBe(expected.canonical)
    expect(signed.stringToSign).toBe(expected.stringToSign)
    expect(signed.signature).toBe(expected.signature)
    const presigned = sigv4(read, { ...options, presignSeconds: 3600 })
    expect(presigned.signature).toBe(expected.querySignature)
  })

  /** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
  test('the presigned URL of the documents of S3', async () => {
    const { examples } = requestSign
    const { presignedUrl } = await runExample(requestSign, examples[0].input, examples[0].at)
    expect(presignedUrl).toContain(
      'X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    )
  })
})

describe('HTTP Message Signatures, by appendix B of RFC 9421', () => {
  const MESSAGE = {
    scheme: 'rfc9421',
    method: 'POST',
    url: 'https://example.com/foo?param=Value&Pet=dog',
    headers: {
      Date: 'Tue, 20 Apr 2021 02:07:55 GMT',
      'Content-Type': 'application/json',
      'Content-Length': '18',
      'Content-Digest':
        'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
    },
    body: '{"hello": "world"}',
    timestampIso: '2021-04-20T02:07:53Z',
  }

  test('B.2.5, a shared secret', async () => {
    const input = {
      ...MESSAGE,
      label: 'sig-b25',
      keyId: 'test-shared-secret',
      secret:
        'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==',
      secretEncoding: 'base64',
      components: ['date', '@authority', 'content-type'],
    }
    expect((await runExample(requestSign, input))['headers']).toEqual({
      'signature-input':
        'sig-b25=("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
      signature: 'sig-b25=:pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=:',
    })
  })

  test('B.2.6, Ed25519', async () => {
    const input = {
      ...MESSAGE,
      label: 'sig-b26',
      keyId: 'test-key-ed25519',
      secret:
        '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF\n-----END PRIVATE KEY-----',
      components: ['date', '@method', '@path', '@authority', 'content-type', 'content-length'],
    }
    expect((await runExample(requestSign, input))['headers']).toMatchObject({
      signature:
        'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
    })
  })

  test.each([
    ['P-256', 'ec', { namedCurve: 'P-256' }, 'sha256', { dsaEncoding: 'ieee-p1363' }],
    ['RSA', 'rsa', { modulusLength: 2048 }, 'sha512', { padding: 6, saltLength: 64 }],
  ] as const)('%s, whose signatures differ each time', async (_name, kind, made, digest, how) => {
    const pair = keyPair(kind, made)
    const secret = pair.privateKey.export({ type: 'pkcs8', format: 'pem' })
    const input = { ...MESSAGE, keyId: 'k', secret, components: ['@method', '@query'] }
    const { signature, stringToSign } = await runExample(requestSign, input)
    const check = (text: string) =>
      verify(
        digest,
        Buffer.from(text),
        { key: createPublicKey(pair.publicKey.export({ type: 'spki', format: 'pem' })), ...how },
        Buffer.from(String(signature), 'base64'),
      )
    expect(check(String(stringToSign))).toBe(true)
    expect(check(`${String(stringToSign)} `)).toBe(false)
  })

  test.each([
    [{ components: ['@nope'] }, /^components: "@nope"/],
    [{ components: ['@method', '@method'] }, /^components: .* must be given only once/],
    [{ headers: { 'a b': 'c' } }, /^headers: "a b"/],
    [{ secret: undefined }, /^secret: is required/],
    [{ scheme: 'aws-sigv4' }, /^service: is required/],
    [{ url: 'ftp://example.com' }, /^url: /],
  ])('%j is refused', async (more, told) => {
    const input = { ...MESSAGE, keyId: 'k', secret: 's', ...more }
    await expect(runExample(requestSign, input)).rejects.toThrow(told)
  })
})

describe('OAuth', () => {
  const run = async (input: object, at = '2026-01-01T00:00:00Z') =>
    runExample(oauthClient, input as Record<string, unknown>, at)

  test('a link has a fresh state and keeps the parameters of the endpoint', async () => {
    const input = {
      op: 'authorize-url',
      clientId: 'a b',
      authorizeUrl: 'https://id.example/auth?tenant=1',
      redirectUri: 'app.example:/cb',
      scope: 'openid email',
    }
    const [one, other] = await Promise.all([run(input), run(input)])
    expect(one['url']).toContain(
      'https://id.example/auth?tenant=1&response_type=code&client_id=a+b',
    )
    expect(one['state']).not.toBe(other['state'])
    expect(one['verifier']).toMatch(/^[\w-]{43}$/)
  })

  test.each([
    ['?code=1&state=b', ['state differs']],
    ['?error=access_denied&error_description=No&state=a', ['the server says access_denied: No']],
    ['?state=a', ['has no code']],
    ['?code=1&code=2&state=a', ['a parameter stands twice']],
  ])('the callback %s', async (query, problems) => {
    const callbackUrl = `https://client.example/cb${query}`
    expect(await run({ op: 'parse-callback', callbackUrl, state: 'a' })).toMatchObject({
      valid: false,
      problems,
    })
  })

  test.each(['ec', 'ed25519', 'rsa'] as const)('an assertion by %s', async (kind) => {
    const made = { namedCurve: 'P-384', modulusLength: 2048 }
    const { privateKey, publicKey } = keyPair(kind, made)
    const { assertion } = await run({
      op: 'client-assertion',
      clientId: 'me',
      tokenUrl: 'https://id.example/token',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      keyId: 'k1',
    })
    const { payload, protectedHeader } = await jwtVerify(String(assertion), publicKey, {
      issuer: 'me',
      subject: 'me',
      audience: 'https://id.example/token',
      currentDate: new Date('2026-01-01T00:04:00Z'),
    })
    expect(protectedHeader.kid).toBe('k1')
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
  })

  test('the message names the field that an op lacks', async () => {
    await expect(run({ op: 'basic-auth' })).rejects.toThrow(/^clientId: is required/)
    await expect(run({ op: 'client-assertion', clientId: 'a', privateKey: 'x' })).rejects.toThrow(
      /^privateKey: must be a private key/,
    )
  })
})
