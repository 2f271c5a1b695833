import { expect, test } from 'vitest'
import { duplicateNames, duplicateNamesInTurns } from './json-duplicates.ts'
import { leastWork } from '../../../test/support/wait.ts'

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
])('below a long name, %s do not block the event loop', async (_, members) => {
  const text = `{"${'n'.repeat(250_000)}":{${members.slice(0, -1)}}}`
  JSON.parse(text)
  const search = () => expect(duplicateNames(text, 20).length).toBeGreaterThan(0)
  // Four seconds and more where a pointer is made for each.
  expect(await leastWork(1_500, search)).toBeLessThan(1_500)
})

test('a long name is cut in a pointer', () => {
  const text = `{"${'~'.repeat(300)}":{"a":1,"a":1}}`
  expect(duplicateNames(text, 20)).toEqual([`/${'~0'.repeat(200)}…/a`])
})

const MEMBERS = Array.from({ length: 20 }, (_, at) => `"k${at}":1,"k${at}":1`).join()

test.each([
  ['slashes', '/'.repeat(2_000_000)],
  ['tildes', '~'.repeat(2_000_000)],
  ['escapes', String.raw`\u007e`.repeat(350_000)],
  ['escaped quotes', String.raw`\"`.repeat(1_000_000)],
])('below a name of 2 MB of %s, each turn of the search is short', async (_, name) => {
  const text = `{"${name}":{${MEMBERS}}}`
  JSON.parse(text)
  const search = async () => expect(await duplicateNamesInTurns(text, 20)).toHaveLength(20)
  // 2.8 seconds where slashes are replaced in the whole name for each pointer.
  expect(await leastWork(600, search)).toBeLessThan(600)
})

test('a text of escaped quotes ends where it ends', () => {
  const text = String.raw`{"a\\":1,"b\"":{"a\\":1},"a\\":"\\\"","b\"":2}`
  JSON.parse(text)
  expect(duplicateNames(text, 20)).toEqual(['/a\\', '/b"'])
})
