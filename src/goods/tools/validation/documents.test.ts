import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../test/support/run-tool.ts'
import { startWork } from '../../../../test/support/wait.ts'
import { readXml } from '../../../engines/formats/xml-reading.ts'
import a2aCard from './data/a2a-card-validate.ts'
import csvLint from './data/csv-lint.ts'
import schemaDiff from './data/json-schema-diff.ts'
import jsonValidate from './data/json-validate.ts'
import schemaInfer from './data/json-schema-infer.ts'
import licenseCheck from './data/license-check.ts'
import passwordStrength from './data/password-strength.ts'
import sqlParse from './data/sql-parse.ts'
import toolLint from './data/tool-schema-lint.ts'
import yamlLint from './data/yaml-lint.ts'
import email from './contact-products/email-validate.ts'
import vatCheck from './finance-codes/vat-check.ts'
import contrast from './web-color/color-contrast.ts'
import color from './web-color/color.ts'
import csp from './web-color/csp-evaluate.ts'
import fileType from './web-color/file-type.ts'
import robotsTest from './web-color/robots-test.ts'

test.each(['a: \u0000', 'a:\n  - "\u0007"', 'a: \u007F', '# \uFFFE'])(
  'yaml-lint refuses a character that YAML does not allow: %j',
  async (yaml) => {
    const { valid, problems } = await runExample(yamlLint, { yaml })
    expect(valid).toBe(false)
    expect(problems).toContainEqual(
      expect.objectContaining({ message: 'a character that YAML does not allow' }),
    )
  },
)

describe('XML', () => {
  test.each([
    ['<a/>', null],
    [
      '<?xml version="1.0" encoding="UTF-8"?>\n<!-- c --><a b="1">&lt;&#x41;<![CDATA[<]]></a>',
      null,
    ],
    ['<a b="1" b="2"/>', 'the attribute b stands twice'],
    ['<a b=1/>', 'the attribute b must have a value in quotes'],
    ['<a>&nbsp;</a>', 'the entity &nbsp; is not declared'],
    ['<a>&</a>', '& must be written as &amp;'],
    ['<a>&#0;</a>', '&#0; is no character that XML allows'],
    ['<x:a/>', 'the prefix x of x:a is not declared'],
    ['<a><x:b xmlns:x="u"/><x:c/></a>', 'the prefix x of x:c is not declared'],
    ['<a/><b/>', 'a second root'],
    ['<a/>text', 'text after the last element'],
    ['<a>]]></a>', ']]> must not stand in text'],
    ['<a><!-- -- --></a>', '-- must not stand in a comment'],
    [' <?xml version="1.0"?><a/>', 'the declaration must stand at the very beginning'],
    ['<a b="<"/>', '< must be written as &lt; in the value of b'],
    ['<a b="1"c="2"/>', 'a space is missing in <a>'],
    ['', 'there is no element'],
    ['<a', '<a> never ends'],
    ['<a></a></b>', '</b> closes what was never opened'],
    ['<!DOCTYPE a [<!ENTITY x "<b>">]><a>&x;</a>', null],
    ['<a>\u0001</a>', 'a character that XML does not allow'],
  ])('%j', (xml, message) => {
    expect(readXml(xml).error?.message ?? null).toBe(message)
  })

  test('of a million letters is checked in time', () => {
    for (const xml of [
      '<a>'.repeat(300_000),
      `<a ${'b="c" '.repeat(100_000)}/>`,
      '&'.repeat(900_000),
    ]) {
      const worked = startWork()
      expect(readXml(xml).error).not.toBeNull()
      expect(worked()).toBeLessThan(3_000)
    }
  })
})

test('the two versions of YAML read some values differently', async () => {
  const { surprises, problems } = (await runExample(yamlLint, {
    yaml: 'a: on\nb: 0777\nc: 12:30:45\nd: "no"\ne: 0o17\nf: 2026-01-01\ng: 08\nh: nO\n\ti: 1',
  })) as { surprises: { value: string; yaml11: string }[]; problems: { message: string }[] }
  expect(surprises.map(({ value, yaml11 }) => [value, yaml11])).toEqual(
    expect.arrayContaining([
      ['on', 'true'],
      ['0777', '511'],
      ['12:30:45', '45045'],
      ['0o17', 'text'],
      ['2026-01-01', 'a time'],
      ['08', 'text'],
    ]),
  )
  expect(surprises.map(({ value }) => value)).not.toContain('nO')
  expect(problems.length).toBeGreaterThan(0)
})

