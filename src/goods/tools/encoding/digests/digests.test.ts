import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import checksum from './checksum.ts'
import fileHash from './file-hash.ts'
import hashExtended from './hash-extended.ts'
import hmac from './hmac.ts'

describe('hash-extended', () => {
  test.each([
    ['keccak256', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470', ''],
    ['sha3-256', '3338be694f50c5f338814986cdf0686453a888b84f424d792af4b9202398f392'],
    [
      'sha3-512',
      '75d527c368f2efe848ecf6b073a36767800805e9eef2b1857d5f984f036eb6df891d75f72d9b154518c1cd58835286d1da9a38deba3de98b5a53e5ed78a84976',
    ],
    [
      'blake2b',
      'e4cfa39a3d37be31c59609e807970799caa68a19bfaa15135f165085e01d41a65ba1e1b146aeb6bd0092b49eac214c103ccfa3a365954bbbe52f74a2b3620c94',
    ],
    ['blake2s', '19213bacc58dee6dbde3ceb9a47cbb330b3d86f8cca8997eb00be456f140ca25'],
    ['blake3', 'ea8f163db38682925e4491c5e58d4bb3506ef8c14eb78a86e908c5624a67200f'],
    ['ripemd160', '108f07b8382412612c048d07d13f814118445acd'],
    ['hash160', 'b6a9c8c230722b7c748331a8b450f05566dc7d0f'],
    ['sha256d', '9595c9df90075148eb06860365df33584b75bff782a510c6cd4883a419833d50'],
    ['sm3', 'becbbfaae6548b8bf0cfcad5a27183cd1be6093b1cceccc303d9c61d0a645268'],
    [
      'whirlpool',
      '0a25f55d7308eca6b9567a7ed3bd1b46327f0f1ffdc804dd8bb5af40e88d78b88df0d002a89e2fdbd5876c523f1b67bc44e9f87047598e7548298ea1c81cfd73',
    ],
  ])('%s', async (algo, hex, text = 'hello') => {
    expect(await runExample(hashExtended, { algo, text })).toMatchObject({ hex })
  })

  test.each([
    [{ algo: 'sm3' }, 'text, base64: give exactly one'],
    [{ algo: 'sm3', text: '', base64: '' }, 'text, base64: give exactly one'],
    [{ algo: 'sm3', base64: 'a' }, 'base64: must be whole base64'],
    [{ algo: 'constructor', text: '' }, 'algo: '],
  ])('refuses %j', async (input, message) => {
    await expect(runExample(hashExtended, input)).rejects.toThrow(message)
  })
})

describe('checksum', () => {
  test('check values of the standards are computed', async () => {
    expect(await runExample(checksum, { text: '123456789' })).toMatchObject({
      crc32: 'cbf43926',
      crc32c: 'e3069283',
      crc16: 'bb3d',
      adler32: '091e01de',
      fnv1a: 'bb86b11c',
    })
    expect(await runExample(checksum, { base64: '' })).toEqual({
      crc32: '00000000',
      crc32c: '00000000',
      crc16: '0000',
      adler32: '00000001',
      fnv1a: '811c9dc5',
      xxhash32: '02cc5d05',
      xxhash64: 'ef46db3751d8e999',
      xxh3: '2d06800538d394c2',
      murmur3: '00000000',
      bytes: 0,
    })
  })

  test.each([
    ['The quick brown fox jumps over the lazy dog', '2e4ff723'],
    ['Hello, world!', 'c0363e43'],
    ['!Ce', '7e4a8634'],
    ['!C', 'a0f7b07a'],
    ['!', '72661cf4'],
  ])('MurmurHash3 of %s', async (text, murmur3) => {
    const answer = await runExample(checksum, { text })
    expect(answer['murmur3']).toBe(murmur3)
  })
})

describe('file-hash', () => {
  test.each([
    ['PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'image/png'],
    ['text', Buffer.from('{"a":1}'), 'text/plain'],
    ['noise', Buffer.from('fffe00013344', 'hex'), 'application/octet-stream'],
    ['nothing', Buffer.alloc(0), 'text/plain'],
  ])('%s', async (_name, bytes, contentType) => {
    const answer = await runExample(fileHash, { file: bytes.toString('base64url') })
    expect(answer).toMatchObject({
      contentType,
      bytes: bytes.length,
      sha512: createHash('sha512').update(bytes).digest('hex'),
    })
  })

  test('refuses what is not base64', async () => {
    await expect(runExample(fileHash, { file: '***' })).rejects.toThrow('file: must be base64')
  })
})

describe('hmac', () => {
  const rfc2202 = { text: 'what do ya want for nothing?', key: 'Jefe' }
  test.each([
    ['md5', '750c783e6ab0b503eaa86e310a5db738'],
    ['sha1', 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79'],
    [
      'sha384',
      'af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649',
    ],
  ])('RFC vector of %s', async (algo, hex) => {
    expect(await runExample(hmac, { ...rfc2202, algo })).toMatchObject({ hex })
  })

  const sha1 = 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79'
  test.each([
    [sha1.toUpperCase(), true],
    [`sha1=${sha1}`, true],
    [Buffer.from(sha1, 'hex').toString('base64url'), true],
    [`${sha1}zz`, false],
    [`sha256=${sha1}`, false],
    [sha1.slice(2), false],
    ['', false],
  ])('compares with %j', async (expected, matches) => {
    expect(await runExample(hmac, { ...rfc2202, algo: 'sha1', expected })).toMatchObject({
      matches,
    })
  })

  test.each([
    [{ key: 'xyz', keyEncoding: 'hex' }, 'key: must be hex'],
    [{ key: '***', keyEncoding: 'base64' }, 'key: must be base64'],
    [{ key: 'x'.repeat(4097) }, 'key: must be at most 4 KB'],
  ])('refuses %j', async (input, message) => {
    await expect(runExample(hmac, { text: '', ...input })).rejects.toThrow(message)
  })
})

test('white space is refused as a file', async () => {
  await expect(runExample(fileHash, { file: ' ' })).rejects.toThrow(/^file: /)
})
