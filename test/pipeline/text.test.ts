import { describe, expect, test } from 'vitest'
import { parseInput } from '../../src/call/input.ts'
import { inputShape } from '../../src/core/shape.ts'
import { catalogOfTools } from '../support/catalog.ts'

/** No text of any tool holds what UTF-8 cannot write, and no object what copies of it lose. */
const { tools } = await catalogOfTools()
const takers = tools.filter((tool) => Object.keys(inputShape(tool).properties).length > 0)

describe.each(takers.map((tool) => [tool.slug, tool] as const))('%s', (_slug, tool) => {
  const example: Readonly<Record<string, unknown>> = tool.spec.examples[0].input
  const fields = Object.keys(inputShape(tool).properties)

  test.each(fields)('%s refuses half of a surrogate pair', (field) => {
    const refused = (value: unknown) =>
      expect(() => parseInput(tool, { ...example, [field]: value })).toThrow(
        new RegExp(`^${field}[.:]`),
      )
    refused('\ud800')
    refused(['a', 'b\udfff'])
    refused({ a: { '\udfff': 'b' } })
    refused({ a: JSON.parse('{"__proto__":"b"}') })
  })
})
