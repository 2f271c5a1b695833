import { expect, test } from 'vitest'
import { summaryOf, type Report } from '../../scripts/_summary.ts'

const report = (tests: readonly string[], success = true): Report => ({
  success,
  testResults: [
    {
      name: '/a.test.ts',
      status: success ? 'passed' : 'failed',
      assertionResults: tests.map((text) => {
        const [fullName = '', status = ''] = text.split(': ')
        return { fullName, status }
      }),
    },
  ],
})

test('a test that one run skips and another runs has run', () => {
  const first = report(['a: passed', 'b: skipped', 'c: skipped'])
  const rest = report(['a: skipped', 'b: passed', 'c: skipped'])
  const text = '      Tests  2 passed | 1 skipped (3)\n2 passed, 0 failed\n'
  expect(summaryOf([first, rest])).toEqual({ text, isGood: true })
})

test('tests of one name count each', () => {
  const { text } = summaryOf([
    report(['a: passed', 'a: skipped']),
    report(['a: skipped', 'a: passed']),
  ])
  expect(text).toContain('2 passed, 0 failed')
})

test.each([
  ['a test that fails', report(['a: passed', 'b: failed'], false)],
  ['an error that no test caught', report(['a: passed'], false)],
  ['a file that cannot be loaded', report([], false)],
  ['a run without a report', null],
])('%s is one failure', (_what, failed) => {
  const { text, isGood } = summaryOf([report(['x: passed']), failed])
  expect(text).toMatch(/ passed, 1 failed\n$/)
  expect(isGood).toBe(false)
})

test('a run of no tests is not good', () => {
  expect(summaryOf([report([])])).toMatchObject({ isGood: false })
})
