import { Challenge, PaymentRequest } from 'mppx'
import { describe, expect, test } from 'vitest'
import { createChallenges, encodeJson, readOpaque } from './challenge.ts'

const KEY = 'a key that is at least thirty-two bytes long'
const REALM = 'merchant.example'
const SCOPE = 'POST /api/hash'
const NOW = Date.parse('2026-01-01T00:00:00.000Z')

const challenges = createChallenges({ key: KEY, realm: REALM, now: () => NOW })
const TERMS = {
  recipient: '0x2',
  amount: '1000',
  methodDetails: { chainId: 8453, a: [1, { b: 2 }] },
}
const draft = challenges.draft('evm', encodeJson(TERMS), 'Hash')

/** As the stock client reads them. */
const read = (drafts = [draft, draft]) =>
  Challenge.fromHeadersList(new Headers([...challenges.issue(SCOPE, drafts).headers] as never))
const echo = () => {
  const [{ id, realm, method, intent, expires = '', opaque = '' } = read()[0]!] = read()
  return { id, realm, method, intent, request: draft.request, expires, opaque }
}

describe('a challenge', () => {
  test('is read by the stock client as it was drafted', () => {
    const [challenge] = read()
    expect(challenge).toMatchObject({
      realm: REALM,
      method: 'evm',
      intent: 'charge',
      request: TERMS,
      description: 'Hash',
      expires: '2026-01-01T00:05:00.000Z',
    })
    expect(readOpaque(challenge?.opaque ?? '')).toMatchObject({ scope: SCOPE })
  })

  test('has an id that the reference implementation accepts', () => {
    for (const challenge of read()) {
      expect(Challenge.verify(challenge, { secretKey: KEY })).toBe(true)
      expect(Challenge.verify(challenge, { secretKey: `${KEY}!` })).toBe(false)
    }
  })

  test('has a unique id, even at the same time', () => {
    const ids = Array.from({ length: 500 }, () => challenges.issue(SCOPE, [draft]).id)
    expect(new Set(ids).size).toBe(500)
  })

  test('has its own header, and the headers can be joined', () => {
    const evm = challenges.draft('evm', encodeJson({ amount: '1' }), 'One, "two" \\ three: é')
    const tempo = challenges.draft('tempo', encodeJson({ amount: '2' }), 'x'.repeat(500))
    const { headers, id } = challenges.issue(SCOPE, [evm, tempo])
    expect(headers.map(([name]) => name)).toEqual(['www-authenticate', 'www-authenticate'])
    const joined = new Headers({ 'www-authenticate': headers.map(([, text]) => text).join(', ') })
    const both = Challenge.fromHeadersList(joined)
    expect(both.map(({ method }) => method)).toEqual(['evm', 'tempo'])
    expect(both[0]).toMatchObject({ id, description: 'One, two  three: ' })
    expect(both[1]?.description?.length).toBeLessThan(100)
  })

  test('is recognised by the instance that issued it', () => {
    expect(challenges.isOwn(echo())).toBe(true)
  })

  test.each(['id', 'realm', 'method', 'intent', 'request', 'expires', 'opaque'] as const)(
    'is not recognised with another %s',
    (field) => {
      const good = echo()
      expect(challenges.isOwn({ ...good, [field]: `${good[field]}x` })).toBe(false)
      expect(challenges.isOwn({ ...good, [field]: '' })).toBe(false)
    },
  )

  test('of another instance is not recognised', () => {
    const other = createChallenges({ key: `${KEY}!`, realm: REALM, now: () => NOW })
    expect(other.isOwn(echo())).toBe(false)
  })
})

describe('terms', () => {
  test('are canonical JSON, equal to that of the reference implementation', () => {
    expect(encodeJson(TERMS)).toBe(PaymentRequest.serialize(TERMS))
  })

  test.each(['', 'garbage', 'bnVsbA', 'MTI'])('that cannot be read have no scope: %s', (text) => {
    expect(readOpaque(text)).toEqual({ scope: '', nonce: '' })
  })
})
