import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import patchSpecTests from 'json-patch-test-suite/spec_tests.json' with { type: 'json' }
import patchTests from 'json-patch-test-suite/tests.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { startWorkInThreads } from '../../../../../test/support/wait.ts'
import { patched, difference } from '../../../../engines/formats/json-patch.ts'
import jq from './jq.ts'
import jsonCanonical from './json-canonical.ts'
import jsonDiff from './json-diff.ts'
import jsonFlatten from './json-flatten.ts'
import jsonFormat from './json-format.ts'
import jsonMerge from './json-merge.ts'
import jsonPatch from './json-patch.ts'
import jsonQuery from './json-query.ts'
import jsonRepair from './json-repair.ts'
import jsonStats from './json-stats.ts'
import jsonToTypes from './json-to-types.ts'
import jsonTransform from './json-transform.ts'

const suite = (name: string): unknown =>
  JSON.parse(
    readFileSync(
      new URL(`../../../../../test/fixtures/suites/${name}.json`, import.meta.url),
      'utf8',
    ),
  )
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

describe('json-format', () => {
  test.each([
    ['{"a":1,}', 'a comma before the closing bracket', 1, 7],
    ['{"a":1\n "b":2}', 'a comma or } is expected', 2, 2],
    ['[1, 01]', 'no such number in JSON', 1, 6],
    ['["a\nb"]', 'a control character in a string must be escaped', 1, 4],
    ['["\\x"]', 'no such escape in JSON', 1, 4],
    ["{'a':1}", 'a key in double quotes is expected', 1, 2],
    ['[1', 'the text ends before ]', 1, 3],
    ['1 2', 'more text after the end of the value', 1, 3],
    ['nope', 'nope is no JSON value', 1, 1],
    ['"abc', 'the string never ends', 1, 1],
  ])('%s is not valid, and the answer names the place', async (json, message, line, column) => {
    const { valid, error } = await runExample(jsonFormat, { json })
    expect(valid).toBe(false)
    expect(error).toEqual({ message, line, column })
  })

  test('digits, repeated keys and the order of keys stay as written', async () => {
    const json = '{"2":12345678901234567890,"1":1.10,"2":1e400}'
    expect(await runExample(jsonFormat, { json, indent: 0 })).toMatchObject({ json })
  })

  test('it accepts exactly what JSON.parse accepts', async () => {
    const text = fc.oneof(
      fc.json(),
      fc.json().map((json) => json.slice(0, -1)),
      fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0123e+-. tfn'.split('')) }),
    )
    for (const json of fc.sample(text, { numRuns: 600, seed: 1 })) {
      const isValid = attempt(() => JSON.parse(json))
      const { valid } = await runExample(jsonFormat, { json })
      expect([json, valid]).toEqual([json, isValid])
    }
  })

  test('a layout that would be too long is refused', async () => {
    const json = `${'['.repeat(60)}${'1,'.repeat(90_000)}1${']'.repeat(60)}`
    await expect(runExample(jsonFormat, { json, indent: 8 })).rejects.toThrow(/^indent: must/)
  })

  test('text nested too deep is not valid, and does not overflow the stack', async () => {
    const { valid } = await runExample(jsonFormat, { json: '['.repeat(90_000) })
    expect(valid).toBe(false)
  })
})

const attempt = (work: () => unknown): boolean => {
  try {
    work()
    return true
  } catch {
    return false
  }
}