test('CSV with quotes and line breaks in cells has the right line numbers', async () => {
  const read = async (csv: string) => runExample(csvLint, { csv })
  expect(await read('a;b\n"x\ny";1\n2;3;4')).toMatchObject({
    delimiter: ';',
    rowCount: 2,
    problems: [{ line: 4, message: 'has 3 columns, not 2' }],
  })
  expect(await read('a,a\n1,x"y\n"open')).toMatchObject({
    problems: [
      { line: 1, message: 'the name a occurs twice' },
      { line: 2, message: 'has a quote inside a cell that is not in quotes' },
      { line: 3, message: 'a quote opens here and never closes' },
      { line: 3, message: 'has 1 columns, not 2' },
    ],
  })
  expect(await read('a\n1\nx\n2.5')).toMatchObject({ valid: true, mixedTypes: [{ column: 1 }] })
  expect(await read('')).toMatchObject({ valid: false, rowCount: 0 })
})

describe('schemas', () => {
  test('fit their samples', async () => {
    const { schema } = await runExample(schemaInfer, {
      samples: [
        { at: '2024-02-29', kind: 'a', n: 1, x: null },
        { at: '2026-01-01', kind: 'a', n: 1.5, x: 'é' },
        { at: '2026-12-31', kind: 'a', n: 2, x: null },
      ],
    })
    expect(schema).toMatchObject({
      properties: {
        at: { type: 'string', format: 'date' },
        kind: { enum: ['a'] },
        n: { type: 'number' },
        x: { type: ['null', 'string'] },
      },
    })
    const wrong = await runExample(schemaInfer, { samples: ['2023-02-29'] })
    expect(wrong['schema']).not.toHaveProperty('format')
  })

  test.each([
    [{ required: ['a'] }, { required: ['a', 'b'] }, ['writers']],
    [{ required: ['a'] }, {}, ['readers']],
    [{ enum: [1] }, { enum: [1, 2] }, ['readers']],
    [{ enum: [1, 2] }, { enum: [1] }, ['writers']],
    [{ type: 'integer' }, { type: 'number' }, ['readers']],
    [{ type: 'number' }, { type: 'integer' }, ['writers']],
    [{ maxLength: 5 }, { maxLength: 3 }, ['writers']],
    [{ minimum: 5 }, { minimum: 3 }, ['readers']],
    [{}, { additionalProperties: false }, ['writers']],
    [{ properties: { a: {} } }, { properties: { a: {}, b: {} } }, []],
    [{ title: 'a' }, { title: 'b' }, []],
    [
      { $defs: { a: { type: 'string' } }, $ref: '#/$defs/a' },
      { $defs: { a: { type: 'null' } }, $ref: '#/$defs/a' },
      ['writers', 'readers'],
    ],
    [{ properties: { a: { $ref: '#' } } }, { properties: { a: { $ref: '#' } } }, []],
  ])('%j to %j breaks %j', async (before, after, sides: readonly string[]) => {
    const { breaksWriters, breaksReaders } = await runExample(schemaDiff, { before, after })
    expect([breaksWriters, breaksReaders]).toEqual([
      sides.includes('writers'),
      sides.includes('readers'),
    ])
  })
})

test('licences are checked: deprecated, with exceptions, misspelt, and as text', async () => {
  const read = async (expression: string, more = {}) =>
    runExample(licenseCheck, { expression, ...more })
  expect(await read('GPL-2.0-only WITH Classpath-exception-2.0')).toMatchObject({
    allowed: false,
    licenses: [{ exception: 'Classpath-exception-2.0', family: 'strong-copyleft' }],
  })
  expect(await read('GPL-2.0')).toMatchObject({ licenses: [{ deprecated: true }] })
  expect(await read('Apache 2')).toMatchObject({ valid: false })
  expect(await read('MTI')).toMatchObject({
    valid: false,
    problem: '"MTI" is not a licence or exception of the SPDX list',
  })
  expect(await read('MIT AND AGPL-3.0-only', { policy: 'any-osi' })).toMatchObject({
    allowed: true,
  })
  const isc =
    'ISC License\n\nCopyright (c) 2026 Ada\n\nPermission to use, copy, modify, and/or distribute this ' +
    'software for any purpose with or without fee is hereby granted, provided that the above ' +
    'copyright notice and this permission notice appear in all copies.\n\nTHE SOFTWARE IS PROVIDED ' +
    '"AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL ' +
    'IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ' +
    'ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING ' +
    'FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER ' +
    'TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.'
  expect(await read('ISC', { text: isc })).toMatchObject({ detected: 'ISC' })
  expect(await read('ISC', { text: 'Do what you want.' })).toMatchObject({ detected: null })
})

test('words that an attacker knows make a password weaker', async () => {
  const guesses = async (userInputs: string[]) =>
    Number(
      (await runExample(passwordStrength, { password: 'lovelacebyron', userInputs }))[
        'guessesLog10'
      ],
    )
  expect(await guesses(['lovelace', 'byron'])).toBeLessThan(await guesses([]))
  const told = await runExample(passwordStrength, { password: 'hunter2secret' })
  expect(JSON.stringify(told['patterns'])).not.toContain('hunter')
})

