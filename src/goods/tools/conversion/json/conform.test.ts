import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import jsonConform from './json-conform.ts'

type Input = Record<string, unknown>

const ORDER = {
  type: 'object',
  required: ['status', 'items'],
  properties: {
    status: { type: 'string', enum: ['pending', 'shipped', 'delivered'] },
    items: { type: 'array', items: { $ref: '#/$defs/item' } },
    note: { type: 'string' },
    paid: { type: 'boolean' },
  },
  $defs: {
    item: { type: 'object', properties: { sku: { type: 'string' }, qty: { type: 'integer' } } },
  },
}
const DAY = { type: 'object', properties: { born: { type: 'string', format: 'date' } } }

test.each<[Input, Input]>([
  [
    {
      data: { Status: 'Shiped', items: { sku: 12, qty: '3' }, note: null, paid: 'yes', more: 1 },
      schema: ORDER,
      dropUnknown: true,
    },
    { valid: true, data: { status: 'shipped', items: [{ sku: '12', qty: 3 }], paid: true } },
  ],
  // A number that is kept as text, so that no digit is lost, cannot be checked against bounds.
  [
    {
      text: '{"a":9007199254740993}',
      schema: { properties: { a: { maximum: 9007199254740992 } } },
    },
    { valid: false, errors: [{ path: '/a', message: expect.stringContaining('maximum') }] },
  ],
  // A value that has two readings, or would lose digits, stays and is reported.
  [
    {
      data: { status: 'lost', items: [{ qty: '3.5' }, { qty: '12345678901234567890' }] },
      schema: ORDER,
    },
    { valid: false, changes: [], errors: [{ path: '/status' }, { path: '/items/0/qty' }, {}] },
  ],
  [
    { data: { born: '03/04/2026' }, schema: DAY },
    { valid: false, changes: [] },
  ],
  [
    { data: { born: '2026.3.4' }, schema: DAY },
    { valid: true, data: { born: '2026-03-04' } },
  ],
  // Optional members as pydantic and zod write them.
  [
    {
      data: { n: '3', m: null, o: { Age: '4' } },
      schema: {
        properties: {
          n: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
          m: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
          o: { allOf: [{ $ref: '#/$defs/o' }] },
        },
        $defs: { o: { type: 'object', properties: { age: { type: 'integer' } } } },
      },
    },
    { valid: true, data: { n: 3, m: null, o: { age: 4 } } },
  ],
  [
    { text: 'Here: ```json\n{"__proto__x": 1, "born": "20260304"}\n```', schema: DAY },
    { valid: true, data: { born: '2026-03-04', __proto__x: 1 } },
  ],
  // Members that a keyword other than `properties` names are known.
  [
    {
      data: { a: 1, b: 2 },
      dropUnknown: true,
      schema: {
        type: 'object',
        properties: { a: {} },
        allOf: [{ properties: { b: {} }, required: ['b'] }],
      },
    },
    { valid: true, data: { a: 1, b: 2 }, changes: [] },
  ],
  [
    {
      data: { a: 1, b: 2 },
      dropUnknown: true,
      schema: { $ref: '#/$defs/x', properties: { a: {} }, $defs: { x: { properties: { b: {} } } } },
    },
    { valid: true, data: { a: 1, b: 2 }, changes: [] },
  ],
  // The first items have their own schemas.
  [
    {
      data: ['5', '6'],
      schema: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } },
    },
    { valid: true, data: ['5', 6] },
  ],
])('%#', async (input, expected) => {
  expect(await runExample(jsonConform, input)).toMatchObject(expected)
})

test.each([
  ['max_value', 'min_value'],
  ['altitude', 'latitude'],
  ['payer', 'payee'],
  ['address3', 'address2'],
  ['item_1', 'item_11'],
])('the name %s does not match %s', async (given, known) => {
  const schema = { type: 'object', properties: { [known]: {} } }
  const told = await runExample(jsonConform, { data: { [given]: 1 }, schema })
  expect(told).toMatchObject({ data: { [given]: 1 }, changes: [] })
})

