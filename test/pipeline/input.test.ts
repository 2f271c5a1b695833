import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lostMembers, parseBody, withLost } from '../../src/selling/call/input.ts'
import { bearer } from '../support/buyer.ts'
import { call } from '../support/calls.ts'
import { catalogOfTools } from '../support/catalog.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'

const fixtures = createFixtures()
let service: TestService
let key: string

beforeAll(async () => {
  service = await openTestService({ tools: fixtures.tools })
  key = await service.issueKey('$1')
})
afterAll(() => service.stop())

const paid = (path: string, body?: unknown) => call(service, path, { body, headers: bearer(key) })
const echo = (body: unknown) => paid('/api/fixture-echo', body)
const query = (search: string) => paid(`/api/fixture-query?${search}`)

describe('input that does not fit', () => {
  test.each([
    ['a missing field', {}, /^text: is required/],
    ['a wrong type', { text: 5 }, /^text: /],
    ['a number out of range', { text: 'hi', times: 9 }, /^times: .*3/],
    ['no number', { text: 'hi', times: 'two' }, /^times: /],
    ['a list', [1], /JSON object/],
    ['text', '"hi"', /JSON object/],
    ['null', 'null', /JSON object/],
    ['malformed', '{"text":', /not valid JSON/],
    ['nothing', '', /^text: is required/],
  ])('is refused by name: %s', async (_what, body, says) => {
    const heard = await echo(body)
    expect(heard.status).toBe(400)
    expect(heard.body['error']).toMatch(says)
  })

  test('is refused with the expected input, and without a charge', async () => {
    const runs = fixtures.runs('fixture-echo')
    const { body, headers } = await echo({ times: 2 })
    expect(body).toEqual({
      error: expect.stringMatching(/^text: is required/),
      tool: 'fixture-echo',
      expected: {
        text: { type: 'string', description: 'What to answer.' },
        times: { type: 'integer', default: 1, description: 'How often.' },
      },
      required: ['text'],
      example: { text: 'hi' },
    })
    expect(headers['payment-required']).toBeUndefined()
    expect(fixtures.runs('fixture-echo')).toBe(runs)
    expect(await service.account(key)).toMatchObject({ balance: 1_000_000, held: 0, calls: 0 })
  })

  test('is refused for every field that is wrong', async () => {
    const { body } = await echo({ text: 5, times: 9 })
    expect(body['error']).toMatch(/text: .*times: /)
  })
})

describe('synonyms of fields', () => {
  test('a missing required field is filled from its one synonym', async () => {
    const { status, body } = await echo({ content: 'hi' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ text: 'hi' })
    expect(body['ignoredParams']).toBeUndefined()
  })

  test('of two synonyms none is used', async () => {
    const { status, body } = await echo({ content: 'a', message: 'b' })
    expect(status).toBe(400)
    expect(body['error']).toMatch(/^text: is required/)
  })

  test('a field that was sent is never overridden', async () => {
    const { body } = await echo({ text: 'sent', content: 'other' })
    expect(body).toMatchObject({ text: 'sent', ignoredParams: ['content'] })
  })

  test('a synonym works in a query too', async () => {
    expect((await query('query=hi')).body).toMatchObject({ q: 'hi' })
  })

  test('unknown fields are listed', async () => {
    const { body } = await echo({ text: 'hi', colour: 'red', size: 3 })
    expect(body['ignoredParams']).toEqual(['colour', 'size'])
    expect((await query('q=hi&page=2')).body['ignoredParams']).toEqual(['page'])
  })
})

