import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import certParse from './cert-parse.ts'

const ROOT =
  'MIIBjTCCATKgAwIBAgIURLf+OpSXZCtdBmiwTjveN62ZYMMwCgYIKoZIzj0EAwIwJDETMBEGA1UECgwKQWNtZSwgSW5jLjENMAsGA1UEAwwEUm9vdDAeFw0yNjExMjEwMTQzMjhaFw0zNjExMTgwMTQzMjhaMCQxEzARBgNVBAoMCkFjbWUsIEluYy4xDTALBgNVBAMMBFJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARBxv1rNQQdvw4ZFpuv9xEL64s3cOkzm6ROqntSf7mFLheQNpwK25lm8FlTfTz4xkSAd8xHzTNMr31Vrw0mPAkMo0IwQDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQUV/+NjGBaBWgub14mYI+diOnWC3UwCgYIKoZIzj0EAwIDSQAwRgIhAJp7TIGjsnagzl1d/guP9ieatpAITlOGYl2zv7lFgw9SAiEAyNFazzuetH/FX3HhrjFk0m75BiOpukeoDwQ6rFB4L30='
const LEAF =
  'MIIB+TCCAZ+gAwIBAgIUAy8ldWD53glA74t9cwrElrMWRB8wCgYIKoZIzj0EAwIwJDETMBEGA1UECgwKQWNtZSwgSW5jLjENMAsGA1UEAwwEUm9vdDAeFw0yNjExMjEwMTQzMjhaFw0yNzAyMTkwMTQzMjhaMBgxFjAUBgNVBAMMDWEuZXhhbXBsZS5jb20wKjAFBgMrZXADIQD+1uz0F2uCnfbSL+bqbGjOMgq5SUhbz4VgoBRXkfI1M6OB6TCB5jAJBgNVHRMEAjAAMA4GA1UdDwEB/wQEAwIFoDAiBgNVHSUEGzAZBggrBgEFBQcDAQYIKwYBBQUHAwIGAyoDBDBlBgNVHREEXjBcgg1hLmV4YW1wbGUuY29tgg0qLmV4YW1wbGUuY29thwQKAAABhxAgAQ24AAAAAAAAAAAAAAABgQ14QGV4YW1wbGUuY29thhVodHRwczovL2V4YW1wbGUuY29tL3gwHQYDVR0OBBYEFOkBx1CuYS/9UKVHBbccgNpyUFjCMB8GA1UdIwQYMBaAFFf/jYxgWgVoLm9eJmCPnYjp1gt1MAoGCCqGSM49BAMCA0gAMEUCIF+rdQdoM0jNjXSHzKXHhRU9GNZGXtIpsH5VUGHJHWowAiEApQtNDMdDMCh+HsP5zeGgjAJxvvM1fejV9W7d1JZU95k='
const REQUEST =
  'MIIBVDCCAQYCAQAwGDEWMBQGA1UEAwwNYS5leGFtcGxlLmNvbTAqMAUGAytlcAMhAP7W7PQXa4Kd9tIv5upsaM4yCrlJSFvPhWCgFFeR8jUzoIG6MIG3BgkqhkiG9w0BCQ4xgakwgaYwCQYDVR0TBAIwADAOBgNVHQ8BAf8EBAMCBaAwIgYDVR0lBBswGQYIKwYBBQUHAwEGCCsGAQUFBwMCBgMqAwQwZQYDVR0RBF4wXIINYS5leGFtcGxlLmNvbYINKi5leGFtcGxlLmNvbYcECgAAAYcQIAENuAAAAAAAAAAAAAAAAYENeEBleGFtcGxlLmNvbYYVaHR0cHM6Ly9leGFtcGxlLmNvbS94MAUGAytlcANBAC/ixhP/denl3m8E5JnEVyaLI/kBOAyKtCKSSHvzeu6IjSzsXYffLXAX1FKusbz9MYGL4wcmhj6sOHFWLYYetQo='
const REVOCATIONS =
  'MIIBiTBzAgEBMA0GCSqGSIb3DQEBCwUAMDExCzAJBgNVBAYTAkRFMRMwEQYDVQQKDApBY21lLCBJbmMuMQ0wCwYDVQQDDARSb290Fw0yNjExMjEwMTQwMDNaFw0yNjEyMjEwMTQwMDNaoA4wDDAKBgNVHRQEAwIBATANBgkqhkiG9w0BAQsFAAOCAQEAVewGWQg5UR4SnXr3Pyb2SZ+SNqj+zwlZlDKTEVJWnI1wHjaDM0OgzMsTZ+sIEfMVBsk3EFJINy5YpZjQaMmHzeRdMrJ0e2lL3tVE/hdJ28/yWeXkDkLVH6MoBZDvUPcqjENBBiKoqTRYWPNalUhuoeSFJEgrbc6PbcCyaCsa9+9XZU9Oi9QOpeh8ih2+hOkfQYuqPpgUYijlhPinAqLnXLDu+LEbHIuQHa4oM98/Aul7AKtEAb+UVebOUpmmIM8yO660fH34LJ0ZZYtz4U95S/4tJ2N/AscfEu7BCoL84HHn6Ng7oEcbZd8NjdWOkkL+LzkuTGAqQ6Cq+6zUpq7nyA=='