describe('json-repair', () => {
  test.each(['{"a":1,"b":{"c":1,"c":2},"a":3}', "{a:1, b:{'c':1, 'c':2}, a:3,}"])(
    'lost members are reported: %s',
    async (text) => {
      const answer = await runExample(jsonRepair, { text })
      expect(answer).toMatchObject({ data: { a: 3, b: { c: 2 } }, repaired: true })
      const told = ['/b/c', '/a'].map(
        (path) => `${path}: is there more than once; data holds the last`,
      )
      expect((answer['changes'] as string[]).slice(-2)).toEqual(told)
    },
  )

  test.each([
    ['Sure! {"a": [1, 2,]} Hope that helps.', { a: [1, 2] }, ['Sure!', 'Hope that helps.']],
    ['The [list] is: [1, 2', [1, 2], ['The [list] is:']],
    ['```\n{"a": "x "y" z"}\n```', { a: 'x "y" z' }, []],
    ['{"id": 12345678901234567890,}', { id: '12345678901234567890' }, []],
    ['callback({"a":1});', { a: 1 }, []],
    ['{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }], []],
    ['{"text": "cut off he', { text: 'cut off he' }, []],
  ])('%s', async (text, data, dropped) => {
    expect(await runExample(jsonRepair, { text })).toMatchObject({ data, dropped, repaired: true })
  })

  test('it reports its changes and their places', async () => {
    const { changes } = await runExample(jsonRepair, { text: "{a: 1,\n 'b': [1,2" })
    expect(changes).toEqual([
      'line 1, column 2: adds "',
      'line 1, column 3: adds "',
      `line 2, column 2: ' becomes "`,
      `line 2, column 4: ' becomes "`,
      'line 2, column 11: adds ]}',
    ])
  })

  test('a number that becomes text is a change, also in valid JSON', async () => {
    const answer = await runExample(jsonRepair, { text: '{"id": 12345678901234567890}' })
    expect(answer).toMatchObject({
      repaired: true,
      changes: ['12345678901234567890 is given as text in data, to keep its digits'],
    })
  })

  test('valid JSON is left as it is', async () => {
    const text = ' {"a": 1.50} '
    expect(await runExample(jsonRepair, { text })).toMatchObject({
      json: text.trim(),
      repaired: false,
    })
  })

  test.each([
    [String.raw`{"p": "C:\path\new",}`, { p: String.raw`C:\path\new` }],
    [String.raw`{"p": "C:\users\ada",}`, { p: String.raw`C:\users\ada` }],
    [String.raw`{"a": "one\ntwo \"three\"",}`, { a: 'one\ntwo "three"' }],
  ])('backslashes of %s are kept if they are not escapes', async (text, data) => {
    expect((await runExample(jsonRepair, { text }))['data']).toEqual(data)
  })

  test.each([
    '[1,,2]',
    '[,1]',
    '{"a": -}',
    '{"a":1;"b":2}',
    '(1,2)',
    "{'it's': 1}",
    'hello',
    'a=1',
    '\0',
  ])('no value is invented for %j', async (text) => {
    await expect(runExample(jsonRepair, { text })).rejects.toThrow(/^text: cannot be mended/)
  })

  test.each(['', '{"a":+5}', 'POINT('])('%j is beyond repair', async (text) => {
    await expect(runExample(jsonRepair, { text })).rejects.toThrow(/^text: cannot be mended/)
  })
})

describe('a sample without objects', () => {
  const samples = [[1, 2], [null], [[1]], []]

  test.each(['typescript', 'python', 'java', 'csharp', 'swift', 'zod'])(
    'refused for %s',
    async (language) => {
      for (const data of samples)
        await expect(runExample(jsonToTypes, { data, language })).rejects.toThrow(
          /^data: must hold an object/,
        )
    },
  )

  test.each(['go', 'rust', 'kotlin'])('has a name in %s', async (language) => {
    for (const data of samples)
      expect((await runExample(jsonToTypes, { data, language }))['code']).toMatch(/\bRoot\b/)
  })

  test('an object that looks like a dictionary is declared by its members', async () => {
    const data = { a1b: 1, b2c: 2, c3d: 3, 'd4 e': 1 }
    expect((await runExample(jsonToTypes, { data }))['code']).toMatch(/interface Root \{\s+a1b/)
  })
})

describe('jq that needs too much memory', () => {
  test('is refused with the name of its field', { tags: 'long' }, async () => {
    const work = runExample(jq, { data: null, filter: '[range(1e7)]|length' })
    await expect(work).rejects.toThrow('filter: needs too much memory')
  })
})

describe('json-diff and json-patch', () => {
  const value = fc.jsonValue({ maxDepth: 4 })

  test('applying the difference turns a into b', () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        const [a, b] = [left, right].map((one) => plain(one))
        expect(plain(patched(a, difference(a, b)).data)).toEqual(b)
      }),
      { numRuns: 300, seed: 2 },
    )
  })

  test('removing an item from a long list is one operation', async () => {
    const a = Array.from({ length: 3_000 }, (_, at) => ({ id: at }))
    const { patch } = await runExample(jsonDiff, { a, b: a.toSpliced(1_500, 1) })
    expect(patch).toEqual([{ op: 'remove', path: '/1500' }])
  })

  test('lists without common items are compared in time', async () => {
    const [a, b] = [0, 50_000].map((from) => Array.from({ length: 40_000 }, (_, at) => from + at))
    const { changed } = await runExample(jsonDiff, { a, b })
    expect(changed).toBe(40_000)
  })

  interface Case {
    readonly doc: unknown
    readonly patch: readonly unknown[]
    readonly expected?: unknown
    readonly error?: string
    readonly disabled?: boolean
    readonly comment?: string
  }
  const cases = [...(patchTests as readonly Case[]), ...(patchSpecTests as readonly Case[])].filter(
    ({ patch, disabled }) => Array.isArray(patch) && !disabled,
  )
  test.each(cases.map((one) => [one.comment ?? JSON.stringify(one.patch), one] as const))(
    'json-patch-test-suite: %s',
    (_name, { doc, patch, expected, error }) => {
      const { data, errors } = patched(doc, patch)
      if (error !== undefined) expect(errors).toHaveLength(1)
      else if (expected !== undefined) expect(data).toEqual(expected)
      else expect(errors).toEqual([])
    },
  )

  test('after a failed operation nothing has changed', async () => {
    const patch = [
      { op: 'add', path: '/b', value: 1 },
      { op: 'remove', path: '/none' },
    ]
    expect(await runExample(jsonPatch, { data: { a: 1 }, patch })).toEqual({
      data: { a: 1 },
      applied: 0,
      errors: [{ index: 1, message: 'path: there is no such place as /none' }],
    })
  })

  test.each([
    [{ op: 'add', path: '/__proto__/x', value: 1 }],
    [{ op: 'replace', path: '/toString', value: 1 }],
    [{ op: 'copy', from: '/constructor', path: '/b' }],
    [{ op: 'remove', path: '' }],
    [{ op: 'add', path: '/constructor/prototype/x', value: 1 }],
    [{ op: 'move', from: '/a', path: '/a/b' }],
    [{ op: 'add', path: 'a', value: 1 }],
    [{ op: 'add', path: '/a' }],
    [{ op: 'shout', path: '/a' }],
    ['nothing'],
  ])('%j is reported as an error', async (operation) => {
    const { errors } = await runExample(jsonPatch, { data: { a: {} }, patch: [operation] })
    expect(errors).toHaveLength(1)
    expect({}).not.toHaveProperty('x')
  })

  test('copies of copies are stopped', async () => {
    const patch = Array.from({ length: 40 }, (_, at) => ({
      op: 'copy',
      from: '',
      path: `/a${at}`,
    }))
    const { errors } = await runExample(jsonPatch, { data: {}, patch })
    expect(errors).toMatchObject([{ message: 'copies more than 1000000 values' }])
  })

  test.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('RFC 7396 appendix A: %j with %j', async (data, patch, merged) => {
    expect(await runExample(jsonPatch, { data, patch, kind: 'merge' })).toMatchObject({
      data: merged,
    })
  })
})

