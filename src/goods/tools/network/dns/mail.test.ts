import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startDnsServer,
  type DnsServer,
  type Zone,
} from '../../../../../test/support/dns-server.ts'
import { internet } from '../../../../../test/support/internet.ts'
import { pages } from '../../../../../test/support/internet-sites.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import dkimLookup from './dkim-lookup.ts'
import dmarcCheck from './dmarc-check.ts'
import emailDeliverability from './email-deliverability.ts'
import mtaStsCheck from './mta-sts-check.ts'
import spfCheck from './spf-check.ts'

const txt = (...records: string[]) => ({
  TXT: records.map((record) => record.match(/.{1,200}/g) ?? ['']),
})
const many = (count: number) =>
  `v=spf1 ${Array.from({ length: count }, (_, at) => `include:i${at}.example.net`).join(' ')} -all`

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
const spki = rsa.export({ format: 'der', type: 'spki' }).toString('base64')
const pkcs1 = rsa.export({ format: 'der', type: 'pkcs1' }).toString('base64')

const ZONE: Zone = {
  'plain.example.net': txt(
    'v=spf1 ip4:192.30.252.0/22 ip6:2606:4700::/32 a mx:mail.example.net ~all',
  ),
  'mail.example.net': { MX: [[10, 'mx1.example.net']] },
  'mx1.example.net': { A: ['9.9.9.9'] },
  'outer.example.net': txt('v=spf1 include:plain.example.net -all'),
  'redirected.example.net': txt('v=spf1 redirect=plain.example.net'),
  'lost.example.net': txt('v=spf1 include:nowhere.example.net -all'),
  'twice.example.net': txt('v=spf1 -all', 'v=spf1 ~all'),
  'garbage.example.net': txt('v=spf1 ip4:999.1.1.1 ipv4:1.2.3.4 -all'),
  'open.example.net': txt('v=spf1 +all'),
  'endless.example.net': txt('v=spf1 include:endless.example.net -all'),
  'heavy.example.net': txt(many(11)),
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`i${at}.example.net`, txt('v=spf1 ip4:192.0.2.1 -all')]),
  ),
  'macro.example.net': txt('v=spf1 exists:%{ir}.%{v}._spf.%{d2} -all'),
  '8.8.8.8.in-addr._spf.example.net': { A: ['127.0.0.2'] },
  'modifiers.example.net': txt('v=spf1 exp=explain.example.net x-y=1 ?all'),
  'broken.example.net': 'SERVFAIL',
  'spf10.example.net': txt('v=spf10 -all'),
  'silentend.example.net': txt('v=spf1 ip4:1.2.3.4'),
  '_dmarc.example.net': txt(
    'v=DMARC1; p=quarantine; sp=none; pct=50; rua=mailto:a@example.net, https://x',
  ),
  '_dmarc.void.example.org': txt('v=DMARC1; rua=mailto:a@example.org'),
  '_dmarc.two.example.org': txt('v=DMARC1; p=none', 'v=DMARC1; p=reject'),
  's1._domainkey.example.net': {
    TXT: [[`v=DKIM1; k=rsa; t=y:s; p=${spki.slice(0, 200)}`, spki.slice(200)]],
  },
  's2._domainkey.example.net': { TXT: [[`p=${pkcs1.slice(0, 200)}`, pkcs1.slice(200)]] },
  'gone._domainkey.example.net': txt('v=DKIM1; p='),
  'bad._domainkey.example.net': txt('v=DKIM1; p=!!!!'),
  'sts.example.net': {
    MX: [
      [1, 'mx.sts.example.net'],
      [2, 'stray.example.org'],
    ],
  },
  '_mta-sts.sts.example.net': txt('v=STSv1'),
  '_mta-sts.lost.example.net': txt('v=STSv1; id=1'),
  'default._bimi.sts.example.net': txt('v=BIMI1; l=https://example.net/logo.svg; a='),
}

let server: DnsServer
beforeAll(async () => {
  server = await startDnsServer(ZONE)
  const body = 'version: STSv1\nmode: testing\nmx: *.sts.example.net\nmax_age: 604800\n'
  const { sites } = await internet()
  sites.set('mta-sts.sts.example.net', pages({ '/.well-known/mta-sts.txt': { body } }))
})
afterAll(() => server.close())

const run = (tool: ToolSpec, input: Record<string, unknown>) =>
  runExample(tool, input, undefined, { DNS_SERVERS: server.address })