const block = (body: string, label = 'CERTIFICATE') =>
  `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`

const at = '2026-12-01T00:00:00Z'
const parse = (pem: string) => runExample(certParse, { pem }, at)

const leaf = {
  subject: 'CN=a.example.com',
  issuer: 'O=Acme\\, Inc., CN=Root',
  serial: '032f257560f9de0940ef8b7d730ac496b316441f',
  validFromIso: '2026-11-21T01:43:28.000Z',
  validToIso: '2027-02-19T01:43:28.000Z',
  keyType: 'ed25519',
  keyBits: 256,
  fingerprint256:
    '54:FE:08:E4:62:6B:1A:BF:0F:F0:42:95:95:37:CB:DD:04:01:6E:6A:80:E9:3A:79:B5:D2:2A:4C:B7:BE:FE:DD',
  isCa: false,
  altNames: [
    'a.example.com',
    '*.example.com',
    '10.0.0.1',
    '2001:db8::1',
    'x@example.com',
    'https://example.com/x',
  ],
  keyUsage: ['digitalSignature', 'keyEncipherment', 'serverAuth', 'clientAuth', '1.2.3.4'],
}

describe('cert-parse', () => {
  test('a chain in order is valid', async () => {
    expect(await parse(block(LEAF) + block(ROOT))).toEqual({
      kind: 'chain',
      certificates: [
        leaf,
        expect.objectContaining({ isCa: true, keyUsage: ['keyCertSign', 'cRLSign'] }),
      ],
      daysLeft: 80,
      chainOrdered: true,
      problems: [],
    })
  })

  test('a chain out of order, after its expiry, has problems', async () => {
    const pem = block(ROOT) + block(LEAF)
    expect(await runExample(certParse, { pem }, '2027-02-20T00:00:00Z')).toMatchObject({
      daysLeft: -1,
      chainOrdered: false,
      problems: [
        'block 2: expired at 2027-02-19T01:43:28.000Z.',
        'block 2: is not a CA, so it must not issue certificates.',
        'block 1: was not issued by block 2.',
        'block 1: is self-signed, so only clients that installed it trust it.',
      ],
    })
  })

  test('a request is read', async () => {
    const { issuer: _i, serial: _s, validFromIso: _f, validToIso: _t, ...row } = leaf
    expect(await parse(block(REQUEST, 'CERTIFICATE REQUEST'))).toEqual({
      kind: 'csr',
      certificates: [{ ...row, fingerprint256: expect.any(String) }],
      problems: [],
    })
    const forged = REQUEST.replace('YS5leGFtcGxl', 'Yi5leGFtcGxl')
    expect(await parse(block(forged, 'CERTIFICATE REQUEST'))).toMatchObject({
      problems: ['block 1: is not signed by the key that it holds.'],
    })
  })

  test('a revocation list is read', async () => {
    expect(await parse(block(REVOCATIONS, 'X509 CRL'))).toMatchObject({
      kind: 'crl',
      certificates: [{ issuer: 'C=DE, O=Acme\\, Inc., CN=Root' }],
      daysLeft: 20,
    })
  })

  test('text and keys around the blocks are ignored and reported', async () => {
    const pem = `subject=x\n${block('AAAA', 'EC PRIVATE KEY')}${block(LEAF)}trailer`
    expect(await parse(pem)).toMatchObject({
      kind: 'certificate',
      problems: ['pem: holds a private key, which should not leave its machine.'],
    })
    const kind = 'certificate'
    expect(await parse(block(LEAF).replaceAll('\n', '\\n'))).toMatchObject({ kind })
  })

  test.each([
    ['', 'pem: must hold a block'],
    [LEAF, 'pem: must hold a block'],
    ['-----BEGIN CERTIFICATE-----'.repeat(5000), 'pem: must hold a block'],
    [block('AAAA'), 'pem: block 1 is damaged'],
    [block(''), 'pem: block 1 is damaged'],
    [block('*'), 'pem: must be base64'],
    [block(LEAF.slice(0, 400)), 'pem: block 1 is damaged'],
    [block(LEAF, 'X509 CRL'), 'pem: block 1 is damaged'],
    [block(LEAF) + block(REQUEST, 'CERTIFICATE REQUEST'), 'but not a mix of them'],
    [block(LEAF).repeat(51), 'pem: must hold at most 50 blocks'],
    [
      block(Buffer.from('3080'.repeat(60_000), 'hex').toString('base64')),
      'pem: block 1 is damaged',
    ],
    [block(Buffer.alloc(140_000, 0x30).toString('base64')), 'pem: block 1 is damaged'],
  ])('input %# is refused', async (pem, message) => {
    await expect(parse(pem)).rejects.toThrow(message)
  })

  test('damage anywhere is refused or read, but never an unexpected error', async () => {
    const bytes = Buffer.from(LEAF, 'base64')
    for (let position = 0; position < bytes.length; position += 3) {
      const damaged = Buffer.from(bytes)
      damaged[position]! ^= 0xff
      await parse(block(damaged.toString('base64'))).catch((error: Error) => {
        expect(error.message).toMatch(/^pem: /)
      })
    }
  })
})
