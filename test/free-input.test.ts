import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadFreeEndpoints } from '../src/front/http/free-endpoints.ts'
import { bearer } from './support/buyer.ts'
import { call } from './support/calls.ts'
import { openTestService, type TestService } from './support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({
    settings: { OPERATOR_TOKEN: TOKEN, REPORTS_PER_MINUTE: '1000' },
  })
})
afterAll(() => service.stop())

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
  const heard = await call(service, path, body === undefined ? {} : { body })
  expect([heard.status, heard.body['error']]).toEqual([400, expect.stringContaining(problem)])
})

const TOKEN = 'x'.repeat(40)
const definitions = await loadFreeEndpoints()

/** Each field of a query that takes a number, a truth value or one of a few words. */
const typed = definitions
  .filter(({ methods }) => methods.includes('GET'))
  .flatMap(({ path, input = {} }) =>
    Object.entries(input)
      .filter(([, { type, enum: words }]) => words !== undefined || !String(type).includes('str'))
      .map(([field]) => [path, field] as const),
  )

test.each(typed)('%s refuses nonsense as %s by its name', async (path, field) => {
  const heard = await ask(`${path}?${field}=zzz`)
  const told = expect.stringMatching(new RegExp(`(^|\\. )${field}: must be `))
  expect([heard.status, heard.body['error']]).toEqual([400, told])
})

/** Endpoints that answer without anything: what they need stands in no example. */
const open = definitions.filter(
  ({ methods, path, required = [] }) =>
    methods.includes('GET') && required.length === 0 && !path.includes(':'),
)

test.each(open.map(({ path, refusals }) => [path, refusals] as const))(
  '%s names a field that it does not know',
  async (path, refusals) => {
    const { status, body } = await ask(`${path}?no-such=zzz`)
    if (status === 200) expect(body['ignoredParams']).toEqual(['no-such'])
    // An endpoint that says that it asks for a payment first answers nothing without one.
    else expect([400, 401, 503, ...refusals.filter((one) => one === 402)]).toContain(status)
  },
)

test('what a count or a search ignores is named', async () => {
  expect((await ask('/api/stats?limit=zzz')).body['ignoredParams']).toEqual(['limit'])
  const found = await ask('/api/find?task=decode+a+jwt&page=2')
  expect([found.status, found.body['ignoredParams']]).toEqual([200, ['page']])
  expect((await ask('/api/stats')).body).not.toHaveProperty('ignoredParams')
})

const ask = (path: string) => call(service, path, { headers: bearer(TOKEN) })

test.each([
  ['/api/find?q=decode+a+jwt&k=3', undefined, 3],
  ['/api/find?task=decode+a+jwt&limit=2', undefined, 2],
  ['/api/find?q=json+text&k=99', undefined, 25],
  ['/api/find', { query: 'decode a jwt', top: 4 }, 4],
])('%s with %j answers the requested number of tools', async (path, body, most) => {
  const heard = await call(service, path, body === undefined ? {} : { body })
  expect([heard.status, heard.body['count']]).toEqual([200, most])
})
