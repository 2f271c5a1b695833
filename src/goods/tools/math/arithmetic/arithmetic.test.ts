import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import baseConvert from './base-convert.ts'
import bitwise from './bitwise.ts'
import combinatorics from './combinatorics.ts'
import gcdLcm from './gcd-lcm.ts'
import modArithmetic from './mod-arithmetic.ts'
import numberFormat from './number-format.ts'
import numberWords from './number-words.ts'
import percentage from './percentage.ts'
import primes from './primes.ts'
import romanNumeral from './roman-numeral.ts'
import round from './round.ts'

describe('percentage', () => {
  test.each([
    ['of', 15, 80, '12'],
    ['of', '0.1', '0.3', '0.0003'],
    ['isWhatPct', 1, 3, '33.33333333333333333333333333333333'],
    ['change', -80, -100, '-25'],
    ['increase', 100, 10, '110'],
    ['decrease', '19.99', 15, '16.9915'],
    ['points', '3.1', '4.3', '1.2'],
  ])('%s %s %s is %s', async (op, a, b, exact) => {
    expect(await runExample(percentage, { op, a, b })).toMatchObject({ exact })
  })

  test.each([
    ['change', 0, 1, /^a: must not be 0/],
    ['isWhatPct', 1, 0, /^b: must not be 0/],
    ['reverse', 1, -100, /^b: must not be -100/],
    ['of', 1e16, 1, /^a: must be a number, or decimal text/],
    ['of', '1e-900', 1, /^a: must be a number, or decimal text/],
  ])('%s %s %s is refused', async (op, a, b, why) => {
    await expect(runExample(percentage, { op, a, b })).rejects.toThrow(why)
  })
})

describe('base-convert', () => {
  test.each([
    ['0xFF', 16, 10, '255'],
    ['0b1', 16, 10, '177'],
    ['zz', 36, 62, 'Kt'],
    ['zz', 62, 10, '3843'],
    ['-0', 10, 2, '0'],
    ['9'.repeat(5000), 10, 10, '9'.repeat(5000)],
  ])('%s from %d to %d', async (value, from, to, answer) => {
    expect(await runExample(baseConvert, { value, from, to })).toMatchObject({ value: answer })
  })

  test.each(['1.5', '12', '', '-', '0b', '٣'])(
    '%j is refused as a binary number',
    async (value) => {
      await expect(runExample(baseConvert, { value, from: 2, to: 10 })).rejects.toThrow(/^value: /)
    },
  )
})

describe('roman-numeral', () => {
  test('every number converts back', async () => {
    for (let arabic = 1; arabic < 4000; arabic += 7) {
      const { roman } = await runExample(romanNumeral, { value: String(arabic) })
      expect(await runExample(romanNumeral, { value: roman })).toEqual({ roman, arabic })
    }
  })

  test.each([
    ['IIII', /is written IV$/],
    ['IC', /must be a whole number|is written/],
    ['0', /^value: must be from 1 to 3999/],
    ['4000', /^value: must be from 1 to 3999/],
    ['MMMM', /^value: must be a whole number/],
    ['', /^value: must be a whole number/],
  ])('%s is refused', async (value, why) => {
    await expect(runExample(romanNumeral, { value })).rejects.toThrow(why)
  })
})

