import { expect, test } from 'vitest'
import { arrangementsOf } from './_arrangements.ts'
import { combinations, multinomial } from './_counts.ts'
import { currencyNames } from './_currency-names.ts'
import { readNumber } from './_local-number.ts'
import { chineseRemainder, squareRootModulo } from './_modular.ts'

test('the list has as many arrangements as the count, each once', () => {
  for (let n = 1; n <= 6; n += 1)
    for (let k = 0; k <= n; k += 1) {
      const rows = arrangementsOf('combinations', n, k, 1_000).map((row) => row.join())
      expect(new Set(rows).size).toBe(Number(combinations(n, k)))
      expect(rows).toEqual(rows.toSorted())
    }
  expect(arrangementsOf('permutations', 6, 6, 1_000)).toHaveLength(720)
})

test('a multinomial is a product of choices', () => {
  expect(multinomial([1, 4, 4, 2])).toBe(34_650n)
})

test.each([
  ['USD', 2, 'US dollars', 'five cents'],
  ['GBP', 2, 'British pounds', 'five pence'],
])('%s has %d places', (code, places, major, minor) => {
  const names = currencyNames(code)
  expect([names.places, names.major('5'), names.minor?.('5', 'five')]).toEqual([
    places,
    major,
    minor,
  ])
})

test('an unknown currency is refused', () => {
  expect(() => currencyNames('XQQ')).toThrow(/^currency: must be an ISO 4217 code/)
})

test.each([
  ["1'234.5", 'de-CH', '1234.5'],
  ['5%', 'en-US', '0.05'],
  ['.5', 'en-US', '.5'],
])('%s in %s', (text, locale, plain) => {
  expect(Number(readNumber(text.replace("'", '’'), locale))).toBe(Number(plain))
})

test('roots of every square modulo a prime are roots', () => {
  for (const prime of [2n, 3n, 17n, 41n, 97n])
    for (let root = 0n; root < prime; root += 1n) {
      const found = squareRootModulo((root * root) % prime, prime) ?? -1n
      expect((found * found) % prime).toBe((root * root) % prime)
    }
})

test('congruences that contradict each other are reported', () => {
  expect(chineseRemainder([1n, 2n], [4n, 6n]).clash).toMatch(/contradicts/)
})
