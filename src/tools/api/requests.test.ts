import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../test/support/run-tool.ts'
import graphqlValidate from './graphql-http/graphql-validate.ts'
import urlTemplate from './graphql-http/url-template.ts'

interface Level {
  readonly variables: Readonly<Record<string, unknown>>
  readonly testcases: readonly (readonly [string, string | readonly string[] | false])[]
}

/** The examples of RFC 6570 from uri-templates/uritemplate-test (Apache-2.0). */
const levels = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/suites/uri-template.json', import.meta.url), 'utf8'),
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

  test('of any depth is answered, not fallen over', async () => {
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
