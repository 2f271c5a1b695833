import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../test/support/run-tool.ts'
import curlParse from './graphql-http/curl-parse.ts'
import graphqlValidate from './graphql-http/graphql-validate.ts'
import urlTemplate from './graphql-http/url-template.ts'

interface Level {
  readonly variables: Readonly<Record<string, unknown>>
  readonly testcases: readonly (readonly [string, string | readonly string[] | false])[]
}

/** The examples of RFC 6570 from uri-templates/uritemplate-test (Apache-2.0). */
const levels = JSON.parse(
  readFileSync(
    new URL('../../../../test/fixtures/suites/uri-template.json', import.meta.url),
    'utf8',
  ),
) as Readonly<Record<string, Level>>

describe('URI templates', () => {
  test.each(Object.entries(levels))('%s', async (_name, { variables, testcases }) => {
    for (const [template, expected] of testcases) {
      const told = runExample(urlTemplate, { template, values: variables })
      if (expected === false) await expect(told).rejects.toThrow(/^template: /)
      else expect([expected].flat()).toContain((await told)['url'])
    }
  })

  test.each([
    ['/a/{id}', '/a/7', { id: '7' }],
    ['/a/{id}', '/b/7', null],
    ['{+base}/x', '/a/b/x', { base: '/a/b' }],
    ['/s{?q,lang}', '/s?q=caf%C3%A9', { q: 'café' }],
    ['/s{?q,lang}', '/s?lang=fr', { lang: 'fr' }],
    ['/f{.ext}', '/f.json', { ext: 'json' }],
    ['{/a,b}', '/1/2', { a: '1', b: '2' }],
  ])('%s against %s', async (template, url, matched) => {
    expect((await runExample(urlTemplate, { template, url }))['matched']).toEqual(matched)
  })
})

describe('GraphQL', () => {
  const schema = 'type Query { user(id: ID!): User } type User { name: String friends: [User] }'
  const check = async (query: string, more = {}) =>
    runExample(graphqlValidate, { query, schema, ...more })

  test('names the unknown field and where it stands', async () => {
    expect(await check('{\n  user(id: 1) { nam }\n}')).toMatchObject({
      valid: false,
      errors: [{ line: 2, column: 17, message: expect.stringContaining('nam') as string }],
    })
  })

  test('checks variables, and counts through fragments that repeat', async () => {
    const query =
      'query Q($id: ID!) { user(id: $id) { ...F } } fragment F on User { friends { friends { name } } }'
    expect(await check(query, { variables: { id: 'a' } })).toMatchObject({
      valid: true,
      depth: 4,
      fields: 4,
    })
    expect(await check(query, { variables: {} })).toMatchObject({ valid: false })
    expect(await check('{ ...F } fragment F on Query { ...F }')).toMatchObject({
      valid: false,
      depth: 0,
    })
  })

  test('a query of any depth is answered or refused, without a crash', async () => {
    const deep = `{ ${'a { '.repeat(9_000)} b ${'}'.repeat(9_000)} }`
    const told = runExample(graphqlValidate, { query: deep })
    await expect(
      told.then(
        ({ valid }) => valid,
        () => false,
      ),
    ).resolves.toBe(false)
    await expect(check('{ a }', { schema: 'type Query { a: Nope }' })).rejects.toThrow(/^schema: /)
  })
})

describe('curl', () => {
  const read = async (command: string, to = 'request') => runExample(curlParse, { command, to })

  test.each([
    ['curl example.com', { method: 'GET', url: 'http://example.com/' }],
    [
      "curl -sSLXPUT 'https://a.example/x?y=1&y=2' --data-raw $'a\\nb'",
      { method: 'PUT', body: 'a\nb', query: { y: ['1', '2'] } },
    ],
    [
      'curl -G https://a.example -d q=1 --data-urlencode "r=a b&c"',
      { method: 'GET', url: 'https://a.example/?q=1&r=a%20b%26c', body: null },
    ],
    [
      'curl https://ada:p%40w@a.example -I',
      { method: 'HEAD', url: 'https://a.example/', auth: { user: 'ada', password: 'p@w' } },
    ],
    [
      'curl a.example --json \'{"a":1}\' -H "Accept:" -H X-Empty\\;',
      { headers: { 'content-type': 'application/json', 'x-empty': '' } },
    ],
    ['curl \\\n  a.example -d a=1 \\\n  -d b=2', { method: 'POST', body: 'a=1&b=2' }],
  ])('%s', async (command, request) => {
    expect((await read(command))['request']).toMatchObject(request)
  })

  test('warnings name what is left out, and several commands are refused', async () => {
    expect(await read('curl a.example -d @file --proxy x -k --wibble')).toMatchObject({
      warnings: [
        '@file is a file, which is not read',
        '--proxy is no part of the request',
        '-k turns off the check of certificates',
        '--wibble is not understood',
      ],
    })
    await expect(read('curl a.example; rm -rf /')).rejects.toThrow(/^command: must be one command/)
    await expect(read("curl 'a")).rejects.toThrow(/never closes/)
    await expect(read('wget a.example')).rejects.toThrow(/^command: must begin with curl/)
  })

  test('writes code that a quote in the body does not end', async () => {
    const { code } = await read(`curl a.example -d 'it"s'`, 'python')
    expect(code).toContain('data="it\\"s".encode()')
  })
})