describe('number-words', () => {
  test.each([
    ['0', 'zero', 'zeroth'],
    ['13', 'thirteen', 'thirteenth'],
    ['40', 'forty', 'fortieth'],
    ['105', 'one hundred five', 'one hundred fifth'],
    ['1000000', 'one million', 'one millionth'],
    ['20012', 'twenty thousand twelve', 'twenty thousand twelfth'],
  ])('%s is %s', async (value, words, ordinal) => {
    expect(await runExample(numberWords, { value })).toEqual({ words, value })
    expect(await runExample(numberWords, { value, mode: 'ordinal' })).toMatchObject({
      words: ordinal,
    })
    const back = await runExample(numberWords, { value: ordinal, mode: 'parse' })
    expect(back).toEqual({ words, value })
  })

  test.each([
    ['1.01', 'USD', 'one US dollar and one cent'],
    ['-0.5', 'GBP', 'minus zero British pounds and fifty pence'],
    ['2000', 'JPY', 'two thousand Japanese yen'],
    ['1.5', 'THB', 'one Thai baht and 50/100'],
  ])('%s %s', async (value, currency, words) => {
    const told = await runExample(numberWords, { value, currency, mode: 'currency' })
    expect(told).toMatchObject({ words })
  })

  test.each([
    ['a hundred and one', '101'],
    ['nineteen hundred eighty-four', '1984'],
    ['negative zero', '0'],
    ['minus one point zero five', '-1.05'],
    ['one billion, two million and three', '1002000003'],
    ['seventh', '7'],
  ])('%s is %s', async (value, plain) => {
    const told = await runExample(numberWords, { value, mode: 'parse' })
    expect(told).toMatchObject({ value: plain })
  })

  test.each(['one two', 'thousand', 'five million six million', 'ten five', '', 'point', 'a dog'])(
    '%j is refused as a number',
    async (value) => {
      const work = runExample(numberWords, { value, mode: 'parse' })
      await expect(work).rejects.toThrow(/^value: /)
    },
  )
})

describe('number-format', () => {
  test.each([
    ['0.256', { style: 'percent', locale: 'en-US' }, '25.6%'],
    ['12345678901234567890.12', {}, '12,345,678,901,234,567,890.12'],
    ['1500000', { style: 'compact' }, '1.5M'],
    ['80', { style: 'unit', unit: 'kilometer-per-hour', locale: 'de' }, '80 km/h'],
    ['1234567', { locale: 'en-IN' }, '12,34,567'],
    ['2.5', { decimals: 0 }, '2'],
    ['-1234.5', { currency: 'USD' }, '-$1,234.50'],
    ['5', { unit: 'liter' }, '5 L'],
  ])('%s with %j', async (value, options, formatted) => {
    const told = await runExample(numberFormat, { value, ...options })
    expect(String(told['formatted']).replaceAll('\u00a0', ' ')).toBe(formatted)
  })

  test.each([
    ['1 234,5', 'fr-FR', 1234.5],
    ['12,34,567.8', 'en-IN', 1_234_567.8],
    ['(1,234.50)', 'en-US', -1234.5],
    ['-12.5%', 'en-US', -0.125],
    ['١٢٣٫٤', 'ar-EG', 123.4],
    ['€ 1.000', 'de-DE', 1000],
    ['0.12345678901234567890', 'en-US', '0.12345678901234567890'],
  ])('%s in %s is %s', async (value, locale, number) => {
    const told = await runExample(numberFormat, { value, locale, style: 'parse' })
    expect(told['value']).toBe(number)
  })

  test.each([
    [{ value: '1,5', style: 'parse' }, /^value: /],
    [{ value: '1.2.3', style: 'parse' }, /^value: /],
    [{ value: '1,234' }, /^value: /],
    [{ value: '1', locale: 'xx-nowhere-!!' }, /^locale: /],
    [{ value: '1', style: 'currency' }, /^currency: /],
    [{ value: '1', style: 'percent', currency: 'USD' }, /^currency: must not/],
    [{ value: '1', style: 'decimal', unit: 'liter' }, /^unit: must not/],
    [{ value: '1', currency: 'USD', unit: 'liter' }, /^unit: must not/],
    [{ value: '1', style: 'unit', unit: 'parsec-per-beer' }, /^unit: /],
  ])('%j is refused', async (input, why) => {
    await expect(runExample(numberFormat, input)).rejects.toThrow(why)
  })
})

