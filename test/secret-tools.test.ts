import { expect, test } from 'vitest'
import { z } from 'zod'
import { catalogOfTools } from './support/catalog.ts'

/** What a field is called that holds a secret of its caller. */
const SECRET = /^(private.*|secret|shares?|seed|mnemonic|password|token|passphrase|apiKey)$/i
/** A seed that callers may choose repeats a draw, and opens nothing. */
const DRAW = 'seed'

/** How many shares of a company somebody holds opens nothing; parts of a secret are texts. */
const COUNT = /^shares$/

/** A token of a chain is no secret: its field says that it names a contract. */
const CONTRACT = /^(Contract|Mint) /

type Field = { readonly type?: string | readonly string[]; readonly description?: string }

const isNumber = ({ type }: Field): boolean =>
  [type].flat().every((one) => one === 'number' || one === 'null')

/** The names of all fields that an answer may have, however deep. */
function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties } = schema as { properties?: Readonly<Record<string, Field>> }
  const own = Object.entries(properties ?? {}).flatMap(([name, field]) =>
    field.type === 'boolean' ||
    (COUNT.test(name) && isNumber(field)) ||
    (name === 'token' && CONTRACT.test(field.description ?? ''))
      ? []
      : [name],
  )
  return [...own, ...Object.values(schema).flatMap(namesIn)]
}

test('a tool with a secret in its answer is marked `secret`', async () => {
  const { tools } = await catalogOfTools()
  const silent = tools.filter(({ spec }) => {
    const schema = z.toJSONSchema(spec.output, { io: 'output', unrepresentable: 'any' })
    const isDrawn = DRAW in spec.input.shape
    const names = namesIn(schema).filter((name) => !(isDrawn && name === DRAW))
    return !spec.secret && names.some((name) => SECRET.test(name))
  })
  expect(silent.map(({ slug }) => slug)).toEqual([])
})

test('a tool that is marked `secret` has no deferred effect, which would be stored', async () => {
  const { tools } = await catalogOfTools()
  for (const { slug, spec } of tools.filter((tool) => tool.spec.secret))
    expect(
      Object.values(spec.uses).some(({ effectHandler }) => effectHandler),
      slug,
    ).toBe(false)
})
