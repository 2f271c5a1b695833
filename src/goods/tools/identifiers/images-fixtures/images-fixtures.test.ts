/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import barcodeDecode from '../../web/image/barcode-decode.ts'
import imageInfo from '../../web/image/image-info.ts'
import barcode from './barcode.ts'
import fakeData from './fake-data.ts'
import lorem from './lorem.ts'
import mockFromSchema from './mock-from-schema.ts'
import placeholderImage from './placeholder-image.ts'
import qr from './qr.ts'

const refused = { code: 'bad_input' }

async function readBack(base64: unknown): Promise<readonly string[]> {
  const { codes } = await runExample(barcodeDecode, { image: base64 })
  return (codes as readonly { readonly text: string }[]).map(({ text }) => text)
}

describe('qr', () => {
  test.each([
    [{ text: 'https://example.com/a?b=ü&c=日本' }],
    [{ text: '12345', level: 'H', sizePx: 64 }],
    [{ text: 'x'.repeat(1_000), level: 'Q', sizePx: 700, margin: 8 }],
    [{ text: 'colours', dark: '#003366', light: '#ffeecc' }],
  ])('%j reads back', async (input) => {
    const { base64 } = await runExample(qr, input)
    expect(await readBack(base64)).toEqual([input.text])
    const size = await runExample(imageInfo, { image: base64 })
    expect(size).toMatchObject({ format: 'png', width: 'sizePx' in input ? input.sizePx : 300 })
  })

  test.each([
    [{ text: '日'.repeat(1_500) }],
    [{ text: 'x'.repeat(500), sizePx: 64 }],
    [{ text: 'a', dark: 'red' }],
    [{ text: '' }],
  ])('%j is refused', async (input) => {
    await expect(runExample(qr, input)).rejects.toMatchObject(refused)
  })
})

describe('barcode', () => {
  test.each([
    ['ean13', '590123412345', '5901234123457'],
    ['ean8', '9638507', '96385074'],
    ['upca', '03600029145', '036000291452'],
    ['itf14', '1540014128876', '15400141288763'],
    ['code128', 'FX-2026 ok', 'FX-2026 ok'],
    ['code39', 'ABC-123', 'ABC-123'],
    ['datamatrix', 'Hello, 2026', 'Hello, 2026'],
    ['pdf417', 'Hello, 2026', 'Hello, 2026'],
    ['azteccode', 'Hello, 2026', 'Hello, 2026'],
  ])('%s of %s reads back', async (symbology, text, whole) => {
    const made = await runExample(barcode, { symbology, text })
    expect(made['text']).toBe(whole)
    const [read = ''] = await readBack(made['base64'])
    // Readers tell a UPC-A as the EAN-13 that it is.
    expect([whole, `0${whole}`]).toContain(read)
  })

  test('GS1 reads back by its parts', async () => {
    const made = await runExample(barcode, {
      symbology: 'gs1-128',
      text: '(01)09501101530003(10)AB1',
    })
    const [read = ''] = await readBack(made['base64'])
    expect(read.replaceAll(/[()]|\p{Cc}/gu, '')).toContain('010950110153000310AB1')
  })

  test.each([
    ['ean13', '5901234123450'],
    ['ean13', '59012'],
    ['code39', 'abc€'],
    ['gs1-128', 'no brackets'],
    ['code128', 'x'.repeat(2_000)],
  ])('%s of %s is refused', async (symbology, text) => {
    await expect(runExample(barcode, { symbology, text, scale: 10 })).rejects.toMatchObject(refused)
  })
})

describe('placeholder-image', () => {
  test.each([
    [{ widthPx: 1, heightPx: 1 }],
    [{ widthPx: 4_000, heightPx: 10, text: '<&">' }],
    [{ widthPx: 640, heightPx: 480, background: '#ff000080' }],
  ])('%j has exactly that size', async (input) => {
    const { base64 } = await runExample(placeholderImage, { ...input, format: 'png' })
    expect(await runExample(imageInfo, { image: base64 })).toMatchObject({
      width: input.widthPx,
      height: input.heightPx,
    })
  })
})