test('tools for models are checked in strict mode, by names, and converted', async () => {
  const { problems } = (await runExample(toolLint, {
    dialect: 'openai',
    tools: [
      {
        type: 'function',
        function: {
          name: 'a b',
          description: 'Looks something up for you.',
          strict: true,
          parameters: {
            type: 'object',
            properties: { q: { type: 'strin', description: 'x' } },
            required: ['z'],
          },
        },
      },
    ],
  })) as { problems: { path: string; severity: string }[] }
  expect(problems.filter(({ severity }) => severity === 'error').map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/function/name',
      '/function/parameters',
      '/function/parameters/required',
      '/function/parameters/properties/q/type',
    ]),
  )
  const { converted } = await runExample(toolLint, {
    tools: [
      {
        name: 'a',
        inputSchema: {
          type: 'object',
          additionalProperties: false,
          properties: { $schema: { type: 'string' } },
        },
      },
    ],
    convertTo: 'gemini',
  })
  expect(converted).toEqual([
    { name: 'a', parameters: { type: 'object', properties: { $schema: { type: 'string' } } } },
  ])
})

test('an agent card without its parts names each of them', async () => {
  const { errors, protocolVersion } = (await runExample(a2aCard, {
    card: {
      name: 'Agent',
      url: 'ftp://example.com',
      protocolVersion: '0.3.0',
      skills: [{ id: 'a' }, { id: 'a', name: 'x', description: 'y', tags: ['t'] }],
      securitySchemes: { k: { type: 'apiKey' } },
      security: [{ other: [] }],
    },
  })) as { errors: { path: string }[]; protocolVersion: string }
  expect(protocolVersion).toBe('0.3')
  expect(errors.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/url',
      '/description',
      '/version',
      '/capabilities',
      '/defaultInputModes',
      '/skills/0/name',
      '/skills/0/tags',
      '/skills/1/id',
      '/securitySchemes/k/in',
      '/security/0',
    ]),
  )
})

test('tables of SQL in other dialects are listed', async () => {
  expect(
    await runExample(sqlParse, { sql: 'INSERT INTO `a` SELECT b FROM c.d', dialect: 'mysql' }),
  ).toMatchObject({
    readOnly: false,
    tables: [
      { name: 'c.d', access: 'read' },
      { name: 'a', access: 'write' },
    ],
  })
  expect(await runExample(sqlParse, { sql: 'SELECT 1\0 garbage' })).toMatchObject({
    valid: false,
    error: { at: 8 },
  })
  expect(await runExample(sqlParse, { sql: 'SELECT é FROM\nt WHERE' })).toMatchObject({
    valid: false,
    error: { line: 2, column: 8 },
  })
})

