import { expect, test } from 'vitest'
import { duplicateNames } from './json-duplicates.ts'
import { startWork } from '../../test/support/wait.ts'

test('each duplicate name of an object is reported once, by its pointer', () => {
  const text =
    '{"a":1,"a":2,"a":3,"l":[{},{"x/y":{"~":1,"\\u007e":2}}],"a":[{"b":1},{"b":1}],"l":0}'
  expect(duplicateNames(text, 20)).toEqual(['/a', '/l/1/x~1y/~0', '/l'])
  expect(duplicateNames(text, 2)).toEqual(['/a', '/l/1/x~1y/~0'])
})

test('objects at the same pointer are reported once', () => {
  expect(duplicateNames('{"o":{"a":1,"a":1},"o":{"a":1,"a":1}}', 20)).toEqual(['/o/a', '/o'])
})

test.each([
  ['one name many times', '"a":1,'.repeat(40_000)],
  ['many objects', '"a":{"b":1,"b":1},'.repeat(14_000)],
])('below a long name, %s do not block the event loop', (_, members) => {
  const text = `{"${'n'.repeat(250_000)}":{${members.slice(0, -1)}}}`
  JSON.parse(text)
  const worked = startWork()
  expect(duplicateNames(text, 20).length).toBeGreaterThan(0)
  // Four seconds and more where a pointer is made for each.
  expect(worked()).toBeLessThan(1_500)
})
