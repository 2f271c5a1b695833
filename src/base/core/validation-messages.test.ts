import { expect, test } from 'vitest'
import { z } from 'zod'
import { whyUnread, wordingOf } from './validation-messages.ts'

const Kinds = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), content: z.string() }),
  z.object({ role: z.enum(['tool', 'system']) }),
])

const said = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value, { error: wordingOf })
  return error?.issues.map(({ message }) => message)
}

test('a kind that is unknown or missing is told which kinds there are', () => {
  const kinds = 'must be one of "user", "tool", "system"'
  expect(said(Kinds, { role: 'robot' })).toEqual([kinds])
  expect(said(Kinds, {})).toEqual([kinds])
  expect(said(Kinds, { role: 'user' })).toEqual(['is required'])
})

test('a file says where it does not fit', () => {
  const Table = z.object({ models: z.record(z.string(), z.object({ input: z.number() })) })
  const thrownBy = (text: string): unknown => {
    try {
      return Table.parse(JSON.parse(text), { error: wordingOf })
    } catch (thrown) {
      return thrown
    }
  }
  expect(whyUnread(thrownBy('{"models":{"a":{"input":"1"}}}'))).toBe(
    'models.a.input must be a number, not a string',
  )
  expect(whyUnread(thrownBy('{'))).toBe('cannot be read as JSON')
})
