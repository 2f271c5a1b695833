import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import {
  silent,
  standIn,
  troubled,
  TROUBLES,
  type Trouble,
} from '../../../../../test/support/upstreams/define.ts'
import certTransparency from '../tls-http/cert-transparency.ts'
import dnsLookup from './dns-lookup.ts'
import dnsPropagation from './dns-propagation.ts'
import dnssecCheck from './dnssec-check.ts'
import domainAvailable from './domain-available.ts'
import domainParse from './domain-parse.ts'
import reverseDns from './reverse-dns.ts'
import whois from './whois.ts'

const troubles = Object.entries(TROUBLES) as [Trouble, string][]

describe('whois', () => {
  test.each([
    ['EXAMPLE.com', 'example.com'],
    ['www.example.com', 'example.com'],
    ['https://www.example.com:8443/a?b', 'example.com'],
    ['example.com.', 'example.com'],
  ])('%s is asked for as %s', async (domain, asked) => {
    expect(await runExample(whois, { domain })).toMatchObject({ domain: asked, registered: true })
  })

  test.each([
    'com',
    'co.uk',
    '127.0.0.1',
    'localhost',
    '',
    'http://',
    'a b.com',
    '../etc',
    'x'.repeat(2_049),
  ])('%j is refused', async (domain) => {
    const refusal = runExample(whois, { domain })
    await expect(refusal).rejects.toMatchObject({ code: 'bad_input' })
  })

  test('a record of unusual types is read as far as possible', async () => {
    expect(await runExample(whois, { domain: 'odd.com' })).toMatchObject({
      registered: true,
      registrar: null,
      createdIso: null,
      ageDays: null,
      status: [],
      nameservers: [],
      dnssec: null,
    })
  })

  test('if the registry refuses, the fallback is asked', async () => {
    expect(await runExample(whois, { domain: 'shop.limited' })).toMatchObject({ registered: true })
  })

  test('a top-level domain without RDAP is not found', async () => {
    const answer = runExample(whois, { domain: 'example.zz' })
    await expect(answer).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each(troubles)(
    'a registry in trouble (%s) is a fault: %s',
    { tags: 'long' },
    async (trouble, code) => {
      const given = { UPSTREAM_RDAP_URL: await troubled(trouble) }
      const answer = runExample(whois, { domain: 'example.com' }, undefined, given)
      await expect(answer).rejects.toMatchObject({ code })
    },
  )
})

describe('domain-available', () => {
  test.each([
    ['example.com', false, 'dns'],
    ['nowhere.com', null, 'dns'],
  ])('without the registry, DNS says of %s: %s', async (domain, available, checkedBy) => {
    const given = { UPSTREAM_RDAP_URL: await troubled('refused') }
    const answer = await runExample(domainAvailable, { domains: [domain] }, undefined, given)
    expect(answer['results']).toMatchObject([{ domain, available, checkedBy }])
  })

  test.each([
    [[]],
    [Array.from({ length: 11 }, () => 'example.com')],
    [['com']],
    ['example.com,b'],
  ])('%j is refused', async (domains) => {
    const refusal = runExample(domainAvailable, { domains })
    await expect(refusal).rejects.toMatchObject({ code: 'bad_input' })
  })
})

describe('cert-transparency', () => {
  test.each(troubles)('crt.sh in trouble (%s): Cert Spotter is asked', async (trouble) => {
    const given = { UPSTREAM_CRT_SH_URL: await troubled(trouble) }
    const answer = await runExample(certTransparency, { domain: 'example.com' }, undefined, given)
    expect(answer).toMatchObject({
      source: 'Cert Spotter',
      count: 1,
      hostnames: ['example.com', 'www.example.com'],
    })
  })

  test('if both are in trouble, the fault is that of the first', async () => {
    const given = {
      UPSTREAM_CRT_SH_URL: await troubled('limited'),
      UPSTREAM_CERT_SPOTTER_URL: await troubled('html'),
    }
    const answer = runExample(certTransparency, { domain: 'example.com' }, undefined, given)
    await expect(answer).rejects.toThrow(/crt\.sh refuses more requests/)
  })

  const dates = { not_before: '2025-01-15T00:00:00Z', not_after: '9999-12-31T23:59:59-14:00' }
  const odd = { id: 1, ...dates, name_value: 'example.com', dns_names: ['example.com'] }
  const row = { ...odd, id: 2, not_after: '9999-12-31T23:59:59Z' }
  test.each(['CRT_SH', 'CERT_SPOTTER'])(
    '%s: a date beyond the year 9999 costs its row',
    async (log) => {
      const given = {
        UPSTREAM_CRT_SH_URL: await troubled('limited'),
        ...(await standIn({ at: `UPSTREAM_${log}_URL`, answer: () => [odd, row] })()),
      }
      const answer = await runExample(certTransparency, { domain: 'example.com' }, undefined, given)
      expect(answer['certificates']).toHaveLength(1)
      expect(answer['certificates']).toMatchObject([
        { notBeforeIso: '2025-01-15T00:00:00.000Z', notAfterIso: '9999-12-31T23:59:59.000Z' },
      ])
    },
  )

  test('a domain without logged certificates has an empty answer', async () => {
    const answer = await runExample(certTransparency, { domain: 'nothing.example.org' })
    expect(answer).toMatchObject({ count: 0, certificates: [], hostnames: [], firstSeenIso: null })
  })
})

describe('dns-propagation', () => {
  test('a resolver that is behind is shown', async () => {
    const answer = await runExample(dnsPropagation, { domain: 'cloudflare.com' })
    expect(answer).toMatchObject({ consistent: false })
    expect(answer['resolvers']).toMatchObject([
      { name: 'Cloudflare DNS', records: ['104.16.132.229'], ttlSeconds: 300, error: null },
      { name: 'Google Public DNS' },
      { name: 'Quad9' },
      { name: 'AdGuard DNS', records: ['192.0.2.1'] },
    ])
  })

  test('a resolver that fails is shown with its error, and the others count', async () => {
    const given = { UPSTREAM_QUAD9_DNS_URL: await troubled('html') }
    const input = { domain: 'example.com', type: 'TXT' }
    const answer = await runExample(dnsPropagation, input, undefined, given)
    expect(answer).toMatchObject({ consistent: true })
    const rows = answer['resolvers'] as { records: string[]; error: string | null }[]
    expect(rows.map(({ records }) => records)).toEqual([
      ['v=spf1 -all'],
      ['v=spf1 -all'],
      [],
      ['v=spf1 -all'],
    ])
    expect(rows[2]?.error).toMatch(/did not answer with JSON/)
  })

  test('if no resolver answers, it is a fault', async () => {
    const url = await troubled('refused')
    const names = ['CLOUDFLARE', 'GOOGLE', 'QUAD9', 'ADGUARD']
    const given = Object.fromEntries(names.map((name) => [`UPSTREAM_${name}_DNS_URL`, url]))
    const answer = runExample(dnsPropagation, { domain: 'example.com' }, undefined, given)
    await expect(answer).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  test(
    'a resolver that does not answer delays the others only briefly',
    { tags: 'long' },
    async () => {
      const given = { UPSTREAM_ADGUARD_DNS_URL: await silent() }
      const answer = await runExample(dnsPropagation, { domain: 'example.com' }, undefined, given)
      expect(answer).toMatchObject({ consistent: true })
    },
  )
})

test.each([
  ['unsigned.com', { signed: false, validated: false, problems: ['It is not signed.'] }],
  ['island.com', { signed: false, validated: false, ds: [] }],
  [
    'broken.com',
    { signed: false, validated: false, ds: [{ algorithm: 'RSASHA1', digestType: 1 }] },
  ],
])('dnssec-check of %s', async (domain, expected) => {
  expect(await runExample(dnssecCheck, { domain })).toMatchObject(expected)
})

describe('dns-lookup', () => {
  test('the issuers that may issue certificates are listed', async () => {
    const { caa } = await runExample(dnsLookup, { domain: 'caa.example.com' })
    expect(caa).toEqual([
      { tag: 'issue', value: 'letsencrypt.org', critical: false },
      { tag: 'iodef', value: 'mailto:a@example.com', critical: true },
    ])
  })

  test.each([
    ['nowhere.example.com', 'not_found'],
    ['broken.example.com', 'upstream_failed'],
    ['postgres.internal', 'not_found'],
  ])('%s is a fault: %s', async (domain, code) => {
    await expect(runExample(dnsLookup, { domain })).rejects.toMatchObject({ code })
  })
})

test.each([
  ['9.9.9.9', { hostnames: [], forwardConfirmed: false }],
  ['1.1.1.1', { forwardConfirmed: true }],
])('reverse-dns of %s', async (ip, expected) => {
  expect(await runExample(reverseDns, { ip })).toMatchObject(expected)
})

test.each([
  ['com', { domain: null, publicSuffix: 'com' }],
  ['localhost', { domain: null, isIcann: false }],
  ['127.0.0.1', { isIp: true, domain: null }],
  ['https://[::1]:80/', { isIp: true, hostname: '::1' }],
  ['me@mail.example.co.jp', { domain: 'example.co.jp', subdomain: 'mail' }],
  ['xn--mnchen-3ya.de', { unicode: 'münchen.de' }],
])('domain-parse of %s', async (domain, expected) => {
  expect(await runExample(domainParse, { domain })).toMatchObject(expected)
})

test.each(['', ' ', '://', '\0', '@', 'a b', '.'.repeat(300), '\u202eabc', '.com', 'a\u202e.com'])(
  'domain-parse of %j is refused',
  async (domain) => {
    await expect(runExample(domainParse, { domain })).rejects.toMatchObject({ code: 'bad_input' })
  },
)
