import { expect, test } from 'vitest'
import { z } from 'zod'
import { forgetOrigins } from './lean-schema.ts'

const name = () => z.string().describe('Who.').min(2).max(5)
const made = () =>
  z
    .object({
      name: name().optional(),
      tags: z.array(z.string().trim().min(1)).describe('Words.').max(2),
      kind: z.union([z.literal('a').describe('First.'), z.int().describe('Whole.').min(3)]),
      pair: z.tuple([name()]).rest(z.number().min(0)),
      more: z.record(z.string().min(1), z.boolean().default(true)),
      late: z.lazy(() => z.string()).optional(),
    })
    .refine(({ tags }) => !tags.includes('no'), 'tags: must not hold no')

const INPUTS = [
  { name: 'Ada', tags: [' x '], kind: 'a', pair: ['Bob', 1], more: { x: true } },
  { name: 'A', tags: ['', 'no', 'y'], kind: 2, pair: ['B', -1], more: { '': 1 }, late: 5 },
  { tags: ['no'], kind: 3, pair: ['Bob'], more: {} },
]

test('a schema validates the same, and says the same, without what it was made from', () => {
  const [plain, lean] = [made(), made()]
  forgetOrigins(lean)
  for (const input of INPUTS) {
    const [one, other] = [plain.safeParse(input), lean.safeParse(input)]
    expect(other.data).toEqual(one.data)
    expect(other.error?.issues).toEqual(one.error?.issues)
  }
  expect(z.toJSONSchema(lean)).toEqual(z.toJSONSchema(plain))
})

test('a description is inherited from an origin that is gone', () => {
  const schema = name()
  expect(schema._zod.parent).toBeDefined()
  forgetOrigins(schema)
  expect(schema._zod.parent).toBeUndefined()
  expect(schema.description).toBe('Who.')
})
