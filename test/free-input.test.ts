import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from './support/calls.ts'
import { openTestHouse, type TestHouse } from './support/house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.stop())

test.each([
  ['/api/find', undefined, 'q: is required'],
  ['/api/find?q=', undefined, 'q: must not be empty'],
  ['/api/find?q=a&q=b', undefined, 'q: is given more than once'],
  ['/api/find?q=a&k=abc', undefined, 'k: must be a'],
  ['/api/find?q=a&k=1.5', undefined, 'k: must be a'],
  ['/api/find', [], 'The body must be a JSON object'],
  ['/api/find', { q: 5 }, 'q: must be a string'],
  ['/api/find', '{', 'not valid JSON (line 1, column 2: a key in double quotes is expected)'],
  ['/api/find', '{\n"q":}', 'not valid JSON (line 2, column 5: '],
  ['/api/find', '{"q":"a",}', 'column 9: a comma before the closing bracket)'],
  ['/api/pow/challenge', undefined, 'slug: is required'],
  ['/api/pow/challenge?slug=hash&slug=uuid', undefined, 'slug: is given more than once'],
  ['/v1/messages/count_tokens', {}, 'messages: is required'],
  ['/v1/messages/count_tokens', { messages: 'hi' }, 'messages: must be a list'],
])('%s with %j is refused with the name of its field', async (path, body, problem) => {
  const heard = await call(house, path, body === undefined ? {} : { body })
  expect([heard.status, heard.body['error']]).toEqual([400, expect.stringContaining(problem)])
})

test.each([
  ['/api/find?q=decode+a+jwt&k=3', undefined, 3],
  ['/api/find?task=decode+a+jwt&limit=2', undefined, 2],
  ['/api/find?q=json+text&k=99', undefined, 25],
  ['/api/find', { query: 'decode a jwt', top: 4 }, 4],
])('%s with %j answers the requested number of tools', async (path, body, most) => {
  const heard = await call(house, path, body === undefined ? {} : { body })
  expect([heard.status, heard.body['count']]).toEqual([200, most])
})
