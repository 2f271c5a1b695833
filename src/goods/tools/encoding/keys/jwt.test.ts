import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import jwtSign from './jwt-sign.ts'
import jwtVerify from './jwt-verify.ts'

const at = '2026-01-01T00:00:00Z'
const now = Date.parse(at) / 1000
const secret = 'secret-of-at-least-32-bytes-long!!'

const verify = (input: Record<string, unknown>) => runExample(jwtVerify, input, at)
const signed = async (input: Record<string, unknown>) =>
  String((await runExample(jwtSign, input, at))['token'])

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = (header: unknown, payload: unknown = { sub: '1' }) =>
  `${base64url(header)}.${base64url(payload)}`
const forged = (header: unknown, key: string | Buffer) => {
  const input = unsigned(header)
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const smallRsa = generateKeyPairSync('rsa', { modulusLength: 1024 })
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const ed25519 = generateKeyPairSync('ed25519')

const pem = (key: KeyObject) =>
  key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' } as never) as string
const jwk = (key: KeyObject) => key.export({ format: 'jwk' })

describe('standards', () => {
  const token =
    'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const key =
    '{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"}'

  test('RFC 7515 A.1 is valid before it expires, and not after', async () => {
    const input = { token, key }
    const payload = { iss: 'joe', exp: 1300819380, 'http://example.com/is_root': true }
    expect(await runExample(jwtVerify, input, '2011-03-22T18:42:59Z')).toMatchObject({
      valid: true,
      payload,
    })
    expect(await runExample(jwtVerify, input, '2011-03-22T18:43:00Z')).toMatchObject({
      valid: false,
      payload,
      reason: 'The token expired at 2011-03-22T18:43:00.000Z.',
    })
  })
})

describe('sign, then verify', () => {
  test.each([
    ['HS256', secret, secret],
    ['HS384', 'x'.repeat(48), 'x'.repeat(48)],
    ['HS512', 'x'.repeat(64), 'x'.repeat(64)],
    ['RS256', pem(rsa.privateKey), pem(rsa.publicKey)],
    ['PS256', JSON.stringify(jwk(rsa.privateKey)), pem(rsa.publicKey).replaceAll('\n', '\\n')],
    ['ES256', pem(p256.privateKey), JSON.stringify(jwk(p256.publicKey))],
    ['EdDSA', pem(ed25519.privateKey), pem(ed25519.privateKey)],
  ])('%s', async (alg, key, verifyingKey) => {
    const payload = { sub: 'ü', aud: ['a', 'b'], iss: 'me' }
    const token = await signed({ payload, key, alg, expiresInSeconds: 60, header: { kid: 'k' } })
    const input = { token: `Bearer ${token}`, key: verifyingKey, issuer: 'me', audience: 'b' }
    expect(await verify(input)).toEqual({
      valid: true,
      payload: { ...payload, iat: now, exp: now + 60 },
      header: { alg, typ: 'JWT', kid: 'k' },
    })
    const tampered = token.replace(/\.[^.]+\./, `.${base64url({ sub: 'root' })}.`)
    const refused = await verify({ ...input, token: tampered })
    expect(refused).toMatchObject({ valid: false, reason: 'The signature does not match.' })
    expect(refused).not.toHaveProperty('payload')
  })

  test.each([
    [{ key: 'short' }, 'key: must have at least 32 bytes for HS256'],
    [{ key: 'x'.repeat(63), alg: 'HS512' }, 'key: must have at least 64 bytes'],
    [{ key: pem(rsa.publicKey) }, 'key: is a public or private key'],
    [{ key: JSON.stringify(jwk(rsa.publicKey)) }, 'key: is a public or private key'],
    [{ key: pem(rsa.publicKey), alg: 'RS256' }, 'key: must be a private key'],
    [{ key: secret, alg: 'ES256' }, 'key: must be a private key'],
    [{ key: pem(p384.privateKey), alg: 'ES256' }, 'key: cannot be used with ES256'],
    [{ key: pem(smallRsa.privateKey), alg: 'RS256' }, 'key: must be RSA of at least 2048'],
    [
      { key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', alg: 'ES256' },
      'key: ',
    ],
    [{ alg: 'none' }, 'alg: '],
    [{ payload: { exp: 'tomorrow' } }, 'payload: exp must be a number'],
    [{ payload: { sub: 1 } }, 'payload: sub must be a string'],
    [{ payload: { iss: null } }, 'payload: iss must be a string'],
    [{ payload: { jti: {} } }, 'payload: jti must be a string'],
    [{ payload: { aud: ['a', 1] } }, 'payload: aud must be a string or'],
    [{ payload: JSON.parse('{"__proto__":{"admin":true}}') }, 'payload: must not have a member'],
    [{ payload: { exp: 1 }, expiresInSeconds: 5 }, 'expiresInSeconds: cannot'],
    [{ payload: { a: 'x'.repeat(20_000) } }, 'payload: must be at most'],
    [{ payload: JSON.parse('{"a":'.repeat(5000) + '1' + '}'.repeat(5000)) }, 'payload: must be'],
    [{ header: { alg: 'none' } }, 'header: alg is HS256'],
    [{ header: { crit: ['b64'], b64: false } }, 'header: crit and b64'],
  ])('refuses to sign %#', async (input, message) => {
    await expect(signed({ payload: {}, key: secret, ...input })).rejects.toThrow(message)
  })
})

describe('ES256K (RFC 8812)', () => {
  const koblitz = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  const tokenOf = (payload: unknown, header: Record<string, unknown> = {}, key = koblitz) => {
    const input = unsigned({ alg: 'ES256K', ...header }, payload)
    const how = { key: key.privateKey, dsaEncoding: 'ieee-p1363' } as const
    return `${input}.${sign('sha256', Buffer.from(input), how).toString('base64url')}`
  }

  test.each([
    ['PEM', { key: pem(koblitz.publicKey) }],
    ['JWK', { key: JSON.stringify(jwk(koblitz.publicKey)) }],
    ['set', { jwks: { keys: [jwk(p256.publicKey), jwk(koblitz.publicKey)] } }],
  ])('a token is verified with a key as %s', async (_name, key) => {
    const payload = { sub: '1', exp: now + 1 }
    expect(await verify({ token: tokenOf(payload), ...key })).toMatchObject({
      valid: true,
      payload,
    })
  })

  test.each([
    [
      'another key',
      tokenOf({}, {}, generateKeyPairSync('ec', { namedCurve: 'secp256k1' })),
      /match/,
    ],
    ['no signature', `${unsigned({ alg: 'ES256K' })}.`, /match/],
    ['an expired token', tokenOf({ exp: now }), /^The token expired at/],
    ['a critical extension', tokenOf({}, { crit: ['x'], x: 1 }), /crit/],
  ])('%s is refused', async (_name, token, reason) => {
    const answer = await verify({ token, key: pem(koblitz.publicKey) })
    expect(answer).toMatchObject({ valid: false, reason: expect.stringMatching(reason) })
  })
})

describe('attacks on verify', () => {
  const publicPem = pem(rsa.publicKey)
  const [bareDer = '', bareEc = ''] = [publicPem, pem(p256.publicKey)].map((text) =>
    text.replace(/-----.*-----|\s/g, ''),
  )
  const unfit = /is not accepted with this kind of key/

  test.each([
    ['alg none', `${unsigned({ alg: 'none' })}.`, secret, unfit],
    ['alg nOnE', `${unsigned({ alg: 'nOnE' })}.`, publicPem, unfit],
    ['no alg', `${unsigned({})}.AAAA`, secret, unfit],
    ['alg of another type', `${unsigned({ alg: 1 })}.AAAA`, secret, unfit],
    ['alg __proto__', `${unsigned({ alg: '__proto__' })}.AAAA`, secret, unfit],
    ['unknown alg', `${unsigned({ alg: 'HS1' })}.AAAA`, secret, unfit],
    ['HMAC with a public PEM', forged({ alg: 'HS256' }, publicPem), publicPem, unfit],
    ['HMAC with bare DER', forged({ alg: 'HS256' }, bareDer), bareDer, unfit],
    ['HMAC with bare DER of EC', forged({ alg: 'HS256' }, bareEc), bareEc, unfit],
    [
      'HMAC with a JWK',
      forged({ alg: 'HS256' }, JSON.stringify(jwk(rsa.publicKey))),
      JSON.stringify(jwk(rsa.publicKey)),
      unfit,
    ],
    ['another curve', `${unsigned({ alg: 'ES256' })}.AAAA`, pem(p384.publicKey), unfit],
    ['no signature', `${unsigned({ alg: 'HS256' })}.`, secret, /signature does not match/],
    ['crit', forged({ alg: 'HS256', crit: ['x'], x: 1 }, secret), secret, /cannot be verified/],
    ['own key', forged({ alg: 'HS256', jwk: { kty: 'oct', k: 'eA' } }, 'x'), secret, /not match/],
    ['weak RSA', `${unsigned({ alg: 'RS256' })}.AAAA`, pem(smallRsa.publicKey), /2048 bits/],
    ['two parts', 'a.b', secret, /three parts/],
    ['JWE', 'a.b.c.d.e', secret, /encrypted/],
    ['not JSON', 'AAAA.AAAA.AAAA', secret, /header that is not/],
    ['array', `${unsigned([])}.AAAA`, secret, /header that is not/],
    [
      'deep nesting',
      `${unsigned({ alg: 'HS256' }, JSON.parse('['.repeat(5000) + ']'.repeat(5000)))}.AAAA`,
      secret,
      /payload that is not/,
    ],
  ])('%s', async (_name, token, key, reason) => {
    const answer = await verify({ token, key })
    expect(answer).toMatchObject({ valid: false, reason: expect.stringMatching(reason) })
    expect(answer).not.toHaveProperty('payload')
  })

  test.each([
    [{ key: '-----BEGIN PUBLIC KEY-----\n!\n-----END PUBLIC KEY-----' }, 'key: is not a valid PEM'],
    [{ key: 'ssh-rsa AAAAB3NzaC1yc2E' }, 'key: is an SSH key'],
    [{ key: '{"keys":[]}' }, 'key: is a set of keys'],
    [{ key: '{"kty":"oct"}' }, 'key.k: must be'],
    [{ key: '{"kty":"RSA"}' }, 'key: is not a valid JWK'],
    [{}, 'key, jwks: give exactly one'],
    [{ key: secret, jwks: { keys: [] } }, 'key, jwks: give exactly one'],
    [{ jwks: { keys: 'no' } }, 'jwks: must be {"keys"'],
    [{ jwks: { keys: [jwk(rsa.privateKey)] } }, 'jwks: must hold valid public keys only'],
  ])('refuses %#', async (input, message) => {
    const token = await signed({ payload: {}, key: pem(rsa.privateKey), alg: 'RS256' })
    await expect(verify({ token, ...input })).rejects.toThrow(message)
  })
})

describe('claims and key sets', () => {
  test.each([
    [{ nbf: now + 10 }, {}, 'The token is not valid before 2026-01-01T00:00:10.000Z.'],
    [{ nbf: now + 10 }, { clockToleranceSeconds: 10 }, undefined],
    [{ exp: now }, {}, 'The token expired at 2026-01-01T00:00:00.000Z.'],
    [{ exp: now }, { clockToleranceSeconds: 1 }, undefined],
    [{}, { issuer: 'me' }, 'The claim iss is missing.'],
    [{ iss: 'you' }, { issuer: 'me' }, 'The claim iss: unexpected "iss" claim value.'],
    [{ aud: ['a'] }, { audience: 'b' }, 'The claim aud: unexpected "aud" claim value.'],
  ])('%j %j', async (payload, options, reason) => {
    const token = await signed({ payload, key: secret })
    const answer = await verify({ token, key: secret, ...options })
    expect(answer['reason']).toBe(reason)
    expect(answer).toMatchObject({ valid: reason === undefined, payload })
  })

  const keys = [
    { ...jwk(otherRsa.publicKey), kid: 'a' },
    { ...jwk(rsa.publicKey), kid: 'b' },
    { kty: 'oct', k: Buffer.from(secret).toString('base64url'), kid: 'c' },
  ]
  test.each([
    ['by kid', { kid: 'b' }, true],
    ['by trial', {}, true],
    ['another key', { kid: 'a' }, false],
    ['unknown kid', { kid: 'x' }, false],
  ])('JWKS %s', async (_name, header, valid) => {
    const token = await signed({ payload: {}, key: pem(rsa.privateKey), alg: 'RS256', header })
    expect(await verify({ token, jwks: { keys } })).toMatchObject({ valid })
  })

  const nameless = keys.map(({ kid: _kid, ...key }) => key)
  test.each([
    ['among keys without a kid', { keys: nameless }],
    ['as the one key', nameless[1]],
    ['as the one key, of another kid', { ...nameless[1], kid: 'z' }],
    ['beside keys of another kid', { keys: [keys[0], nameless[1]] }],
  ])('a kid is only a hint: the key is found %s', async (_name, jwks) => {
    const header = { kid: 'x' }
    const token = await signed({ payload: {}, key: pem(rsa.privateKey), alg: 'RS256', header })
    expect(await verify({ token, jwks })).toMatchObject({ valid: true })
  })

  test.each([{ use: 'enc' }, { alg: 'PS256' }, { key_ops: ['encrypt'] }])(
    'a key for another use is skipped: %j',
    async (purpose) => {
      const token = await signed({ payload: {}, key: pem(rsa.privateKey), alg: 'RS256' })
      const jwks = { keys: [{ ...jwk(rsa.publicKey), ...purpose }] }
      expect(await verify({ token, jwks })).toMatchObject({
        valid: false,
        reason: 'No key of the set fits the kid and alg of the token.',
      })
    },
  )

  test('a key set must not hold shared secrets', async () => {
    const token = await signed({ payload: {}, key: secret, header: { kid: 'c' } })
    expect(await verify({ token, jwks: { keys } })).toMatchObject({ valid: false })
  })
})