describe('spf-check', () => {
  test.each([
    ['plain.example.net', '192.30.253.9', 'pass'],
    ['plain.example.net', '2606:4700::1', 'pass'],
    ['plain.example.net', '9.9.9.9', 'pass'],
    ['plain.example.net', '8.8.8.8', 'softfail'],
    ['outer.example.net', '9.9.9.9', 'pass'],
    ['outer.example.net', '8.8.8.8', 'fail'],
    ['redirected.example.net', '192.30.252.1', 'pass'],
    ['redirected.example.net', '8.8.8.8', 'softfail'],
    ['lost.example.net', '8.8.8.8', 'permerror'],
    ['twice.example.net', '8.8.8.8', 'permerror'],
    ['garbage.example.net', '8.8.8.8', 'permerror'],
    ['open.example.net', '8.8.8.8', 'pass'],
    ['endless.example.net', '8.8.8.8', 'permerror'],
    ['heavy.example.net', '8.8.8.8', 'permerror'],
    ['macro.example.net', '8.8.8.8', 'pass'],
    ['macro.example.net', '9.9.9.9', 'fail'],
    ['modifiers.example.net', '8.8.8.8', 'neutral'],
    ['broken.example.net', '8.8.8.8', 'temperror'],
    ['spf10.example.net', '8.8.8.8', 'none'],
    ['nowhere.example.net', '8.8.8.8', 'none'],
    ['silentend.example.net', '8.8.8.8', 'neutral'],
    ['plain.example.net', undefined, 'softfail'],
    ['heavy.example.net', undefined, 'permerror'],
  ])('%s from %s: %s', async (domain, ip, result) => {
    expect(await run(spfCheck, ip ? { domain, ip } : { domain })).toMatchObject({ result })
  })

  test('counts lookups, and reports problems', async () => {
    expect(await run(spfCheck, { domain: 'outer.example.net' })).toMatchObject({ lookups: 3 })
    const heavy = await run(spfCheck, { domain: 'heavy.example.net' })
    expect(heavy['lookups']).toBe(11)
    expect(heavy['problems']).toContainEqual(expect.stringMatching(/11 DNS lookups/))
    const open = await run(spfCheck, { domain: 'open.example.net' })
    expect(open['problems']).toContainEqual(expect.stringMatching(/anybody/))
  })

  test('a record that includes itself ends', async () => {
    const { lookups } = await run(spfCheck, { domain: 'endless.example.net' })
    expect(lookups).toBeLessThanOrEqual(31)
  })
})

describe('dmarc-check', () => {
  test('an inherited policy is that for subdomains', async () => {
    const answer = await run(dmarcCheck, { domain: 'sub.example.net' })
    expect(answer).toMatchObject({
      found: true,
      policy: 'quarantine',
      subdomainPolicy: 'none',
      pct: 50,
    })
    expect(answer['problems']).toHaveLength(4)
  })
  test.each([
    ['void.example.org', { found: true, policy: null }],
    ['two.example.org', { found: false }],
    ['nothing.example.org', { found: false, record: null }],
  ])('%s', async (domain, expected) => {
    expect(await run(dmarcCheck, { domain })).toMatchObject(expected)
  })
})

describe('dkim-lookup', () => {
  test.each([
    ['s1', { found: true, keyType: 'rsa', keyBits: 2048, testing: true }],
    ['s2', { found: true, keyType: 'rsa', keyBits: 2048, testing: false }],
    ['gone', { found: true, keyBits: null, problems: ['The key is revoked.'] }],
    ['bad', { found: true, keyBits: null }],
    ['none', { found: false, record: null }],
  ])('%s', async (selector, expected) => {
    expect(await run(dkimLookup, { domain: 'example.net', selector })).toMatchObject(expected)
  })
  test.each(['', '..', 'a b', 'a/b', 'x'.repeat(64), '-x', 'ü'])(
    '%j is refused as a selector',
    async (selector) => {
      const refusal = run(dkimLookup, { domain: 'example.net', selector })
      await expect(refusal).rejects.toMatchObject({ code: 'bad_input' })
    },
  )
})

describe('mta-sts-check', () => {
  test('a policy in testing mode that leaves out a server is reported', async () => {
    const answer = await run(mtaStsCheck, { domain: 'sts.example.net' })
    expect(answer).toMatchObject({
      mtaSts: { found: true, mode: 'testing', maxAgeSeconds: 604_800, mx: ['*.sts.example.net'] },
      tlsRpt: { found: false },
      bimi: { found: true, logoUrl: 'https://example.net/logo.svg', authorityUrl: null },
    })
    expect(answer['problems']).toEqual([
      'The MTA-STS record has no id.',
      'The MTA-STS mode is testing, not enforce.',
      'The mail server stray.example.org is not in the policy.',
      'There is no TLS-RPT record: failures are not reported.',
    ])
  })
  test('a policy that cannot be fetched is reported', async () => {
    const answer = await run(mtaStsCheck, { domain: 'lost.example.net' })
    expect(answer).toMatchObject({ mtaSts: { found: false } })
    expect(answer['problems']).toContainEqual(expect.stringMatching(/cannot be fetched/))
  })
})

test('email-deliverability reports a domain that lets anybody send and has no DMARC', async () => {
  const answer = await run(emailDeliverability, { domain: 'mail.example.net' })
  expect(answer).toMatchObject({ grade: 'D', dkim: [] })
  expect(answer['fixes']).toContainEqual(expect.stringMatching(/^SPF: there is no record/))
})

test('email-deliverability names the selector that is not valid', async () => {
  const refusal = run(emailDeliverability, { domain: 'example.net', selectors: 'ok,a b' })
  await expect(refusal).rejects.toThrow(/^selectors: "a b"/)
})
