import { describe, expect, test } from 'vitest'
import { assertPublicUrl, isPrivateName, isPublicAddress } from './public-url.ts'

describe('addresses', () => {
  const publicOnes = [
    ['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '93.184.215.14', '100.63.255.255'],
    ['100.128.0.0', '126.255.255.255', '128.0.0.1', '172.15.255.255', '172.32.0.0', '192.167.1.1'],
    ['169.253.255.255', '198.17.255.255', '198.20.0.0', '223.255.255.255', '168.63.129.17'],
    ['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450::1', '2003::1', '2400:cb00::1'],
  ]
  test.each(publicOnes.flat())('%s is public', (ip) => {
    expect(isPublicAddress(ip)).toBe(true)
  })

  const others = [
    // this network, private, carrier-grade NAT, loopback, link-local and metadata
    ['0.0.0.0', '0.1.2.3', '10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255'],
    ['192.168.0.1', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.255.255.254'],
    ['169.254.169.254', '169.254.0.1', '168.63.129.16', '192.0.0.192'],
    // documentation, benchmarks, relays, multicast, reserved, broadcast
    ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '198.19.255.255', '192.88.99.1'],
    ['192.31.196.1', '192.52.193.1', '192.175.48.1', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
    ['255.255.255.255', '192.0.0.1'],
    // unspecified, loopback, link-local, site-local, unique local, multicast, discard
    ['::', '::1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1', 'fc00::1', 'fd00:ec2::254'],
    ['ff02::1', 'ff0e::1', '100::1', '5f00::1', '4000::1', '8000::1'],
    // another address inside: mapped, compatible, translated, NAT64, 6to4, Teredo
    ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '::8.8.8.8', '::ffff:0:8.8.8.8'],
    ['64:ff9b::8.8.8.8', '64:ff9b:1::1', '2002:7f00:1::', '2002:808:808::1', '2001::1'],
    // documentation, benchmarks, ORCHID, AS112
    ['2001:db8::1', '3fff::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:4:112::1'],
    ['2620:4f:8000::1', '2001:3::1', '2606:4700:4700::1111%1'],
    // no addresses at all
    ['', 'localhost', '127.1', '0x7f000001', '010.0.0.1', '8.8.8.8.', '8.8.8.8/32', '[::1]'],
    ['1.2.3.4.5', '256.1.1.1', ':::', '2130706433', '８.８.８.８'],
  ]
  test.each(others.flat())('%s is not', (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })
})

test.each([
  ['https://example.com', 'https://example.com/'],
  ['HTTP://EXAMPLE.com:80/a?b#c', 'http://example.com/a?b#c'],
  ['  https://example.com:8443/\n', 'https://example.com:8443/'],
  ['http://8.8.8.8/', 'http://8.8.8.8/'],
  ['http://134744072/', 'http://8.8.8.8/'],
  ['http://[2606:4700:4700::1111]:8080/', 'http://[2606:4700:4700::1111]:8080/'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
])('%j may be named', (text, href) => {
  expect(assertPublicUrl(text).href).toBe(href)
  expect(assertPublicUrl(new URL(text)).href).toBe(href)
})

/** Loopback, in all spellings that some parser or other takes for it. */
const LOOPBACK = [
  ['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0x7F.0x0.0x0.0x1'],
  ['017700000001', '0177.1', '0177.0.0.01', '127.0.0.1.', '127.000.000.001', '127.255.255.254'],
  ['①②⑦.⓪.⓪.①', '１２７。０。０。１', '%31%32%37.0.0.1', '127%2e0%2e0%2e1'],
  ['[::1]', '[0:0:0:0:0:0:0:1]', '[::0001]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::7f00:1]'],
  ['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[::127.0.0.1]', '[0000::1]'],
  ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'ⓛocalhost', 'local\thost'],
].flat()

/** The rest of what is not public. */
const PRIVATE = [
  ['0', '0.0.0.0', '10.0.0.1', '0xa.1', '172.16.1', '192.168.257', '100.64.0.1', '169.254.169.254'],
  ['2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.16689662', '168.63.129.16'],
  ['255.255.255.255', '224.0.0.1', '198.18.0.1', '192.0.2.1', '[::]', '[fe80::1]', '[fd00::1]'],
  ['[fec0::1]', '[5f00::1]', '[ff02::1]', '[2001:db8::1]', '[::ffff:a9fe:a9fe]'],
  ['intranet', 'metadata', 'metadata.google.internal', 'printer.local', 'router.lan', 'x.corp'],
  ['nas.home.arpa', 'x.onion', 'x.test', 'x.invalid'],
].flat()

describe('hosts that are refused', () => {
  test.each([...LOOPBACK, ...PRIVATE])('%s', (host) => {
    for (const url of [`http://${host}/`, `https://${host}:8080/x?y`, `http:\\\\${host}`])
      expect(() => assertPublicUrl(url)).toThrow(/^url: .* is not on the public internet\.$/)
  })
})

test.each([
  ['', /absolute/],
  ['example.com', /absolute/],
  ['//example.com/', /absolute/],
  ['http://', /absolute/],
  ['http://[::1', /absolute/],
  ['http://[fe80::1%25eth0]/', /absolute/],
  ['http://999.1.1.1/', /absolute/],
  ['http://exa mple.com/', /absolute/],
  [`http://example.com/${'x'.repeat(9_000)}`, /absolute/],
  ['file:///etc/passwd', /http:\/\/ or https/],
  ['ftp://example.com/', /http:\/\/ or https/],
  ['gopher://example.com/', /http:\/\/ or https/],
  ['data:text/plain,hello', /http:\/\/ or https/],
  ['javascript:alert(1)', /http:\/\/ or https/],
  ['blob:https://example.com/x', /http:\/\/ or https/],
  ['ws://example.com/', /http:\/\/ or https/],
  ['http://user@example.com/', /password/],
  ['http://:secret@example.com/', /password/],
  ['http://example.com@127.0.0.1/', /password/],
  ['http://example.com:0/', /port 0/],
  ['http://example.com:22/', /port 22/],
  ['http://example.com:25/', /port 25/],
  ['https://example.com:6379/', /port 6379/],
  ['https://example.com:27017/', /port 27017/],
])('%s is refused', (text, why) => {
  expect(() => assertPublicUrl(text)).toThrow(why)
  expect(() => assertPublicUrl(text)).toThrow(expect.objectContaining({ code: 'bad_input' }))
})

const allow = (ip: string) => ip === '127.0.0.1' || ip === '::1'

test('a test may allow addresses by name, and nothing else', () => {
  expect(assertPublicUrl('http://127.1:8080/', allow).host).toBe('127.0.0.1:8080')
  expect(assertPublicUrl('http://[::1]:8080/', allow).host).toBe('[::1]:8080')
  expect(() => assertPublicUrl('http://10.0.0.1/', allow)).toThrow(/not on the public internet/)
  expect(() => assertPublicUrl('http://localhost/', allow)).toThrow(/not on the public internet/)
})

test('private names', () => {
  expect(['local.example.com', 'internal.io', 'mylocal.com', 'a.b'].filter(isPrivateName)).toEqual(
    [],
  )
  expect(['com', 'com.', 'a.LOCAL', 'a.internal.'].every(isPrivateName)).toBe(true)
})