describe('json-merge', () => {
  const values = [{ a: { x: 1, l: [1, 2] } }, { a: { x: 2, l: [2, 3] } }, { a: { x: 2 }, b: null }]
  test.each([
    ['replace', 'last', { a: { x: 2, l: [2, 3] }, b: null }],
    ['concat', 'first', { a: { x: 1, l: [1, 2, 2, 3] }, b: null }],
    ['unique', 'last', { a: { x: 2, l: [1, 2, 3] }, b: null }],
  ])('arrays %s, conflicts %s', async (arrays, conflicts, data) => {
    const told = await runExample(jsonMerge, { values, arrays, conflicts })
    expect(told['data']).toEqual(data)
    expect(told['conflicts']).toContainEqual({
      path: '/a/x',
      values: conflicts === 'first' ? [1, 2, 2] : [1, 2],
    })
  })

  test('a conflict is refused with its place if conflicts is error', async () => {
    const refused = runExample(jsonMerge, { values, conflicts: 'error' })
    await expect(refused).rejects.toThrow('values: differ at /a/x and conflicts is error')
  })

  test('names of JavaScript members are plain keys, and __proto__ is refused', async () => {
    const odd: readonly object[] = [{ constructor: { prototype: { x: 1 } } }, { toString: 2 }]
    expect((await runExample(jsonMerge, { values: odd }))['data']).toEqual({ ...odd[0], ...odd[1] })
    const evil = JSON.parse('[{"a":1},{"__proto__":{"x":1}}]') as unknown
    await expect(runExample(jsonMerge, { values: evil })).rejects.toThrow(/__proto__/)
  })
})

