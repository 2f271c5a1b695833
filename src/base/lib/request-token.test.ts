import { generateKeyPairSync } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { createTokenAuthorizer } from './request-token.ts'

const URL = 'https://api.facilitator.example/platform/v2/x402/verify'
const keyId = 'organizations/1/apiKeys/2'

const ed25519 = generateKeyPairSync('ed25519')
const { d = '', x = '' } = ed25519.privateKey.export({ format: 'jwk' })
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = p256.privateKey.export({ format: 'pem', type: 'sec1' }).toString()

const KEYS = [
  ['EdDSA', Buffer.from([d, x].map(bytes).flat()).toString('base64'), ed25519.publicKey],
  ['ES256', pem, p256.publicKey],
  ['ES256', pem.replaceAll('\n', '\\n'), p256.publicKey],
] as const

function bytes(base64: string): number[] {
  return [...Buffer.from(base64, 'base64url')]
}

describe('a token for a facilitator', () => {
  test.each(KEYS)('is signed with %s, and bound to one request', async (alg, secret, publicKey) => {
    const authorize = createTokenAuthorizer({ keyId, keySecret: secret, now: Date.now })
    const [first, second] = await Promise.all([authorize('POST', URL), authorize('POST', URL)])
    const token = String(first).replace(/^Bearer /, '')
    expect(decodeProtectedHeader(token)).toMatchObject({ alg, kid: keyId, typ: 'JWT' })
    const { payload } = await jwtVerify(token, publicKey)
    expect(payload).toMatchObject({
      iss: 'cdp',
      sub: keyId,
      uris: ['POST api.facilitator.example/platform/v2/x402/verify'],
    })
    expect(Number(payload.exp) - Number(payload.nbf)).toBe(120)
    expect(first).not.toBe(second)
  })

  test('cannot be made with an invalid key', () => {
    const make = () => createTokenAuthorizer({ keyId, keySecret: 'hello', now: Date.now })
    expect(make).toThrow()
  })
})