test.each([
  ['increase', 'decrease'],
  ['includes', 'excludes'],
  ['us-west-1', 'us-east-1'],
  ['v1.20', 'v1.21'],
  ['-1', '1'],
])('the choice %s does not match %s', async (given, choice) => {
  const schema = { type: 'string', enum: [choice, 'other'] }
  const told = await runExample(jsonConform, { data: given, schema })
  expect(told).toMatchObject({ data: given, valid: false, changes: [] })
})

test.each([
  ['recieved', 'received'],
  ['Adress', 'address'],
  ['unit price', 'unitPrice'],
  ['line-1', 'line_1'],
])('%s is a typing error of %s', async (given, known) => {
  const schema = { type: 'object', properties: { [known]: {} } }
  const told = await runExample(jsonConform, { data: { [given]: 1 }, schema })
  expect(told).toMatchObject({ data: { [known]: 1 } })
})

test.each([
  ['2026-111', { type: 'string', format: 'date' }],
  ['0.12345678901234567891', { type: 'number' }],
])('%s has two readings, or would lose digits, so it stays', async (data, schema) => {
  const told = await runExample(jsonConform, { data, schema })
  expect(told).toMatchObject({ data, valid: false, changes: [] })
})

const TEXT = { type: 'object', properties: { a: { type: 'string' } } }
const NUMBER = { type: 'object', properties: { a: { type: 'number' } } }
const LIST = { type: 'array', items: { type: 'integer' } }

test.each<[string, object, Input]>([
  ['{"a": 12345678901234567890}', TEXT, { valid: true, data: { a: '12345678901234567890' } }],
  ['{"a": 1.50}', TEXT, { valid: true, data: { a: '1.50' } }],
  ['{a: 1.50, b: 2.50}', TEXT, { valid: true, data: { a: '1.50', b: 2.5 } }],
  ['{"A": 1e3}', TEXT, { valid: true, data: { a: '1e3' } }],
  ['{"a": 1.50}', NUMBER, { valid: true, data: { a: 1.5 }, changes: [] }],
  ['{"a": [1.50]}', NUMBER, { valid: true, data: { a: 1.5 } }],
  ['1.0', LIST, { valid: true, data: [1] }],
  [
    '[1, 12345678901234567890]',
    LIST,
    {
      valid: false,
      data: [1, '12345678901234567890'],
      changes: [{ path: '/1', to: '12345678901234567890', why: expect.stringContaining('digits') }],
      errors: [{ path: '/1' }],
    },
  ],
  [
    '{"b": {"c": 0.12345678901234567891}}',
    TEXT,
    { valid: true, data: { b: { c: '0.12345678901234567891' } }, changes: [{ path: '/b/c' }] },
  ],
])('%s keeps its digits', async (text, schema, expected) => {
  expect(await runExample(jsonConform, { text, schema })).toMatchObject(expected)
})

test('a whole number that may have lost digits does not become text', async () => {
  const told = await runExample(jsonConform, { data: { a: 2 ** 60 }, schema: TEXT })
  expect(told).toMatchObject({ valid: false, data: { a: 2 ** 60 }, changes: [] })
})

test.each([
  [{ schema: DAY }, /^text:/],
  [{ text: '{}', data: {}, schema: DAY }, /^text:/],
  [{ text: 'no json at all', schema: DAY }, /^text:/],
  [{ data: {}, schema: { type: 'nonsense' } }, /^schema:/],
])('input %# is refused', async (input, message) => {
  const run = runExample(jsonConform, input)
  await expect(run).rejects.toMatchObject({
    code: 'bad_input',
    message: expect.stringMatching(message),
  })
})

test('members that are lost because of their name are among the changes', async () => {
  const given = { text: '{"a":1,"b":{"c/d":1,"c/d":2},"a":3}', schema: { type: 'object' } }
  const why = 'is there more than once; data holds the last'
  expect(await runExample(jsonConform, given)).toMatchObject({
    data: { a: 3, b: { 'c/d': 2 } },
    changes: [
      { path: '/b/c~1d', why },
      { path: '/a', why },
    ],
  })
})
