import { expect, test } from 'vitest'
import { z } from 'zod'
import { parsingOf } from './first-parses.ts'

const made = () =>
  z.object({ rows: z.array(z.object({ id: z.int() })), name: z.string().optional() })
const rowsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id }))
const COMPILED = { jitless: false }
const PLAIN = { jitless: true }

test('a schema is compiled once it has parsed some values', () => {
  const [schema, other] = [made(), made()]
  const small = { rows: rowsOf(2) }
  const ways = Array.from({ length: 12 }, () => parsingOf(schema, small))
  expect(ways.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => PLAIN))
  expect(ways.slice(8)).toEqual(Array.from({ length: 4 }, () => COMPILED))
  expect(parsingOf(other, small)).toEqual(PLAIN)
})

test('a schema is compiled for its first large value', () => {
  const schema = made()
  expect(parsingOf(schema, { rows: rowsOf(3) })).toEqual(PLAIN)
  expect(parsingOf(schema, { rows: rowsOf(120) })).toEqual(COMPILED)
  expect(parsingOf(schema, { rows: rowsOf(3) })).toEqual(COMPILED)
})

test('many small values inside each other count together, and bytes do not count', () => {
  expect(
    parsingOf(made(), { rows: Array.from({ length: 60 }, () => ({ a: 1, b: 2, c: 3 })) }),
  ).toEqual(COMPILED)
  expect(parsingOf(made(), { rows: new Uint8Array(10_000) })).toEqual(PLAIN)
})

test.each([
  ['lists', (inner: object) => [inner]],
  ['objects', (inner: object) => ({ inner })],
])('a value of very deep %s is counted without a deep stack', (_what, around) => {
  let deep: object = {}
  for (let depth = 0; depth < 100_000; depth += 1) deep = around(deep)
  expect(parsingOf(made(), deep)).toEqual(COMPILED)
})

test('both ways parse alike', () => {
  const schema = made()
  const inputs = [{ rows: rowsOf(3), more: 1 }, { rows: [{ id: 'x' }, {}], name: 5 }, 'text', null]
  for (const input of inputs) {
    const [plain, compiled] = [schema.safeParse(input, PLAIN), schema.safeParse(input, COMPILED)]
    expect(plain.data).toEqual(compiled.data)
    expect(plain.error?.issues).toEqual(compiled.error?.issues)
  }
})