describe('colours', () => {
  test.each([
    ['#FFF8', '#ffffff88', true],
    ['hsl(120deg 100% 25%)', '#008000', true],
    ['639', '#663399', true],
    ['RebeccaPurple', '#663399', true],
    ['transparent', '#00000000', true],
    ['color(display-p3 1 0 0)', '#ff0b00', false],
  ])('%s is %s', async (text, hex, inGamut) => {
    const told = await runExample(color, { color: text })
    expect(told['inGamut']).toBe(inGamut)
    if (inGamut) expect(told['hex']).toBe(hex)
    else expect(told['hex']).toMatch(/^#f[0-9a-f]{5}$/)
  })

  test.each([
    ['oklch(0.5 none 20)', '#636363'],
    ['lab(50 none none)', '#777777'],
    ['lch(none 30 40)', '#000000'],
    ['hsl(none 100% 50%)', '#ff0000'],
    ['rgb(255 none 0)', '#ff0000'],
    ['rgb(300 -10 0)', '#ff0000'],
    ['rgb(255 0 0 / none)', '#ff000000'],
  ])('%s is read as browsers read it', async (text, hex) => {
    expect(await runExample(color, { color: text })).toMatchObject({ hex })
  })

  test('a colour outside sRGB is clipped in rgb() but not as a colour', async () => {
    expect(await runExample(color, { color: 'rgb(300 0 0)' })).toMatchObject({
      name: 'red',
      inGamut: true,
      rgb: { r: 255, g: 0, b: 0 },
    })
    expect(await runExample(color, { color: 'color(srgb 1.2 0 0)' })).toMatchObject({
      inGamut: false,
    })
  })

  test('a grey has no hue, and an invalid colour is refused', async () => {
    for (const grey of ['gray', 'lab(50 0 0)', 'oklch(0.5 0 20)'])
      expect(await runExample(color, { color: grey })).toMatchObject({
        hsl: { h: null, s: 0 },
        hwb: { h: null },
      })
    for (const text of ['rgb(1,2', 'color(', 'color( '])
      await expect(runExample(color, { color: text })).rejects.toThrow(/^color: /)
  })

  test('contrast is computed for black on white, and over a half-transparent colour', async () => {
    const of = async (foreground: string, background: string) =>
      runExample(contrast, { foreground, background })
    expect(await of('#000', '#fff')).toMatchObject({ ratio: 21, aaa: true, suggested: null })
    expect(await of('rgb(0 0 0 / 50%)', '#fff')).toMatchObject({ ratio: 3.97, aa: false })
    const { suggested } = await of('#ffff00', '#ffffff')
    expect((await of(String(suggested), '#ffffff'))['aa']).toBe(true)
  })
})

test('a strict policy has grade A, and the proposal is no weaker', async () => {
  const graded = async (policy: string) => runExample(csp, { policy })
  const weak = await graded("script-src 'unsafe-inline' https:; img-src data:")
  expect(weak['grade']).toMatch(/[DF]/)
  const strong = await graded(String(weak['suggested']))
  expect(strong['grade']).toMatch(/[ABC]/)
  expect(String(weak['suggested'])).toContain('img-src data:')
  await expect(graded('  ')).rejects.toThrow(/^policy: /)
})

test('file types are detected by bytes, and text by its characters', async () => {
  const of = async (bytes: string | Buffer, name?: string) =>
    runExample(fileType, { file: Buffer.from(bytes).toString('base64'), ...(name && { name }) })
  expect(await of('%PDF-1.7\n', 'a.pdf')).toMatchObject({
    type: 'application/pdf',
    matchesName: true,
  })
  expect(await of('a,b\n1,2', 'a.csv')).toMatchObject({ isText: true, matchesName: true })
  expect(await of(Buffer.from('caf\xe9', 'latin1'))).toMatchObject({ charset: 'windows-1252' })
  expect(await of(Buffer.from([0, 1, 2, 3]))).toMatchObject({ isText: false, type: null })
  const xml = '<?xml version="1.0"?><a>\u00e9</a>'
  expect(await of(xml, 'a.xml')).toMatchObject({
    type: 'application/xml',
    isText: true,
    charset: 'utf-8',
  })
  expect(await of('<svg xmlns="x"/>', 'a.png')).toMatchObject({
    type: 'image/svg+xml',
    matchesName: false,
  })
})

test('the longest rule of a robots.txt wins, whatever its order', async () => {
  const robotsTxt =
    'User-agent: *\nDisallow: /a\nAllow: /a/b$\nDissallow: /x\n\nUser-agent: GPTBot\nDisallow: /'
  const { results, problems } = await runExample(robotsTest, {
    robotsTxt,
    urls: ['/a/b', '/a/bc', 'https://other.example/c'],
  })
  expect(results).toMatchObject([
    { allowed: true, line: 3 },
    { allowed: false, line: 2 },
    { allowed: true, line: null },
  ])
  expect(problems).toMatchObject([{ line: 4 }])
})

describe('mail', () => {
  test.each([
    ['ada', 'there is no @'],
    ['@example.com', 'there is no text before the @'],
    ['a..b@example.com', 'a full stop is at an end of the name, or next to another'],
    ['a b@example.com', '"a b" is not a valid name'],
    ['ada@localhost', 'the domain has no full stop'],
    ['ada@1.2.3.4', 'the domain is not a valid domain name'],
    ['ada@-x.com', 'the domain is not a valid domain name'],
  ])('%s: %s', async (address, problem) => {
    const told = await runExample(email, { email: address })
    expect(told['syntax']).toBe(false)
    if (!address.endsWith('1.2.3.4')) expect(told['problem']).toBe(problem)
  })
})

test('a VAT register that is closed does not say that a number is not registered', async () => {
  expect(await runExample(vatCheck, { vat: 'IE 6388047V' })).toMatchObject({
    registered: true,
    name: 'GOOGLE IRELAND LIMITED',
    formatValid: true,
  })
  expect(await runExample(vatCheck, { vat: 'DE123456788' })).toMatchObject({
    registered: false,
    name: null,
  })
  await expect(runExample(vatCheck, { vat: 'MT10000000' })).rejects.toThrow(/VIES cannot answer/)
  await expect(runExample(vatCheck, { vat: 'US123456' })).rejects.toThrow(/^vat: /)
})

describe('json-validate', () => {
  test('true allows everything, false nothing, and draft 4 has neither', async () => {
    const valid = async (schema: boolean) =>
      (await runExample(jsonValidate, { data: 1, schema }))['valid']
    expect([await valid(true), await valid(false)]).toEqual([true, false])
    const old = runExample(jsonValidate, { data: 1, schema: true, draft: '4' })
    await expect(old).rejects.toThrow(/^schema: must be an object/)
  })
})
