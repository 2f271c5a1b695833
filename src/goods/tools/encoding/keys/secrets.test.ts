import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import secretShare from './secret-share.ts'
import totp from './totp.ts'

const split = (input: object) => runExample(secretShare, { mode: 'split', ...input })
const combine = (shares: unknown) => runExample(secretShare, { mode: 'combine', shares })

describe('secret-share', () => {
  test.each([
    [2, 2, 'x'],
    [5, 3, 'launch code 🚀'],
    [255, 255, 'x'.repeat(4096)],
  ])('%i shares, any %i of them', async (total, threshold, secret) => {
    const shares = (await split({ secret, total, threshold }))['shares'] as string[]
    expect(shares).toHaveLength(total)
    expect(await combine(shares.slice(-threshold))).toEqual({ secret, threshold })
    expect(await combine(shares.toReversed())).toEqual({ secret, threshold })
    await expect(combine(shares.slice(1, threshold))).rejects.toThrow('shares: ')
  })

  test('reports what is wrong', async () => {
    const [a = '', b = ''] = (await split({ secret: 'x', total: 3, threshold: 2 }))[
      'shares'
    ] as string[]
    const [other] = (await split({ secret: 'x', total: 3, threshold: 2 }))['shares'] as string[]
    const changed = b.replace(/^v1\.2\.../, 'v1.2.AA')
    for (const [shares, message] of [
      [undefined, 'shares: are required'],
      [[a], 'shares: must be at least 2 different ones, but there are 1'],
      [[a, a], 'shares: must be at least 2 different ones, but there are 1'],
      [[a, other], 'shares: must all be of the same secret'],
      [[a, changed], 'shares: must be unchanged, but one of them was changed'],
      [[a, ''], 'shares.1: must be a share'],
      [[a, 'v1.2.*.AA'], 'shares.1: must be base64'],
      [[`${a}.x`], 'shares.0: must be a share'],
    ] as const) {
      await expect(combine(shares)).rejects.toThrow(message)
    }
    await expect(split({})).rejects.toThrow('secret: is required')
    await expect(split({ secret: 'x', total: 2 })).rejects.toThrow('threshold: must be at most')
    await expect(split({ secret: '\ud800' })).rejects.toThrow('secret: must not hold half')
  })
})

describe('totp', () => {
  const SHA1 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const SHA256 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA'
  const SHA512 =
    'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA'
  test.each([
    ['SHA1', SHA1, 59, '94287082'],
    ['SHA256', SHA256, 59, '46119246'],
    ['SHA512', SHA512, 59, '90693936'],
    ['SHA1', SHA1, 1_111_111_109, '07081804'],
    ['SHA512', SHA512, 20_000_000_000, '47863826'],
  ])('RFC 6238 with %s of %s at %i', async (algo, secret, seconds, code) => {
    const at = new Date(seconds * 1000).toISOString()
    const answer = await runExample(totp, { secret, algo, digits: 8 }, at)
    expect(answer).toEqual({ code, secondsLeft: 30 - (seconds % 30) })
  })

  test.each([
    [0, '755224'],
    [9, '520489'],
  ])('RFC 4226 at count %i', async (counter, code) => {
    expect(await runExample(totp, { secret: SHA1, counter })).toEqual({ code })
    const near = { secret: SHA1, mode: 'verify', code, counter: counter + 2 }
    expect(await runExample(totp, { ...near, window: 2 })).toEqual({ valid: true, delta: -2 })
    expect(await runExample(totp, { ...near, window: 1 })).toEqual({ valid: false })
  })

  test('accepts secrets and codes as people type them', async () => {
    const at = '1970-01-01T00:00:59Z'
    const secret = 'gezd gnbv-gy3t qojq gezd gnbv gy3t qojq===='
    const answer = await runExample(totp, { secret, mode: 'verify', code: '287 082' }, at)
    expect(answer).toMatchObject({ valid: true, delta: 0 })
  })

  test('a code as a JSON number has lost its first zero, and is accepted', async () => {
    const input = { secret: SHA1, mode: 'verify', digits: 8, code: 7_081_804 }
    const at = new Date(1_111_111_109_000).toISOString()
    expect(await runExample(totp, input, at)).toMatchObject({ valid: true, delta: 0 })
  })

  test.each([
    [{ secret: '' }, 'secret: '],
    [{ secret: '1890' }, 'secret: must be base32'],
    [{ secret: SHA1, mode: 'verify' }, 'code: is required'],
    [{ secret: SHA1, digits: 5 }, 'digits: '],
    [{ secret: SHA1, window: 11 }, 'window: '],
    [{ secret: SHA1, counter: 1e300 }, 'counter: '],
    [{ secret: SHA1, mode: 'uri', label: '\ud800' }, 'label: must not hold half'],
  ])('refuses %j', async (input, message) => {
    await expect(runExample(totp, input)).rejects.toThrow(message)
  })

  test.each(['', 'abcdef', '-1', '99999999999', '²³²³²³'])(
    '%j is not a valid code',
    async (code) => {
      const input = { secret: SHA1, mode: 'verify', code }
      expect(await runExample(totp, input)).toMatchObject({ valid: false })
    },
  )
})