describe('two members of one name', async () => {
  const { tools } = await catalogOfTools()
  const readOf = (slug: string, text: string) => {
    const tool = tools.find((one) => one.slug === slug)
    if (!tool) throw new Error(slug)
    return withLost(tool, parseBody(tool, text), () => lostMembers(text))
  }
  test('the last holds, and whoever sends data hears of the others', async () => {
    const text = '{"data":{"id":1,"b":[{"x":"a:\\"b"},{"x":1,"\\u0078":2}],"id":2},"schema":{}}'
    const says = '(all of this name but the last)'
    const { ignored } = await readOf('json-validate', text)
    expect(ignored).toEqual([`/data/b/1/x ${says}`, `/data/id ${says}`])
  })
  test('in a long body too', async () => {
    const text = `{"data":[${'{"a":1},'.repeat(40_000)}{"a":1,"a":2}],"schema":{}}`
    const { ignored } = await readOf('json-validate', text)
    expect(ignored).toEqual(['/data/40000/a (all of this name but the last)'])
  })
  test('one name in two objects, and a tool that takes no data, say nothing', async () => {
    const two = await readOf('json-validate', '{"data":[{"a":1},{"a":2}],"schema":{"a":1}}')
    expect(two.ignored).toEqual([])
    const { ignored } = await readOf('hash', '{"text":"a","text":"b","algo":"sha256"}')
    expect(ignored).toEqual([])
  })
})

describe('envelopes', () => {
  test.each(['params', 'input', 'args', 'arguments'])('%s is unwrapped', async (name) => {
    const { status, body } = await echo({ [name]: { text: 'hi', times: 2 } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ text: 'hi', times: 2 })
  })

  test('is not unwrapped beside another field', async () => {
    const { status } = await echo({ params: { text: 'hi' }, times: 2 })
    expect(status).toBe(400)
  })

  test('is not unwrapped twice', async () => {
    expect((await echo({ params: { input: { text: 'hi' } } })).status).toBe(400)
  })
})

describe('a query', () => {
  test('is read by the types of the schema', async () => {
    const { body } = await query('q=5&limit=7&deep=true&tags=a,b')
    expect(body).toMatchObject({ q: '5', limit: 7, deep: true, tags: ['a', 'b'] })
  })

  test('leaves defaults to the schema', async () => {
    expect((await query('q=hi')).body).toMatchObject({ limit: 10, deep: false, tags: [] })
  })

  test.each([
    ['deep=1', { deep: true }],
    ['deep=no', { deep: false }],
    ['deep=FALSE', { deep: false }],
    ['limit=-3', { limit: -3 }],
    ['tags=a&tags=b', { tags: ['a', 'b'] }],
    ['tags=%5B%22a%22%5D', { tags: ['a'] }],
    ['tags=', { tags: [] }],
    ['tags=a', { tags: ['a'] }],
  ])('reads %s', async (search, understood) => {
    const { status, body } = await query(`q=hi&${search}`)
    expect(status).toBe(200)
    expect(body).toMatchObject(understood)
  })

  test('decodes percent-encoding', async () => {
    expect((await query('q=a%20b%2Bc+d%26%C3%A9')).body).toMatchObject({ q: 'a b+c d&é' })
  })

  test.each(['limit=ten', 'limit=1.5', 'limit=', 'deep=perhaps', 'tags=%5Bbroken'])(
    'refuses %s by name',
    async (search) => {
      const { status, body } = await query(`q=hi&${search}`)
      expect(status).toBe(400)
      expect(body['error']).toContain(`${search.split('=')[0]}: `)
    },
  )
})

describe('a query', () => {
  test.each([
    ['a field given twice', 'q=a&q=b', /^q: is given more than once/],
    [
      'a hex number',
      'q=a&limit=0x10',
      /^limit: must be a whole number( from 1 to \d+)?, not a string/,
    ],
    ['a number and letters', 'q=a&limit=5e', /^limit: must be a whole number/],
    ['a fraction', 'q=a&limit=1.5', /^limit: must be a whole number/],
  ])('is refused with %s', async (_what, search, says) => {
    const { status, body } = await query(search)
    expect(status).toBe(400)
    expect(body['error']).toMatch(says)
  })

  test('may give a list twice', async () => {
    const { body } = await query('q=a&tags=b&tags=c')
    expect(body['tags']).toEqual(['b', 'c'])
  })
})
