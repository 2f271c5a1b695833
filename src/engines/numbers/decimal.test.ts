import { describe, expect, test } from 'vitest'
import {
  decimal,
  minus,
  over,
  parseDecimal,
  power,
  rounded,
  ROUNDING_MODES,
  shortTextOf,
  textOf,
  toSignificant,
} from './decimal.ts'

describe('decimal', () => {
  test.each([
    ['1.10', '1.10'],
    ['-.5', '-0.5'],
    ['1e3', '1000'],
    ['1.5e-7', '0.00000015'],
    ['+007', '7'],
    [1e21, '1000000000000000000000'],
    [-0, '0'],
  ])('%s is %s', (literal, text) => {
    expect(textOf(decimal(literal))).toBe(text)
  })

  test.each(['', '.', 'abc', '1e99999', '1e2000', '0x1', '1,5', 'NaN', 'Infinity', '1.2.3'])(
    '%j is not a decimal',
    (literal) => {
      expect(parseDecimal(literal)).toBeUndefined()
    },
  )

  test('each mode of rounding treats halves and signs as it says', () => {
    const told = ROUNDING_MODES.map((mode) =>
      ['2.5', '-2.5', '3.5', '2.4', '-2.4'].map((text) => textOf(rounded(decimal(text), 0, mode))),
    )
    expect(told).toEqual([
      ['2', '-2', '4', '2', '-2'],
      ['3', '-3', '4', '2', '-2'],
      ['2', '-2', '3', '2', '-2'],
      ['3', '-3', '4', '3', '-3'],
      ['2', '-2', '3', '2', '-2'],
      ['3', '-2', '4', '3', '-2'],
      ['2', '-3', '3', '2', '-3'],
    ])
  })

  test('places may be negative, and significant digits count from the first', () => {
    expect(textOf(rounded(decimal('1250'), -2))).toBe('1200')
    expect(textOf(rounded(decimal('1.5'), 3))).toBe('1.500')
    expect(textOf(toSignificant(decimal('0.00123456'), 3))).toBe('0.00123')
    expect(textOf(toSignificant(decimal('987654'), 2))).toBe('990000')
  })

  test('quotients and powers have fifty digits', () => {
    expect(shortTextOf(over(decimal(1), decimal(3)))).toBe(`0.${'3'.repeat(50)}`)
    expect(shortTextOf(over(decimal('-1e-40'), decimal('8')))).toBe(`-0.${'0'.repeat(40)}125`)
    expect(shortTextOf(over(decimal('1e60'), decimal('0.5')))).toBe(`2${'0'.repeat(60)}`)
    expect(shortTextOf(power(decimal('1.01'), 2))).toBe('1.0201')
    expect(shortTextOf(power(decimal('2'), -2))).toBe('0.25')
    expect(shortTextOf(minus(power(decimal('1.1'), 12), decimal('3.138428376721')))).toBe('0')
  })
})
