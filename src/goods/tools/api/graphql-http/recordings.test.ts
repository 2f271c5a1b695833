import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import lint from '../openapi/openapi-lint.ts'
import convert from './collection-convert.ts'
import introspect from './graphql-introspect.ts'
import harSummary from './har-summary.ts'

const POSTMAN = {
  info: { name: 'Shop' },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: 'very-secret' }] },
  variable: [{ key: 'base', value: 'https://shop.example/api' }],
  item: [
    {
      name: 'Orders',
      item: [
        {
          name: 'One order',
          event: [{ listen: 'test' }],
          request: {
            method: 'GET',
            url: { raw: '{{base}}/orders/:id?full=1', variable: [{ key: 'id', value: '7' }] },
            header: [
              { key: 'X-Trace', value: 'a' },
              { key: 'X-Off', value: 'b', disabled: true },
            ],
          },
          response: [{ code: 200, name: 'Found' }],
        },
        {
          name: 'New order',
          request: {
            method: 'POST',
            auth: { type: 'noauth' },
            url: '{{base}}/orders',
            body: { mode: 'raw', raw: '{"n": {{count}}, "tags": ["x"]}' },
          },
        },
      ],
    },
    { name: 'Elsewhere', request: 'not an address' },
  ],
}

const INSOMNIA = {
  _type: 'export',
  resources: [
    { _type: 'workspace', name: 'W' },
    { _type: 'environment', data: { base: 'https://shop.example' } },
    {
      _type: 'request',
      name: 'Find',
      method: 'GET',
      url: '{{ _.base }}/find',
      parameters: [{ name: 'q', value: 'a b' }],
      authentication: { type: 'basic', username: 'u', password: 'p' },
    },
  ],
}

const HAR = {
  log: {
    entries: [
      {
        startedDateTime: '2026-01-01T00:00:00Z',
        time: 500,
        request: {
          method: 'POST',
          url: 'https://a.example/login/550e8400-e29b-41d4-a716-446655440000',
          headers: [{ name: 'Authorization', value: 'Bearer abcdefghijklmnop' }],
          postData: {
            mimeType: 'application/json',
            text: '{"user":"a","password":"hunter2hunter2"}',
          },
          cookies: [{ name: 'a', value: 'b' }],
        },
        response: { status: 401, bodySize: 100, content: { mimeType: 'application/json' } },
      },
      {
        startedDateTime: '2026-01-01T00:00:01Z',
        time: 250,
        request: { method: 'GET', url: 'https://b.example/x.js?token=abcdef' },
        response: { status: 200, bodySize: -1, content: { size: 42, mimeType: 'text/javascript' } },
      },
      { request: { url: 'nope' } },
    ],
  },
}

describe('collections', () => {
  test('a Postman collection becomes a valid document', async () => {
    const { openapi, count, warnings } = await runExample(convert, { collection: POSTMAN })
    expect(count).toBe(3)
    expect(warnings).toEqual([
      '"One order" has scripts, which are left out',
      'GET not an address has no place in OpenAPI',
    ])
    expect(openapi).toMatchObject({
      servers: [{ url: 'https://shop.example' }],
      paths: {
        '/api/orders/{id}': {
          get: {
            operationId: 'One_order',
            parameters: [
              { name: 'id', in: 'path' },
              { name: 'full', in: 'query', schema: { type: 'integer' } },
              { name: 'x-trace', in: 'header' },
            ],
            responses: { '200': { description: 'Found' } },
            security: [{ bearer: [] }],
          },
        },
        '/api/orders': {
          post: {
            requestBody: {
              content: {
                'application/json': {
                  schema: { type: 'object', properties: { n: {}, tags: { type: 'array' } } },
                },
              },
            },
          },
        },
      },
    })
    expect(JSON.stringify(openapi)).not.toContain('very-secret')
    expect(await runExample(lint, { spec: openapi })).toMatchObject({ errors: [] })
  })

  test('of Insomnia and of a recording, as curl', async () => {
    const one = await runExample(convert, { collection: INSOMNIA, to: 'curl' })
    expect(one['requests']).toMatchObject([
      {
        url: 'https://shop.example/find?q=a+b',
        curl: expect.stringContaining("'authorization: Basic {{credentials}}'") as string,
      },
    ])
    const har = await runExample(convert, { collection: JSON.stringify(HAR) })
    expect(Object.keys((har['openapi'] as { paths: object }).paths)).toEqual([
      '/login/{id}',
      '/x.js',
    ])
    const five =
      'type: collection.insomnia.rest/5.0\nname: N\ncollection:\n  - name: a\n    url: https://a.example/\n'
    expect(await runExample(convert, { collection: five, to: 'list' })).toMatchObject({ count: 1 })
    await expect(runExample(convert, { collection: { a: 1 } })).rejects.toThrow(/^collection: /)
  })
})

test('a recording is summed up, and its secrets are named but not shown', async () => {
  const read = await runExample(harSummary, { har: HAR })
  expect(read).toMatchObject({
    requests: 2,
    bytes: 142,
    durationMs: 1250,
    byType: { data: { requests: 1 }, script: { requests: 1, bytes: 42 } },
    errors: [{ status: 401 }],
    cookies: 1,
    problems: ['1 entries have no address and are not counted'],
  })
  expect(read['secrets']).toMatchObject([
    { request: 0, where: 'request header', name: 'Authorization' },
    { request: 0, where: 'request body', name: 'password' },
    { request: 1, where: 'query', name: 'token' },
  ])
  expect(JSON.stringify(read)).not.toMatch(/hunter2hunter2|abcdefghijklmnop|token=/)
})

describe('a live endpoint', () => {
  const ask = async (more: object) =>
    runExample(introspect, { url: 'https://example.com/graphql', ...more })

  test('the answer has the schema', async () => {
    const read = await ask({})
    expect(read).toMatchObject({
      enabled: true,
      queries: ['country', 'countries'],
      mutations: ['rename'],
      subscriptions: [],
      types: 3,
    })
    expect(read['sdl']).toContain('"""A country."""\ntype Country {')
    expect(await ask({ as: 'json' })).toHaveProperty('schema.__schema')
  })

  test('the answer says why there is no schema', async () => {
    expect(await ask({ headers: { 'x-closed': '1' } })).toMatchObject({
      enabled: false,
      problem: 'GraphQL introspection is not allowed.',
    })
    expect(await ask({ url: 'https://example.com/' })).toMatchObject({
      enabled: false,
      problem: 'The answer, with status 200, is no JSON.',
    })
    await expect(ask({ headers: { Host: 'x' } })).rejects.toThrow(/^headers: Host/)
  })
})
