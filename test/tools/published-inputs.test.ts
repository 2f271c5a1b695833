import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../src/selling/call/input.ts'
import { Fault } from '../../src/base/core/fault.ts'
import { inputShape } from '../../src/base/core/shape.ts'
import type { Tool } from '../../src/base/core/tool.ts'
import { catalogOfTools } from '../support/catalog.ts'

const { tools } = await catalogOfTools()

interface Field {
  safeParse(value: unknown): { readonly success: boolean }
}

const fieldsOf = (tool: Tool): readonly (readonly [string, Field])[] =>
  Object.entries(tool.spec.input.shape)

test('the fields that are published as required are those that parsing demands', () => {
  const differing = tools.flatMap((tool) => {
    const { required } = inputShape(tool)
    return fieldsOf(tool)
      .filter(([name, field]) => field.safeParse(undefined).success === required.includes(name))
      .map(([name]) => `${tool.slug}: ${name}`)
  })
  expect(differing).toEqual([])
})

/** What only a programming language takes for a number, and what is none. */
const ODD_NUMBERS = ['0x10', '0b11', '', ' ', 'abc', '١٢', 'Infinity', '1_0', '--1', '1,5']

describe('a number in a query is read as people write it', () => {
  const numeric = tools.flatMap((tool) => {
    if (tool.method !== 'GET') return []
    const { properties } = inputShape(tool)
    return Object.entries(properties)
      .filter(([, { type }]) => type === 'number' || type === 'integer')
      .map(([name]) => ({ tool, name }))
  })

  test('there are such fields', () => {
    expect(numeric.length).toBeGreaterThan(100)
  })

  test.each(ODD_NUMBERS)('%j', (odd) => {
    const taken = numeric.flatMap(({ tool, name }) => {
      const example = { ...(tool.spec.examples[0].input as object), [name]: odd }
      const pairs = Object.entries(example).map(([key, value]): [string, string] => [
        key,
        String(value),
      ])
      try {
        const { value } = parseQuery(tool, new URLSearchParams(pairs).toString())
        const read = (value as Readonly<Record<string, unknown>>)[name]
        return [`${tool.slug}: ${name} is ${String(read)}`]
      } catch (thrown) {
        if (!(thrown instanceof Fault)) throw thrown
        const isGood = thrown.message.includes(`${name}: `) && !thrown.message.includes('fraction')
        return isGood ? [] : [`${tool.slug}: ${thrown.message}`]
      }
    })
    expect(taken).toEqual([])
  })
})