describe('fake-data', () => {
  const fields = {
    name: 'person.fullName',
    mail: 'internet.email',
    ip: 'internet.ipv4',
    site: 'internet.url',
    phone: 'phone.number',
    born: 'date.birthdate',
  }

  test.each(['en', 'de', 'fr', 'es', 'it', 'pt_BR', 'ja', 'nl', 'pl'])('%s', async (locale) => {
    const asked = { fields, count: 20, locale, seed: 's' }
    const answer = await runExample(fakeData, asked)
    expect(await runExample(fakeData, asked)).toEqual(answer)
    for (const row of answer['rows'] as readonly Record<string, string>[]) {
      expect(row['mail']).toMatch(/^[\w.-]+@example\.(com|net|org)$/)
      expect(row['ip']).toMatch(/^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$/)
      expect(new URL(row['site'] ?? '').hostname).toMatch(/\.example$/)
      expect(row['phone']).toMatch(/^\+(1 202-555-01\d\d|49 30 23125 \d{3}|33 1 99 00 \d\d \d\d)$/)
      expect(Date.parse(row['born'] ?? '')).toBeLessThan(Date.parse('2026-01-01'))
    }
  })

  test.each([
    [{ fields: {} }],
    [{ fields: { a: 'person.nothing' } }],
    [{ fields: { a: 'constructor.constructor' } }],
    [{ fields: { a: 'helpers.fake' } }],
    [{ fields: { a: '__proto__' } }],
    [
      {
        fields: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, 'lorem.word'])),
      },
    ],
  ])('%j is refused', async (input) => {
    await expect(runExample(fakeData, input)).rejects.toMatchObject(refused)
  })
})

describe('mock-from-schema', () => {
  const SCHEMAS = [
    { type: 'string', minLength: 5, maxLength: 8 },
    { type: 'string', format: 'email' },
    { type: 'string', format: 'date-time' },
    { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' },
    { type: 'integer', minimum: 10, maximum: 12, multipleOf: 2 },
    { type: 'array', items: { type: 'boolean' }, minItems: 30, maxItems: 40 },
    { enum: ['a', 1, null] },
    { const: { a: 1 } },
    { oneOf: [{ type: 'string' }, { type: 'null' }] },
    { allOf: [{ type: 'object', required: ['a'] }, { properties: { a: { type: 'number' } } }] },
    {
      $ref: '#/$defs/node',
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    },
  ]

  test.each(SCHEMAS.map((schema) => [schema]))('%j', async (schema) => {
    const asked = { schema, count: 10, seed: 's' }
    const answer = await runExample(mockFromSchema, asked)
    expect(answer).toMatchObject({ valid: true, problems: [], count: 10 })
    expect(await runExample(mockFromSchema, asked)).toEqual(answer)
  })

  test('the answer says why an unsatisfiable schema has no sample', async () => {
    const answer = await runExample(mockFromSchema, { schema: { type: 'string', const: 1 } })
    expect(answer).toMatchObject({ valid: false })
    expect(answer['problems']).not.toEqual([])
  })

  test.each([
    [{ schema: { type: 'array', minItems: 1e7 } }],
    [{ schema: { type: 'string', minLength: 1e7 } }],
    [{ schema: { pattern: 'a{99999}' } }],
    [{ schema: { $ref: 'https://example.com/schema.json' } }],
    [{ schema: [] }],
  ])('%j is refused', async (input) => {
    await expect(runExample(mockFromSchema, input)).rejects.toMatchObject(refused)
  })

  test('a list that may be long stays short unless the schema demands length', async () => {
    const schema = { type: 'array', maxItems: 1e9, items: { type: 'string', maxLength: 1e9 } }
    const { values } = await runExample(mockFromSchema, { schema, count: 5 })
    expect(JSON.stringify(values).length).toBeLessThan(20_000)
  })
})

test.each([
  [{ unit: 'words', count: 7 }, 7],
  [{ unit: 'sentences', count: 3 }, null],
  [{ unit: 'paragraphs', count: 2, asHtml: true }, null],
])('lorem of %j', async (input, words) => {
  const answer = await runExample(lorem, input)
  const text = String(answer['text'])
  expect(answer['words']).toBe(words ?? text.split(/\s+/).length)
  if (input.unit === 'sentences') expect(text.match(/\.( |$)/g)).toHaveLength(3)
  if (input.unit === 'paragraphs') expect(text.match(/<p>.*?<\/p>/g)).toHaveLength(2)
})
