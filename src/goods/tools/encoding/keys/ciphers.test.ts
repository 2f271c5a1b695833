import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import decrypt from './decrypt.ts'
import encrypt from './encrypt.ts'

const b64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')

describe('encrypt, then decrypt', () => {
  const CIPHERS = ['aes-256-gcm', 'aes-128-gcm', 'chacha20-poly1305', 'aes-256-cbc']
  const text = 'grüezi \0 🦊'

  test.each(CIPHERS)('%s', async (algo) => {
    const raw = Buffer.alloc(algo === 'aes-128-gcm' ? 16 : 32, 7)
    for (const [keyFormat, key] of [
      ['passphrase', 'pässword'],
      ['hex', raw.toString('hex')],
      ['base64', raw.toString('base64url')],
    ]) {
      const common = { key, keyFormat, aad: 'about' }
      const sealed = await runExample(encrypt, { text, algo, ...common })
      const { bundle, ...parts } = sealed
      const opened = { text, verified: true }
      expect(await runExample(decrypt, { bundle, ...common })).toMatchObject(opened)
      expect(await runExample(decrypt, { ...parts, ...common })).toMatchObject(opened)
      await expect(runExample(decrypt, { bundle, ...common, aad: '' })).rejects.toThrow('key: does')
      const changed = String(bundle).replace(/.{8}$/, 'AAAAAAAA')
      await expect(runExample(decrypt, { bundle: changed, ...common })).rejects.toThrow('key: does')
    }
  })

  test('a wrong passphrase is refused', async () => {
    const { bundle } = await runExample(encrypt, { text, key: 'right' })
    await expect(runExample(decrypt, { bundle, key: 'wrong' })).rejects.toThrow(
      'key: does not decrypt',
    )
  })

  test('an empty text is encrypted and decrypted', async () => {
    const { bundle } = await runExample(encrypt, { text: '', key: 'x' })
    expect(await runExample(decrypt, { bundle, key: 'x' })).toMatchObject({ text: '' })
  })

  test.each([
    [
      'aes-256-gcm',
      '00'.repeat(32),
      '00'.repeat(12),
      'cea7403d4d606b6e074ec5d3baf39d18',
      'd0d1c8a799996bf0265b98b5d48ab919',
    ],
    [
      'aes-128-gcm',
      '00'.repeat(16),
      '00'.repeat(12),
      '0388dace60b6a392f328c2b971b2fe78',
      'ab6e47d42cec13bdf53a67b21257bddf',
    ],
  ])('vector of NIST for %s', async (algo, key, iv, ciphertext, tag) => {
    const parts = { iv: b64(iv), ciphertext: b64(ciphertext), tag: b64(tag) }
    const answer = await runExample(decrypt, { ...parts, algo, key, keyFormat: 'hex' })
    expect(answer).toEqual({ text: '\0'.repeat(16), base64: b64('00'.repeat(16)), verified: true })
  })

  test('vector of another library for ChaCha20-Poly1305', async () => {
    const answer = await runExample(decrypt, {
      algo: 'chacha20-poly1305',
      key: '808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f',
      keyFormat: 'hex',
      iv: b64('070000004041424344454647'),
      aad: 'aad',
      ciphertext: b64('f71e85316e'),
      tag: b64('2c7cb87454fa29c6e32489409cf0490b'),
    })
    expect(answer).toMatchObject({ text: 'hello' })
  })

  const salt = 'AQEBAQEBAQEBAQEBAQEBAQ'
  const iv = 'AgICAgICAgICAgIC'
  test.each([
    [{}, 'bundle, ciphertext: give exactly one'],
    [{ bundle: '' }, 'bundle: must read'],
    [{ bundle: 'v2.aes-256-gcm....' }, 'bundle: must read'],
    [{ bundle: 'v1.constructor.a.b.c.d' }, 'bundle: algo must be'],
    [{ bundle: `v1.aes-256-gcm.${salt}.${iv}..` }, 'bundle: has no tag'],
    [{ bundle: `v1.aes-256-cbc.${salt}.${salt}..` }, 'bundle: has no tag'],
    [{ bundle: `v1.aes-256-gcm.${salt}.${iv}.AAAA.` }, 'tag: must be 16 bytes'],
    [{ bundle: `v1.aes-256-gcm.${salt}.AAAA.${salt}.` }, 'iv: must be 12 or 16'],
    [{ bundle: `v1.aes-256-gcm..${iv}.${salt}.` }, 'salt: is required'],
    [{ bundle: `v1.aes-256-gcm.${'A'.repeat(2000)}.${iv}.${salt}.` }, 'salt: must be at most'],
    [{ bundle: `v1.aes-256-gcm.*.${iv}.${salt}.` }, 'salt: must be base64'],
    [{ ciphertext: '', iv, key: 'ab', keyFormat: 'hex', tag: salt }, 'key: must be 32 bytes'],
    [{ ciphertext: '', iv, key: '*', keyFormat: 'base64', tag: salt }, 'key: must be base64'],
    [
      { ciphertext: 'AAAA', iv: salt, key: 'x', salt, algo: 'aes-256-cbc' },
      'key: does not decrypt',
    ],
  ])('refuses %j', async (input, message) => {
    await expect(runExample(decrypt, { key: 'x', ...input })).rejects.toThrow(message)
  })

  test('refuses text that would not come back unchanged', async () => {
    await expect(runExample(encrypt, { text: '\ud800', key: 'x' })).rejects.toThrow(
      'text: must not hold half',
    )
  })
})

test('what a bundle or a key of bytes does not use is refused', async () => {
  const { bundle } = await runExample(encrypt, { text: 'a', key: 'x' })
  await expect(runExample(decrypt, { bundle, key: 'x', salt: 'AAAA' })).rejects.toThrow(
    'salt: must not be given with bundle, which has its own',
  )
  const key = '00'.repeat(32)
  const parts = { ciphertext: 'AAAA', iv: 'AAAAAAAAAAAAAAAA', key, keyFormat: 'hex' }
  await expect(runExample(decrypt, { ...parts, salt: 'AAAA' })).rejects.toThrow(
    'salt: must not be given with keyFormat hex',
  )
})