describe('json-query', () => {
  interface Case {
    readonly selector: string
    readonly document?: unknown
    readonly result?: unknown
    readonly results?: readonly unknown[]
    readonly invalid_selector?: boolean
  }
  const { tests } = suite('jsonpath') as { tests: readonly Case[] }
  test.each(tests.map((one) => [one.selector, one] as const))(
    'the compliance suite: %s',
    async (path, { document = null, result, results, invalid_selector: isBad }) => {
      const asked = runExample(jsonQuery, { data: document, path })
      if (isBad) return expect(asked).rejects.toThrow(/^path: is not valid JSONPath/)
      expect(results ?? [result]).toContainEqual((await asked)['results'])
    },
  )

  test.each(['$.a[?@.b==1==2]', '$.a[?1==(@.b==1)]', '$.a[?@[?@.b<1<2]]', '$[?(!@.b)==true]'])(
    '%s compares a comparison',
    async (path) => {
      const asked = runExample(jsonQuery, { data: { a: [{ b: 1 }] }, path })
      await expect(asked).rejects.toThrow(/^path: is not valid JSONPath: .*compar/)
    },
  )

  test('a pattern takes time linear in the text', async () => {
    const worked = startWorkInThreads()
    const data = [`${'a'.repeat(5_000)}!`]
    const { count } = await runExample(jsonQuery, { data, path: "$[?search(@, '(a+)+$')]" })
    expect(count).toBe(0)
    expect(await worked()).toBeLessThan(2_000)
  })

  test.each([
    ['', [{ a: [1] }]],
    ['/a', [[1]]],
    ['/a/0', [1]],
    ['/a/-', []],
    ['/a/length', []],
    ['/constructor', []],
    ['/a/00', []],
  ])('pointer %j', async (path, results) => {
    const told = await runExample(jsonQuery, { data: { a: [1] }, path, language: 'pointer' })
    expect(told['results']).toEqual(results)
  })

  test('at most the limit is answered, with the total number', async () => {
    const data = Array.from({ length: 50 }, (_, at) => at)
    const told = await runExample(jsonQuery, { data, path: '$[*]', limit: 3 })
    expect(told).toMatchObject({ results: [0, 1, 2], count: 3, total: 50 })
  })

  test.each([
    'constructor',
    '"__proto__"',
    'a.constructor',
    '{x: a}.constructor',
    'let $x = @ in $x.constructor',
    'map(&toString, [@])',
    'toString(@)',
  ])('JMESPath reads only data: %s', async (path) => {
    const asked = runExample(jsonQuery, { data: { a: [] }, path, language: 'jmespath' })
    await expect(asked).rejects.toThrow(/^path: the name \w+ cannot be used/)
  })

  test.each(['$.constructor', '$["__proto__"]', '$..constructor', '$.a.length'])(
    'JSONPath reads only data: %s',
    async (path) => {
      expect(await runExample(jsonQuery, { data: { a: [] }, path })).toMatchObject({ results: [] })
    },
  )
})

