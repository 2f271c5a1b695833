import { base58 as library } from '@scure/base'
import { assert, property, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { BASE58_ALPHABETS, decodeBase58, encodeBase58 } from './_base58.ts'
import base58 from './base58.ts'

const bad = (message: string) => ({ code: 'bad_input', message: expect.stringContaining(message) })

describe('base58', () => {
  test.each([
    ['48656c6c6f20576f726c6421', '2NEpo7TZRRrLZSi2U'],
    ['0000287fb4cd', '11233QC4'],
    ['', ''],
    ['00', '1'],
    ['000000', '111'],
  ])('draft-msporny-base58: %s is %s', async (plain, encoded) => {
    const answer = await runExample(base58, { text: plain, inputEncoding: 'hex' })
    expect(answer).toEqual({ text: encoded, hex: plain })
    expect((await runExample(base58, { text: encoded, mode: 'decode' })).hex).toBe(plain)
  })

  test('agrees with the library up to its size limit', () => {
    assert(
      property(uint8Array({ maxLength: 600 }), (sample) => {
        const encoded = encodeBase58(Buffer.from(sample), BASE58_ALPHABETS.bitcoin)
        expect(encoded).toBe(library.encode(sample))
        expect(decodeBase58(encoded, BASE58_ALPHABETS.bitcoin)).toEqual(Buffer.from(sample))
      }),
    )
  })

  test('restores data of the largest size', async () => {
    const long = 'é'.repeat(5000)
    for (const alphabet of ['flickr', 'ripple']) {
      const { text } = await runExample(base58, { text: long, alphabet, check: true })
      const back = await runExample(base58, { text, mode: 'decode', alphabet, check: true })
      expect(back).toMatchObject({ text: long, checksumValid: true })
    }
  })

  test('reports a wrong checksum', async () => {
    const text = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'
    const answer = await runExample(base58, { text, mode: 'decode', check: true })
    expect(answer.checksumValid).toBe(false)
  })

  test('decodes a Ripple account', async () => {
    const text = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'
    const answer = await runExample(base58, {
      text,
      mode: 'decode',
      check: true,
      alphabet: 'ripple',
    })
    expect(answer).toMatchObject({ hex: '00'.repeat(21), checksumValid: true })
  })

  test.each([
    [{ text: '10', mode: 'decode' }, '"0" at position 1'],
    [{ text: '😀', mode: 'decode' }, 'must be Base58'],
    [{ text: '11', mode: 'decode', check: true }, 'checksum of 4 bytes'],
  ])('refuses %j', async (input, message) => {
    await expect(runExample(base58, input)).rejects.toMatchObject(bad(message))
  })
})
