import { bech32 as library } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import bech32 from './bech32.ts'

const bad = (message: string) => ({ code: 'bad_input', message: expect.stringContaining(message) })

describe('bech32', () => {
  test.each([
    ['A12UEL5L', 'a', '', 'bech32'],
    ['A1LQFN3A', 'a', '', 'bech32m'],
    [
      'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw',
      'abcdef',
      '00443214c74254b635cf84653a56d7c675be77df',
      'bech32',
    ],
    ['?1v759aa', '?', '', 'bech32m'],
    [
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
      'bc',
      '751e76e8199196d454941c45d1b3a323f1433bd6',
      'bech32',
      0,
    ],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      'bc',
      '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      'bech32m',
      1,
    ],
    ['BC1SW50QGDZ25J', 'bc', '751e', 'bech32m', 16],
  ] as const)('BIP 173 and 350: %s', async (text, prefix, plain, variant, witnessVersion?) => {
    expect(await runExample(bech32, { text })).toMatchObject({
      prefix,
      hex: plain,
      variant,
      ...(witnessVersion === undefined ? {} : { witnessVersion }),
    })
    if (witnessVersion !== undefined && witnessVersion > 1) return
    const input = { text: plain, mode: 'encode', prefix, variant }
    expect((await runExample(bech32, input)).text).toBe(text.toLowerCase())
  })

  test('groups that are not whole bytes have no hex', async () => {
    const text = library.encode('lnbc', [1, 2, 3], false)
    const answer = await runExample(bech32, { text })
    expect(answer).toEqual({ prefix: 'lnbc', variant: 'bech32' })
  })

  test.each([
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp', 'checksum'],
    ['bc1Qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'mixed'],
    ['pzry9x0s0muk', 'no prefix'],
    ['x1b4n0q5v', '"b"'],
    ['li1dgmt3', 'six characters'],
    ['1pzry9x0s0muk', 'no prefix'],
    ['bc1gmk9yu', 'witness'],
    ['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'in witness version 0'],
    [library.encode('bc', [17, 0, 0, 0, 0], false), 'version of 0 to 16'],
    ['BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'bech32m for those above'],
    ['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', '"o"'],
    ['\u212a1qqqq', 'ASCII'],
    ['', 'no prefix'],
  ])('refuses %j', async (text, message) => {
    await expect(runExample(bech32, { text })).rejects.toMatchObject(bad(message))
  })

  test.each([
    [{ text: 'ff', mode: 'encode' }, 'prefix:'],
    [{ text: 'ff', mode: 'encode', prefix: 'X' }, 'prefix:'],
    [{ text: 'hello', mode: 'encode', prefix: 'x' }, 'text: must be hex'],
    [{ text: 'ff', mode: 'encode', prefix: 'bc' }, '2 to 40 bytes'],
    [{ text: 'A12UEL5L', prefix: 'b' }, 'prefix: is "b"'],
    [{ text: 'A12UEL5L', variant: 'bech32m' }, 'checksum'],
  ])('refuses %j', async (input, message) => {
    await expect(runExample(bech32, input)).rejects.toMatchObject(bad(message))
  })
})