describe('json-transform', () => {
  test.each([
    ['constructor', null],
    ['a.__proto__', null],
    ['$lookup(a, "constructor")', null],
    ['$match("2026-01", /(\\d+)-(\\d+)/).groups', ['2026', '01']],
    ['$replace("aXbX", /x/i, "-")', 'a-b-'],
    ['$millis()', 1_767_225_600_000],
  ])('%s', async (expression, result) => {
    const told = await runExample(
      jsonTransform,
      { data: { a: { b: 1 } }, expression },
      '2026-01-01T00:00:00Z',
    )
    expect(told['result']).toEqual(result)
  })

  test.each([
    ['$eval("1")', /\$eval, which is not offered/],
    ['$random()', /\$random, which is not offered/],
    ['($f := function($n) { $f($n + 1) + 1 }; $f(1))', /^expression: /],
    ['[1..9999999]', /^(expression: |The input takes)/],
    ['$map([1..100000], function($v) { [1..100000] })', /^(expression: |The input takes)/],
    ['/(?=a)/', /look-around/],
    ['$sum', /must not answer a function/],
    ['{"f": function($x) { $x }}', /must not answer a function/],
    ['a.(', /^expression: /],
    ['1/0', /^expression: /],
  ])('%s is refused', { tags: 'long' }, async (expression, message) => {
    await expect(runExample(jsonTransform, { data: {}, expression })).rejects.toThrow(message)
  })

  test('a pattern that doubles its work takes no extra time', async () => {
    const data = { a: `${'a'.repeat(5_000)}!` }
    const expression = '$contains(a, /(a+)+$/)'
    expect(await runExample(jsonTransform, { data, expression })).toMatchObject({ result: false })
  })
})

describe('jq', () => {
  test.each([
    ['env, $ENV', [{}, {}]],
    ['env.PATH', [null]],
    ['now', [1_767_225_600]],
    ['. as [$a] ?// $a | 1', [1]],
    ['# a comment', 'refused'],
    ['.[] | if . == 2 then error("odd") else . end', 'refused'],
    ['halt', 'refused'],
    ['1], [2', 'refused'],
    ['import "a" as a; 1', 'refused'],
    ['-n', 'refused'],
    ['', 'refused'],
  ])('%s', async (filter, results) => {
    const asked = runExample(jq, { data: [1, 2], filter }, '2026-01-01T00:00:00Z')
    if (results === 'refused') await expect(asked).rejects.toThrow(/^filter: /)
    else expect((await asked)['results']).toEqual(results)
  })

  test('an error names the line of the caller', async () => {
    const asked = runExample(jq, { data: 1, filter: '.\n| nothere(1)' })
    await expect(asked).rejects.toThrow(/nothere\/1 is not defined.*line 2/)
  })
})