describe('round', () => {
  test('sums stay exact', async () => {
    const values = Array.from({ length: 1_000 }, () => '0.1')
    expect(await runExample(round, { values, decimals: 1 })).toMatchObject({
      sum: '100.0',
      errorSum: '0',
    })
  })

  test('significant digits, and places before the point', async () => {
    const told = await runExample(round, { values: ['123456', '0.00123456'], significant: 3 })
    expect(told['values']).toEqual(['123000', '0.00123'])
    expect(await runExample(round, { values: [1250], decimals: -2 })).toMatchObject({
      values: ['1200'],
    })
  })
})

describe('bitwise', () => {
  test.each([
    [{ op: 'not', a: '0', widthBits: 8 }, '255'],
    [{ op: 'not', a: 0, signed: true }, '-1'],
    [{ op: 'rotl', a: '0x80000001', b: 1 }, '3'],
    [{ op: 'rotr', a: 1, b: 33 }, '2147483648'],
    [{ op: 'shl', a: 1, b: '99999999999999' }, '0'],
    [{ op: 'sar', a: -1, b: 500, signed: true }, '-1'],
    [{ op: 'popcount', a: -1, widthBits: 512 }, '512'],
    [{ op: 'parity', a: 7 }, '1'],
  ])('%j', async (input, decimal) => {
    expect(await runExample(bitwise, input)).toMatchObject({ decimal })
  })

  test.each([
    [{ op: 'and', a: 1 }, /^b: must be given/],
    [{ op: 'not', a: 1, b: 1 }, /^b: must be left out/],
    [{ op: 'or', a: 256, b: 1, widthBits: 8 }, /^a: must fit 8 bits/],
    [{ op: 'shl', a: 1, b: -1 }, /^b: must not be negative/],
    [{ op: 'popcount', a: 3, widthBits: 2 }, undefined],
    [{ op: 'or', a: '1.5', b: 1 }, /^a: must be a whole number/],
  ])('%j', async (input, why) => {
    if (why === undefined) expect(await runExample(bitwise, input)).toMatchObject({ decimal: '2' })
    else await expect(runExample(bitwise, input)).rejects.toThrow(why)
  })
})

describe('primes', () => {
  test.each([
    ['0', false],
    ['1', false],
    ['2', true],
    ['561', false],
    ['3215031751', false],
    ['3317044064679887385961981', false],
    [String(2n ** 127n - 1n), true],
    [String(2n ** 521n - 1n), true],
    [String((2n ** 127n - 1n) * (2n ** 89n - 1n)), false],
  ])('%s: %s', async (n, isPrime) => {
    expect(await runExample(primes, { op: 'isPrime', n })).toMatchObject({ isPrime })
  })

  test(
    'large factors are found, and a number that is too hard is reported',
    { tags: 'long' },
    async () => {
      const n = String(1_000_003n * 1_000_003n * 100_000_000_003n)
      expect((await runExample(primes, { op: 'factorize', n }))['factors']).toEqual([
        { prime: '1000003', exponent: 2 },
        { prime: '100000000003', exponent: 1 },
      ])
      const hard = String((2n ** 89n - 1n) * (2n ** 107n - 1n))
      const told = await runExample(primes, { op: 'factorize', n: hard })
      expect(told).toEqual({ isPrime: false, certain: true, factors: [], unfactored: hard })
    },
  )

  test.each([
    [{ op: 'nth', n: 1_000_000 }, '15485863'],
    [{ op: 'previous', n: 2 }, null],
    [{ op: 'next', n: 0 }, '2'],
    [{ op: 'totient', n: 36 }, '12'],
    [{ op: 'totient', n: 1 }, '1'],
  ])('%j', async (input, value) => {
    expect(await runExample(primes, input)).toMatchObject({ value })
  })

  test.each([
    [{ op: 'range', n: 1 }, /^to: must be given/],
    [{ op: 'range', n: 1, to: 10_002 }, /^to: /],
    [{ op: 'nth', n: 0 }, /^n: /],
    [{ op: 'factorize', n: 0 }, /^n: /],
    [{ op: 'isPrime', n: -7 }, /^n: /],
  ])('%j is refused', async (input, why) => {
    await expect(runExample(primes, input)).rejects.toThrow(why)
  })
})

