import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import jwkConvert from './jwk-convert.ts'
import keypairGenerate from './keypair-generate.ts'
import signVerify from './sign-verify.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const smallRsa = generateKeyPairSync('rsa', { modulusLength: 1024 })
const p521 = generateKeyPairSync('ec', { namedCurve: 'P-521' })
const ed25519 = generateKeyPairSync('ed25519')
const x25519 = generateKeyPairSync('x25519')
const dsa = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 })

const pem = (key: KeyObject, type = key.type === 'private' ? 'pkcs8' : 'spki') =>
  key.export({ format: 'pem', type } as never) as string
const jwk = (key: KeyObject) => ({ ...key.export({ format: 'jwk' }) })

const HOSTILE_KEYS = [
  '',
  'x',
  '{"kty":',
  '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
  '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----',
  '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----',
  'x'.repeat(20_000),
  {},
  { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' },
  { kty: 'OKP', crv: 'constructor', x: 'AA' },
  { kty: 'RSA', n: 'A'.repeat(1500), e: 'AQAB' },
  { kty: 'RSA', n: `_${'A'.repeat(2000)}`, e: 'AQAB' },
  { keys: [] },
  JSON.parse(`{"kty":${'['.repeat(9000)}${']'.repeat(9000)}}`),
  pem(dsa.publicKey),
]

describe('jwk-convert', () => {
  test.each([
    ['ed25519', ed25519.privateKey],
    ['x25519', x25519.publicKey],
    ['p521', p521.privateKey],
    ['rsa2048', rsa.publicKey],
  ])('%s from JWK to PEM and back', async (type, key) => {
    const there = await runExample(jwkConvert, { key: jwk(key), to: 'pem' })
    expect(there).toMatchObject({ pem: pem(key), type, private: key.type === 'private' })
    const back = await runExample(jwkConvert, { key: there['pem'] })
    expect(back).toMatchObject({ jwk: jwk(key), kid: there['kid'] })
  })

  test('older PEM forms are read', async () => {
    const answer = await runExample(jwkConvert, { key: pem(rsa.privateKey, 'pkcs1'), to: 'pem' })
    expect(answer['pem']).toBe(pem(rsa.privateKey))
  })

  test('a published set holds no private part', async () => {
    const key = { ...jwk(rsa.privateKey), kid: 'k1', use: 'sig', alg: 'RS256', key_ops: ['sign'] }
    expect(await runExample(jwkConvert, { key, to: 'jwks' })).toMatchObject({
      private: true,
      jwk: { keys: [{ ...jwk(rsa.publicKey), kid: 'k1', use: 'sig', alg: 'RS256' }] },
    })
    const { jwk: set } = await runExample(jwkConvert, { key: JSON.stringify(key), to: 'jwks' })
    expect(JSON.stringify(set)).not.toMatch(/"(d|p|q|dp|dq|qi|key_ops)":/)
  })

  test('the example of RFC 7638', async () => {
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw'
    const key = { kty: 'RSA', n, e: 'AQAB', alg: 'RS256', kid: '2011-04-29' }
    expect(await runExample(jwkConvert, { key })).toMatchObject({
      thumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
      kid: '2011-04-29',
      jwk: key,
    })
  })

  test('shared secrets stay JWK', async () => {
    const key = { kty: 'oct', k: 'c2VjcmV0' }
    expect(await runExample(jwkConvert, { key })).toMatchObject({ type: 'oct48', private: true })
    await expect(runExample(jwkConvert, { key, to: 'pem' })).rejects.toThrow('to: must be jwk')
  })

  test.each(HOSTILE_KEYS)('refuses %#', async (key) => {
    await expect(runExample(jwkConvert, { key })).rejects.toThrow(/^key: /)
  })
})

describe('keypair-generate', () => {
  test.each(['ed25519', 'x25519', 'p256', 'p384', 'secp256k1', 'rsa2048'])('%s', async (type) => {
    const { publicKey, privateKey } = await runExample(keypairGenerate, { type })
    const converted = await runExample(jwkConvert, { key: privateKey, to: 'pem' })
    expect(converted).toMatchObject({ type, private: true })
    expect(pem(createPublicKey(String(privateKey)))).toBe(publicKey)
  })

  test.each([
    ['ed25519', 64, 64],
    ['p256', 130, 64],
    ['p384', 194, 96],
  ])('%s as hex', async (type, publicDigits, privateDigits) => {
    const { publicKey, privateKey } = await runExample(keypairGenerate, { type, format: 'hex' })
    expect(publicKey).toMatch(new RegExp(`^[0-9a-f]{${publicDigits}}$`))
    expect(privateKey).toMatch(new RegExp(`^[0-9a-f]{${privateDigits}}$`))
  })
})

describe('sign-verify', () => {
  const message = 'grüezi'
  test.each([
    ['ed25519', 'auto', ed25519],
    ['ecdsa-sha256', 'auto', p521],
    ['rsa-pss-sha256', 'auto', rsa],
    ['rsa-pkcs1-sha256', 'rsa-pkcs1-sha256', rsa],
  ])('%s', async (algo, asked, { privateKey, publicKey }) => {
    const input = { mode: 'sign', key: pem(privateKey), message, algo: asked, encoding: 'hex' }
    const answer = await runExample(signVerify, input)
    expect(answer).toMatchObject({ algo })
    const check = { mode: 'verify', key: jwk(publicKey), message, encoding: 'hex', ...answer }
    expect(await runExample(signVerify, check)).toEqual({ valid: true, algo })
    expect(await runExample(signVerify, { ...check, algo: 'auto' })).toEqual({ valid: true, algo })
    const other = { ...check, message: `${message}!` }
    expect(await runExample(signVerify, other)).toEqual({ valid: false, algo })
  })

  test('raw ECDSA signatures, as JWS and Web Crypto make them', async () => {
    const way = { key: p521.privateKey, dsaEncoding: 'ieee-p1363' } as const
    const signature = sign('sha256', Buffer.from(message), way).toString('base64url')
    const input = { mode: 'verify', key: pem(p521.publicKey), message, signature }
    expect(await runExample(signVerify, input)).toMatchObject({ valid: true })
  })

  test.each(['', 'AAAA', Buffer.alloc(64).toString('base64'), 'A'.repeat(8192)])(
    'a wrong signature is not valid %#',
    async (signature) => {
      for (const { publicKey } of [rsa, p521, ed25519]) {
        const input = { mode: 'verify', key: pem(publicKey), message, signature }
        expect(await runExample(signVerify, input)).toMatchObject({ valid: false })
      }
    },
  )

  test.each([
    [{ mode: 'sign', key: pem(rsa.publicKey) }, 'key: must be a private key'],
    [{ mode: 'sign', key: pem(smallRsa.privateKey) }, 'key: must be RSA of at least 2048'],
    [
      { mode: 'sign', key: pem(x25519.privateKey) },
      'algo: must fit the key; a key of type x25519 signs by nothing',
    ],
    [
      { mode: 'sign', key: pem(rsa.privateKey), algo: 'ed25519' },
      'algo: must fit the key; a key of type rsa2048',
    ],
    [{ mode: 'verify', key: pem(rsa.publicKey) }, 'signature: is required'],
    [{ mode: 'verify', key: pem(rsa.publicKey), signature: '*' }, 'signature: must be base64'],
  ])('refuses %#', async (input, text) => {
    await expect(runExample(signVerify, { message, ...input })).rejects.toThrow(text)
  })

  test.each(HOSTILE_KEYS)('refuses hostile key %#', async (key) => {
    await expect(runExample(signVerify, { mode: 'sign', key, message })).rejects.toThrow(/^key: /)
  })
})
