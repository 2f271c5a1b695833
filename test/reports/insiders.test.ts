import { describe, expect, test } from 'vitest'
import {
  clustersOf,
  isOpenMarket,
  totalsOf,
  tradesOf,
  type Trade,
} from '../../src/goods/reports/_insiders.ts'
import { causeOf, vehicleIn } from '../../src/goods/reports/_recalls.ts'

const trade = (given: Partial<Trade>): Trade => ({
  date: '2026-03-02',
  filedDate: '2026-03-04',
  insider: 'Parekh Kevan',
  role: 'CFO',
  code: 'S',
  kind: 'sell',
  security: 'Common Stock',
  derivative: false,
  shares: 100,
  priceUsd: 10,
  valueUsd: 1_000,
  sharesAfter: 900,
  planned: false,
  amendment: false,
  note: null,
  url: 'https://www.sec.gov/a.xml',
  ...given,
})

describe('trades of insiders', () => {
  test('an amendment replaces what it corrects, and nothing else', () => {
    const trades = [
      trade({ amendment: true, filedDate: '2026-03-09', shares: 120, valueUsd: 1_200 }),
      trade({}),
      trade({ date: '2026-03-03' }),
      trade({ insider: 'Somebody Else' }),
    ]
    const told = tradesOf({ trades: trades.map((one) => ({ ...one })) })
    expect(told.map(({ shares, date }) => [shares, date])).toEqual([
      [120, '2026-03-02'],
      [100, '2026-03-03'],
      [100, '2026-03-02'],
    ])
    expect(totalsOf(told).usd).toBe(3_200)
  })

  test.each([
    ['a grant', { code: 'A', kind: 'other' }, false],
    ['an exercise', { code: 'M', kind: 'other' }, false],
    ['shares for taxes', { code: 'F', kind: 'other' }, false],
    ['a gift', { code: 'G', kind: 'other' }, false],
    ['an option that is bought', { code: 'P', kind: 'buy', derivative: true }, false],
    ['a purchase', { code: 'P', kind: 'buy' }, true],
    ['a sale under a plan', { planned: true }, true],
  ] as const)('%s is on the open market: %#', (_name, given, isOpen) => {
    expect(isOpenMarket(trade(given))).toBe(isOpen)
  })

  test('a price that stands in a footnote alone is in no sum', () => {
    const totals = totalsOf([
      trade({}),
      trade({ priceUsd: null, valueUsd: null, note: 'Average.' }),
    ])
    expect(totals).toMatchObject({ trades: 2, usd: 1_000, unpriced: 1 })
  })

  test('a cluster is three of their own accord within 30 days', () => {
    const three = ['A', 'B', 'C'].map((insider, at) =>
      trade({ insider, date: `2026-03-0${at + 1}` }),
    )
    expect(clustersOf(three)).toMatchObject([
      { kind: 'sell', insiders: ['A', 'B', 'C'], usd: 3_000 },
    ])
    expect(clustersOf(three.map((one) => ({ ...one, planned: true })))).toEqual([])
    const late = three.with(2, trade({ insider: 'C', date: '2026-05-01' }))
    expect(clustersOf(late)).toEqual([])
  })
})

test.each([
  ['May contain Salmonella', 'contamination by germs'],
  ['Undeclared milk', 'undeclared allergen'],
  [null, 'not told'],
])('the cause of %s is %s', (reason, cause) => {
  expect(causeOf(reason)).toBe(cause)
})

test.each([
  ['honda accord 2018', { make: 'honda', model: 'accord', modelYear: 2018 }],
  ['2018 Land Rover', { make: 'Land', model: 'Rover', modelYear: 2018 }],
  ['peanut butter', null],
  ['2018', null],
])('%s names a vehicle: %j', (query, vehicle) => {
  expect(vehicleIn(query)).toEqual(vehicle)
})
