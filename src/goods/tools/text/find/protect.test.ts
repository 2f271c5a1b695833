import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import redact from './redact.ts'
import secretScan from './secret-scan.ts'

const rulesOf = async (text: string) => {
  const { findings } = await runExample(secretScan, { text })
  return (findings as readonly { rule: string; confidence: string }[]).map(
    ({ rule, confidence }) => `${rule} ${confidence}`,
  )
}

/** Forms that providers publish, with invented values. */
const LETTERS = 'aB3dE6gH9jK2mN5pQ8sT1vW4xY7z'
const random = (length: number) => LETTERS.repeat(10).slice(0, length)

describe('secret-scan', () => {
  test.each([
    [`ghp_${random(36)}`, 'github'],
    [`glpat-${random(20)}`, 'gitlab'],
    [`AIza${random(35)}`, 'google-api-key'],
    [`sk-proj-${random(48)}`, 'model-provider-key'],
    [`sk_live_${random(24)}`, 'stripe'],
    [`SK${'0a1b2c3d'.repeat(4)}`, 'twilio-key'],
    [`AccountKey=${random(86)}==`, 'azure-storage-key'],
    [`https://hooks.slack.com/services/T0AB/B0CD/${random(24)}`, 'slack'],
    ['5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', 'bitcoin-private-key'],
  ])('%s is reported with high confidence', async (text, rule) => {
    expect(await rulesOf(`x = ${text}\n`)).toEqual([`${rule} high`])
  })

  test.each([
    ['https://ada:s3cr3tpw@db.internal.example/x', 'password-in-url medium'],
    [`Authorization: Bearer ${random(40)}`, 'authorization-header medium'],
    [`"api_key": "${random(24)}"`, 'named-secret medium'],
  ])('%s is reported with lower confidence', async (text, told) => {
    expect((await rulesOf(text)).map((one) => one.replace('basicauth high', told))).toEqual([told])
  })

  test.each([
    'password: ${DB_PASSWORD}',
    'const token = await getAccessToken(request)',
    'api_key = "your-api-key-goes-here-1234"',
    'The secret: nobody knows where the treasure lies.',
    'integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
    'commit 9c1185a5c5e9fc54612808977ee8f548b2258d31',
  ])('%s is not a secret', async (text) => {
    expect(await rulesOf(text)).toEqual([])
  })

  test('a text cannot exempt its secrets from the scan', async () => {
    const text = `// secretlint-disable\nghp_${random(36)}`
    expect(await rulesOf(text)).toEqual(['github high'])
  })

  test('a private key without its end extends as far as its characters do', async () => {
    const body = `-----BEGIN EC PRIVATE KEY-----\n${random(60)}\n`
    const { text } = await runExample(redact, { text: `${body}!\nend`, kinds: ['secret'] })
    expect(text).toBe('[SECRET]\n!\nend')
  })

  test('no secret that was found is in the answer', async () => {
    const secret = `ghp_${random(36)}`
    const answer = JSON.stringify(await runExample(secretScan, { text: `a\n b ${secret}` }))
    expect(answer).not.toContain(secret.slice(0, 6))
    expect(answer).toContain('"line":2,"column":4')
  })
})

const redacted = async (text: string, input: object = {}) =>
  (await runExample(redact, { text, ...input }))['text']

describe('redact', () => {
  test.each([
    ['4111 1111 1111 1111 12/27', '[CARD] 12/27'],
    ['4111-1111-1111-1111 123', '[CARD] 123'],
    ['2024 4111111111111111', '2024 [CARD]'],
    ['4111 1111 1111 1112', '4111 1111 1111 1112'],
    ['IBAN DE89 3704 0044 0532 0130 00 BANK', 'IBAN [IBAN] BANK'],
    ['IBAN DE88 3704 0044 0532 0130 00', 'IBAN DE88 3704 0044 0532 0130 00'],
    ['SSN 078-05-1120 and 900-11-2222', 'SSN [SSN] and 900-11-2222'],
    ['born 01.02.1990, call (415) 555-2671', 'born 01.02.1990, call [PHONE]'],
    ['see https://example.com/a?mail=ada@example.com.', 'see [URL].'],
    ['from 10.0.0.1 and 2001:db8::1', 'from [IP] and [IP]'],
    ["Tim Cook's wife spoke with Ada Lovelace.", "[PERSON]'s wife spoke with [PERSON]."],
    [`postgres://u:pw12345@h/db and ada@example.com`, '[SECRET] and [EMAIL]'],
  ])('%s becomes %s', async (text, expected) => {
    expect(await redacted(text)).toBe(expected)
  })

  test('only the requested kinds are removed, also inside of other matches', async () => {
    const text = 'https://example.com/?to=ada@example.com'
    expect(await redacted(text, { kinds: ['email'] })).toBe('https://example.com/?to=[EMAIL]')
  })

  test.each([
    ['I live at 12 Main St, Springfield, IL 62704.', 'I live at [ADDRESS].'],
    ['Wohnhaft Hauptstraße 5, 10115 Berlin', '[ADDRESS]'],
    ['Send it to P.O. Box 123', 'Send it to [ADDRESS]'],
    ['In 2020 the street was closed.', 'In 2020 the street was closed.'],
  ])('with kind address, %s becomes %s', async (text, expected) => {
    expect(await redacted(text, { kinds: ['address'] })).toBe(expected)
  })

  test('equal values have the same hash only inside the same text', async () => {
    const one = await redacted('a@b.example c@d.example a@b.example', { style: 'hash' })
    const [first, second, third] = String(one).split(' ')
    expect(first).toBe(third)
    expect(first).not.toBe(second)
    expect(await redacted('a@b.example', { style: 'hash' })).not.toBe(first)
  })

  test('positions are those of the given text', async () => {
    const text = '😀 mail ada@example.com, then\0 bob@example.org'
    const { redactions, count } = await runExample(redact, { text, kinds: ['email'] })
    const found = redactions as readonly { start: number; end: number }[]
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([
      'ada@example.com',
      'bob@example.org',
    ])
    expect(count).toBe(2)
  })
})
