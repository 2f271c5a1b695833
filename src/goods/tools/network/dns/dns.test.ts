import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import dns from './dns.ts'

test.each([
  ['example.com', undefined, ['93.184.215.14']],
  ['example.com', 'AAAA', ['2606:2800:21f:cb07:6820:80da:af6b:8b2c']],
  ['example.com', 'NS', ['a.iana-servers.net', 'b.iana-servers.net']],
  ['example.com', 'TXT', [['v=spf1 -all'], ['wgyf8z8cgvm2qmxpnbnldrcltvk4xqfn']]],
  ['split.example.com', 'TXT', [['one record ', 'of two strings']]],
  ['www.example.com', 'CNAME', ['example.com']],
  ['www.example.com', 'A', ['93.184.215.14']],
  ['empty.example.com', 'A', []],
  ['example.com', 'CNAME', []],
])('%s %s', async (name, type, records) => {
  const input = type ? { name, type } : { name }
  expect(await runExample(dns, input)).toMatchObject({ name, type: type ?? 'A', records })
})

test('mail exchanges come in the order in which they are tried', async () => {
  const { records } = await runExample(dns, { name: 'mail.example.com', type: 'MX' })
  expect(records).toEqual([
    { exchange: 'first.example.com', priority: 10 },
    { exchange: 'second.example.com', priority: 20 },
  ])
})

test.each([
  [' Example.COM. ', 'example.com'],
  ['MÜNCHEN.example.com', 'xn--mnchen-3ya.example.com'],
  ['xn--mnchen-3ya.example.com', 'xn--mnchen-3ya.example.com'],
  ['www。example。com', 'www.example.com'],
])('%s is asked for as %s', async (name, asked) => {
  expect(await runExample(dns, { name })).toMatchObject({ name: asked })
})

describe('is refused:', () => {
  const label = 'x'.repeat(64)
  const long = `${'abcdefg.'.repeat(32)}com`
  const names = [
    ['', '.', '..', 'com', 'localhost', '.example.com', 'a..example.com', 'example.com..'],
    ['127.0.0.1', '127.1', '0x7f.1', '1.2.3', '１２７.０.０.１', '::1', '[::1]', '1.1.1.1.'],
    ['http://example.com', 'example.com/x', 'example.com:53', 'me@example.com', 'example.com?'],
    ['exa mple.com', 'example.com\0', 'ex%61mple.com', '*.example.com', 'exam\tple.com'],
    [`${label}.com`, long, 'a.'.repeat(5_000), '\u202e.com', '__proto__', 'constructor'],
  ]
  test.each(names.flat())('%j', async (name) => {
    const refusal = runExample(dns, { name })
    await expect(refusal).rejects.toMatchObject({ code: 'bad_input' })
    await expect(refusal).rejects.toThrow(/^name: must be a domain name/)
  })

  test('a type that is not offered', async () => {
    const refusal = runExample(dns, { name: 'example.com', type: 'ANY' })
    await expect(refusal).rejects.toMatchObject({ code: 'bad_input' })
  })
})

test.each([
  ['nowhere.example.com', 'not_found', 404],
  ['postgres.internal', 'not_found', 404],
  ['broken.example.com', 'upstream_failed', 502],
  ['refused.example.com', 'upstream_failed', 502],
  ['malformed.example.com', 'upstream_failed', 502],
])('%s is a fault: %s', async (name, code, status) => {
  await expect(runExample(dns, { name })).rejects.toMatchObject({ code, status })
})
