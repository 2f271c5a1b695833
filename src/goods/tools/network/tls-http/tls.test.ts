/** @module-tag long */
import { createServer } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { internet, type Internet } from '../../../../../test/support/internet.ts'
import { pages } from '../../../../../test/support/internet-sites.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import tlsCert from './tls-cert.ts'
import tlsProtocols from './tls-protocols.ts'

let net: Internet

beforeAll(async () => {
  net = await internet()
  const { issue } = net.notary
  const shown = {
    'expired.example.com': await issue({ names: ['expired.example.com'], from: -90, to: -2 }),
    'early.example.com': await issue({ names: ['early.example.com'], from: 2, to: 90 }),
    'self.example.com': await issue({ names: ['self.example.com'], by: 'self' }),
    'stranger.example.com': await issue({ names: ['stranger.example.com'], by: 'stranger' }),
    'other.example.com': await issue({ names: ['elsewhere.example.net'] }),
  }
  for (const [host, identity] of Object.entries(shown)) {
    net.sites.set(host, pages({}))
    net.identities.set(host, identity)
  }
  const identity = await issue({ names: ['old.example.com'] })
  await net.serveTls('old.example.com', 443, {
    ...identity,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.2',
    ciphers: 'ALL:@SECLEVEL=0',
    ALPNProtocols: ['h2', 'http/1.1'],
  })
  const weak = await issue({ names: ['weak.example.com'], key: 'rsa-1024', by: 'self' })
  const ciphers = 'DEFAULT:@SECLEVEL=0'
  await net.serveTls('weak.example.com', 443, { ...weak, ciphers })
  await net.serveTls('ancient.example.com', 443, {
    ...identity,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1',
    ciphers,
  })
  const plain = createServer((socket) => socket.on('error', () => {}).end('220 mail ready\r\n'))
  await net.serve('plain.example.com', 443, plain)
  const silent = createServer((socket) => socket.on('error', () => {}))
  await net.serve('silent.example.com', 443, silent)
})

describe('tls-cert', () => {
  test('a valid certificate is trusted', async () => {
    const answer = await runExample(tlsCert, { host: 'example.com' })
    expect(answer).toMatchObject({
      host: 'example.com',
      port: 443,
      subject: 'CN=example.com',
      issuer: 'CN=Stand-in Authority',
      altNames: ['example.com', 'www.example.com'],
      keyType: 'ec',
      keyBits: 256,
      trusted: true,
      protocol: 'TLSv1.3',
      daysLeft: 89,
    })
    expect(answer).not.toHaveProperty('distrust')
    expect(answer['chain']).toHaveLength(2)
    expect(answer['fingerprint256']).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  })

  test.each([
    ['expired.example.com', /expired/, -3],
    ['early.example.com', /not valid yet/, 89],
    ['self.example.com', /its own key/, 89],
    ['stranger.example.com', /root|issuer/, 89],
    ['other.example.com', /other names/, 89],
    ['weak.example.com', /too weak/, 89],
  ])('%s is shown, and not trusted: %s', async (host, distrust, daysLeft) => {
    const answer = await runExample(tlsCert, { host })
    expect(answer).toMatchObject({ trusted: false, daysLeft })
    expect(answer['distrust']).toMatch(distrust)
  })

  test('a host that only old clients can reach is shown, and not trusted', async () => {
    const answer = await runExample(tlsCert, { host: 'ancient.example.com' })
    expect(answer).toMatchObject({ trusted: false, protocol: 'TLSv1' })
    expect(answer['distrust']).toMatch(/too weak for current clients/)
  })

  test('a weak key is named by its size', async () => {
    const answer = await runExample(tlsCert, { host: 'weak.example.com' })
    expect(answer).toMatchObject({ keyType: 'rsa', keyBits: 1024 })
  })

  test.each([
    ['plain.example.com', 443, 'not_found'],
    ['example.com', 9, 'upstream_unreachable'],
    ['nowhere.example.com', 443, 'upstream_unreachable'],
  ])('%s:%i is a fault: %s', async (host, port, code) => {
    await expect(runExample(tlsCert, { host, port })).rejects.toMatchObject({ code })
  })

  test('a host that does not answer is a time-out', async () => {
    const answer = runExample(tlsCert, { host: 'silent.example.com' })
    await expect(answer).rejects.toMatchObject({ code: 'upstream_timeout' })
  })

  test.each([
    '127.0.0.1',
    '[::1]',
    '10.0.0.1',
    '169.254.169.254',
    '::ffff:127.0.0.1',
    'localhost',
    'https://example.com',
    'example.com:443',
    '',
    '2130706433',
    'metadata.google.internal',
  ])('%s is refused', async (host) => {
    await expect(runExample(tlsCert, { host })).rejects.toMatchObject({ code: 'bad_input' })
  })
})

describe('tls-protocols', () => {
  test('old versions are found and flagged', async () => {
    const answer = await runExample(tlsProtocols, { host: 'old.example.com' })
    expect(answer).toMatchObject({ weakest: 'TLS 1.0', alpn: ['h2', 'http/1.1'] })
    expect(answer['protocols']).toMatchObject([
      { accepted: true },
      { accepted: true },
      { accepted: true },
      { version: 'TLS 1.3', accepted: false, cipher: null },
    ])
    expect(answer['problems']).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^TLS 1.0 is accepted/),
        expect.stringMatching(/^TLS 1.1 is accepted/),
        'TLS 1.3 is not accepted.',
      ]),
    )
  })

  test('a host without TLS is not found', async () => {
    const answer = runExample(tlsProtocols, { host: 'plain.example.com' })
    await expect(answer).rejects.toMatchObject({ code: 'not_found' })
  })
})