describe('gcd-lcm', () => {
  test('zeros and signs', async () => {
    expect(await runExample(gcdLcm, { values: [0, 0] })).toMatchObject({ gcd: '0', lcm: '0' })
    expect(await runExample(gcdLcm, { values: [-4, 6] })).toMatchObject({ gcd: '2', lcm: '12' })
  })
})

describe('combinatorics', () => {
  test.each([
    [{ op: 'factorial', n: 20 }, '2432902008176640000'],
    [{ op: 'permutations', n: 5, k: 6 }, '0'],
    [{ op: 'withRepetition', n: 5, k: 3 }, '35'],
    [{ op: 'catalan', n: 10 }, '16796'],
    [{ op: 'derangements', n: 1 }, '0'],
    [{ op: 'derangements', n: 5 }, '44'],
  ])('%j', async (input, value) => {
    expect(await runExample(combinatorics, input)).toMatchObject({ value })
  })

  test('lists stop at the limit', async () => {
    const items = Array.from({ length: 100 }, (_, at) => at)
    const told = await runExample(combinatorics, { op: 'list', items, k: 50, limit: 2 })
    expect(told).toMatchObject({ truncated: true, digits: 30 })
    expect(told['items']).toHaveLength(2)
    const input = { op: 'list', items: ['a', 'b'], k: 2, kind: 'withRepetition' }
    expect((await runExample(combinatorics, input))['items']).toEqual([
      ['a', 'a'],
      ['a', 'b'],
      ['b', 'b'],
    ])
  })

  test.each([
    [{ op: 'multinomial', n: 5, parts: [1, 2] }, /^parts: /],
    [{ op: 'factorial' }, /^n: must be given/],
    [{ op: 'list' }, /^items: must be given/],
    [{ op: 'factorial', n: 5001 }, /^n: /],
  ])('%j is refused', async (input, why) => {
    await expect(runExample(combinatorics, input)).rejects.toThrow(why)
  })
})

describe('mod-arithmetic', () => {
  test.each([
    [{ op: 'inverse', a: 17, m: 3120 }, '2753'],
    [{ op: 'inverse', a: 2, m: 4 }, null],
    [{ op: 'power', a: 3, b: -1, m: 7 }, '5'],
    [{ op: 'subtract', a: 1, b: 5, m: 7 }, '3'],
    [{ op: 'sqrt', a: 10, m: 13 }, '6'],
    [{ op: 'sqrt', a: 5, m: 13 }, null],
    [{ op: 'order', a: 2, m: 7 }, '3'],
    [{ op: 'order', a: 0, m: 1 }, '1'],
    [{ op: 'crt', residues: [1, 2], moduli: [4, 6] }, null],
    [{ op: 'crt', residues: [1, 3], moduli: [4, 6] }, '9'],
  ])('%j', async (input, result) => {
    expect(await runExample(modArithmetic, input)).toMatchObject({ result })
  })

  test.each([
    [{ op: 'add', a: 1, b: 2 }, /^m: must be given/],
    [{ op: 'add', a: 1, b: 2, m: 0 }, /^m: must be at least 1/],
    [{ op: 'sqrt', a: 1, m: 15 }, /^m: must be a prime/],
    [{ op: 'crt', residues: [1], moduli: [2, 3] }, /^residues: /],
  ])('%j is refused', async (input, why) => {
    await expect(runExample(modArithmetic, input)).rejects.toThrow(why)
  })
})

test('a currency that is no code is refused in words', async () => {
  await expect(runExample(numberFormat, { value: '1', currency: 'EURO' })).rejects.toThrow(
    'must be a code of three letters, such as EUR',
  )
})
