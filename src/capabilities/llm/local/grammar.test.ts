import { expect, test } from 'vitest'
import { grammarSchema } from './grammar.ts'

test('what a grammar can hold is kept, and the rest is left to the caller', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 2, maxLength: 9_000, description: 'Who.' },
      at: { type: 'string', format: 'date-time' },
      mail: { type: 'string', format: 'email' },
      size: { anyOf: [{ type: 'integer', minimum: 3 }, { type: 'null' }] },
      tags: { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 3 },
    },
    required: ['name'],
  }
  expect(grammarSchema(schema)).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 2, description: 'Who.' },
      at: { type: 'string', format: 'date-time' },
      mail: { type: 'string' },
      size: { oneOf: [{ type: 'integer' }, { type: 'null' }] },
      tags: { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 3 },
    },
    additionalProperties: false,
  })
})

test('an object of any form stays one', () => {
  expect(grammarSchema({ type: 'object' })).toMatchObject({ additionalProperties: true })
  expect(grammarSchema({ type: 'object', additionalProperties: { type: 'number' } })).toMatchObject(
    { additionalProperties: { type: 'number' } },
  )
})

const deep = (levels: number): object =>
  levels === 0 ? { type: 'string' } : { type: 'array', items: deep(levels - 1) }

test.each([
  ['is too deep', deep(40), /levels deep/],
  ['is too long', { enum: ['x'.repeat(70_000)] }, /characters of JSON/],
  ['repeats too often', { type: 'array', minItems: 1_000_000 }, /minItems must be at most 200/],
  ['joins schemas', { allOf: [{ type: 'string' }] }, /`allOf`/],
])('a schema that %s is refused', (_, schema, why) => {
  expect(() => grammarSchema(schema)).toThrow(why)
})
