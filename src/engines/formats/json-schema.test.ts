/** @module-tag long */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { coerced } from './json-coerce.ts'
import { schemaCheck, schemaFlaws, type DraftName } from './json-schema.ts'

interface Case {
  readonly draft: DraftName
  readonly about: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly tests: readonly (readonly [data: unknown, valid: boolean])[]
}

/** Cases of JSON-Schema-Test-Suite (MIT), one in nine of each keyword. */
const cases = JSON.parse(
  readFileSync(
    new URL('../../../test/fixtures/suites/json-schema-sample.json', import.meta.url),
    'utf8',
  ),
) as readonly Case[]

test('the public suite', async () => {
  for (const { draft, about, schema, tests } of cases) {
    const check = await schemaCheck('schema', schema, draft)
    for (const [data, valid] of tests)
      expect(check.faultsOf(data).length === 0, `${draft} ${about}`).toBe(valid)
  }
  expect(cases.length).toBeGreaterThan(100)
})

const faults = async (schema: Readonly<Record<string, unknown>>, data: unknown) =>
  (await schemaCheck('schema', schema)).faultsOf(data)

describe('a fault', () => {
  test('has a pointer with its slashes escaped', async () => {
    const schema = { properties: { 'a/b~c': { properties: { d: { type: 'string' } } } } }
    expect(await faults(schema, { 'a/b~c': { d: 1 } })).toEqual([
      {
        path: '/a~1b~0c/d',
        keyword: 'type',
        message: 'must be string, but is number',
        params: { received: 'number', expected: 'string' },
      },
    ])
  })

  test('quotes no more of the input than fits a message', async () => {
    const [fault] = await faults({ const: 'x'.repeat(5_000) }, 'y'.repeat(5_000))
    expect(JSON.stringify(fault).length).toBeLessThan(700)
  })
})

describe('a schema', () => {
  test.each([
    [{ type: 'strin' }, /^schema: \/type .*by draft 2020-12$/],
    [{ pattern: '(' }, /^schema: .*regular expression/],
    [
      { $schema: 'http://json-schema.org/draft-03/schema#' },
      /\$schema must name one of the drafts/,
    ],
    [{ $ref: '#' }, /refers to itself without end/],
    [
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
      /without end/,
    ],
    [{ $ref: '#/nowhere' }, /"#\/nowhere" leads nowhere/],
    [{ $ref: 'https://example.com/schema.json' }, /leads nowhere in it$/],
  ])('%j is refused', async (schema, message) => {
    await expect(faults(schema, 1)).rejects.toThrow(message)
  })

  test('may refer to the schemas of the drafts', async () => {
    const schema = { $ref: 'http://json-schema.org/draft-07/schema#' }
    expect(await faults(schema, { minLength: -1 })).not.toEqual([])
    expect(await faults(schema, { minLength: 1 })).toEqual([])
  })

  test('of draft 4 has exclusive bounds that are true or false', async () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      minimum: 3,
      exclusiveMinimum: true,
    }
    expect(await faults(schema, 3)).not.toEqual([])
    expect(await faults(schema, 4)).toEqual([])
  })

  test('reports all its flaws', async () => {
    const flaws = await schemaFlaws({ type: 'strin', properties: { a: { minLength: 'x' } } })
    expect(flaws.map(({ path }) => path).toSorted()).toEqual(['/properties/a/minLength', '/type'])
  })

  test('with an unknown format says so', async () => {
    const { ignored } = await schemaCheck('schema', { format: 'license-plate' })
    expect(ignored).toEqual([expect.stringContaining('license-plate')])
  })
})

test('coercion keeps values that would lose digits or are not numbers', async () => {
  const number = { type: 'integer' }
  const check = await schemaCheck('schema', {
    $defs: { n: number },
    properties: {
      a: { $ref: '#/$defs/n' },
      b: { items: { type: ['boolean', 'null'] } },
      c: { type: 'string' },
      d: number,
      e: number,
      f: { type: 'number' },
    },
  })
  const data = {
    a: '12',
    b: ['true', '', 'x'],
    c: 5,
    d: '12345678901234567890',
    e: '1.5',
    f: '1e3',
  }
  expect(coerced(data, check)).toEqual({
    a: 12,
    b: [true, null, 'x'],
    c: '5',
    d: '12345678901234567890',
    e: '1.5',
    f: 1000,
  })
})
