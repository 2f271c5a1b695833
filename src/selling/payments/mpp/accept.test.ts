import { describe, expect, test } from 'vitest'
import { preferred } from './accept.ts'

const OFFERS = ['tempo', 'tempo', 'evm', 'stripe'].map((method, at) => ({ method, at }))
const chosen = (header: string | undefined) =>
  preferred(OFFERS, header).map(({ method, at }) => `${method} ${at}`)
const ALL = ['tempo 0', 'tempo 1', 'evm 2', 'stripe 3']

describe('Accept-Payment', () => {
  test.each([
    ['names one method', 'evm/charge', ['evm 2']],
    [
      'names two that are equally good',
      'evm/charge, tempo/charge',
      ['tempo 0', 'tempo 1', 'evm 2'],
    ],
    ['weighs them', 'tempo/charge;q=0.5, evm/charge', ['evm 2', 'tempo 0', 'tempo 1']],
    [
      'weighs with spaces',
      'tempo/charge ; q=0.1,stripe/charge; q=0.9',
      ['stripe 3', 'tempo 0', 'tempo 1'],
    ],
    ['takes anything', '*/*', ALL],
    ['takes any charge', '*/charge', ALL],
    ['takes any intent of a method', 'stripe/*', ['stripe 3']],
    ['excludes one', '*/*, tempo/charge;q=0', ['evm 2', 'stripe 3']],
    [
      'is most exact where it speaks twice',
      'tempo/*;q=0.9, tempo/charge;q=0.1, */*;q=0.5',
      ['evm 2', 'stripe 3', 'tempo 0', 'tempo 1'],
    ],
  ])('%s', (_what, header, expected) => {
    expect(chosen(header)).toEqual(expected)
  })

  test.each([
    ['is not sent', undefined],
    ['is empty', ''],
    ['names other methods', 'lightning/charge'],
    ['names other intents', 'evm/session'],
    ['excludes everything', '*/*;q=0'],
    ['is malformed', 'evm'],
    ['is malformed in part', 'evm/charge, ;;'],
    ['has an impossible weight', 'evm/charge;q=2'],
    ['is endless', `evm/charge${', evm/charge'.repeat(1000)}`],
  ])('keeps the order of offers when it %s', (_what, header) => {
    expect(chosen(header)).toEqual(ALL)
  })
})