describe('json-flatten', () => {
  const key = fc.constantFrom('', 'a', 'a.b', '0', '1', '\\', 'x__y', '_', '.', 'ключ')
  const value = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 4 }, fc.integer(), fc.constant(null), tie('list'), tie('object')),
    list: fc.array(tie('any'), { maxLength: 3 }),
    object: fc.dictionary(key, tie('any'), { maxKeys: 3 }),
  }))
  test.each(['.', '__', '..', '/'])('is reversed by unflatten, with %s', async (separator) => {
    const whole = fc.oneof(value.object, value.list)
    for (const data of fc.sample(whole, { numRuns: 150, seed: 3 })) {
      if (Object.keys(data).length === 0) continue
      const flat = await runExample(jsonFlatten, { data, separator })
      const back = await runExample(jsonFlatten, {
        data: flat['data'],
        separator,
        mode: 'unflatten',
      })
      expect(plain(back['data'])).toEqual(plain(data))
    }
  })

  test.each([
    [{ 'a.5': 1 }, { a: { 5: 1 } }],
    [{ 'a.1': 'y', 'a.0': 'x' }, { a: ['x', 'y'] }],
    [{ 'a.1000000': 1 }, { a: { 1000000: 1 } }],
  ])('unflatten %j', async (data, rebuilt) => {
    expect((await runExample(jsonFlatten, { data, mode: 'unflatten' }))['data']).toEqual(rebuilt)
  })

  test('conflicting keys are refused with their names', async () => {
    const asked = runExample(jsonFlatten, { data: { a: 1, 'a.b': 2 }, mode: 'unflatten' })
    await expect(asked).rejects.toThrow('data: "a.b" conflicts with another key on its path')
  })
})

describe('json-canonical', () => {
  const { cases } = suite('json-canonical') as {
    cases: Readonly<Record<string, { input: string; output: string }>>
  }
  test.each(Object.entries(cases))(
    'the suite of RFC 8785: %s',
    async (_name, { input, output }) => {
      const { canonical } = await runExample(jsonCanonical, { data: JSON.parse(input) as unknown })
      expect(canonical).toBe(output.trim())
    },
  )
})

describe('json-stats', () => {
  test('gaps, nulls and types of every path', async () => {
    const data = { rows: [{ id: 1, tag: 'a' }, { id: 2.5 }, { id: null, tag: null }, 'x'] }
    const { paths, depth } = await runExample(jsonStats, { data })
    expect(depth).toBe(3)
    expect(paths).toContainEqual({
      path: '$.rows[*].tag',
      types: { string: 1, null: 1 },
      count: 2,
      missing: 1,
      nullRatio: 0.5,
      examples: ['a'],
    })
  })

  test('many paths are cut off, with their total number', async () => {
    const data = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`k${at}`, at]))
    expect(await runExample(jsonStats, { data })).toMatchObject({ count: 1_000, total: 3_000 })
  })
})

describe('json-to-types', () => {
  const data = { id: 1, name: 'x', when: '2026-01-01', tags: [{ n: 1.5 }, { n: null }] }
  test.each([
    ['typescript', /when: +string/],
    ['python', /class Root:/],
    ['go', /type Root struct/],
    ['rust', /pub struct Root/],
    ['java', /class Root/],
    ['csharp', /class Root/],
    ['swift', /struct Root/],
    ['kotlin', /class Root/],
    ['zod', /RootSchema = z\.object/],
  ])('%s', async (language, shape) => {
    const { code } = await runExample(jsonToTypes, { data, language })
    expect(code).toMatch(shape)
  })

  test('a schema must not refer to other documents', async () => {
    const schema = { $ref: 'https://example.com/schema.json' }
    await expect(runExample(jsonToTypes, { schema })).rejects.toThrow(/must stay within the schema/)
  })

  test.each([{}, { data: 1, schema: {} }])('%j is refused', async (input) => {
    await expect(runExample(jsonToTypes, input)).rejects.toThrow('give either data or schema')
  })
})

describe('every tool that takes JSON', () => {
  test.each([
    ['too deep', nested(65), /nested at most 64 levels/],
    ['too many values', Array.from({ length: 100_001 }, () => 0), /at most 100000 values/],
    ['too long', ['x'.repeat(1_048_576)], /at most 1 MB as JSON/],
    ['a long key', { ['k'.repeat(1_001)]: 1 }, /no key longer than 1000/],
    ['__proto__', JSON.parse('{"__proto__":1}'), /__proto__/],
  ])('refuses what is %s', async (_what, data, message) => {
    await expect(runExample(jsonStats, { data })).rejects.toThrow(message)
  })

  test('accepts what is just within the limits', async () => {
    expect(await runExample(jsonStats, { data: nested(64) })).toMatchObject({ depth: 64 })
  })
})
