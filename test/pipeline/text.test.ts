import { describe, expect, test } from 'vitest'
import { parseInput } from '../../src/selling/call/input.ts'
import { inputShape } from '../../src/base/core/shape.ts'
import type { Tool } from '../../src/base/core/tool.ts'
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

/** What is no text for anybody, and could change the meaning of what is built from it. */
const UNSOUND = ['a\0b', 'a\r\nb', '../../etc/passwd\0', 'a\ufffdb', '\u0007']
/** Compared with what comes back, and sent nowhere. */
const KEPT = new Set(['expectText'])
const ASKS = /\/(tools\/(data|network|web\/search)|packs)\//
const askers = takers.filter(({ pure, file = '' }) => !pure && ASKS.test(file))

describe.each(askers.map((tool) => [tool.slug, tool] as const))(
  '%s asks a provider',
  (_slug, tool) => {
    const example: Readonly<Record<string, unknown>> = tool.spec.examples[0].input
    const texts = Object.entries(inputShape(tool).properties).filter(
      ([name, { type }]) => type === 'string' && !KEPT.has(name),
    )

    test.each(texts.map(([name]) => name).concat('nothing else'))(
      '%s sends no control characters',
      (field) => {
        for (const text of UNSOUND) {
          const told = read(tool, { ...example, [field]: text })
          expect(JSON.stringify(told?.[field] ?? '')).not.toMatch(/\\[bfnrtu]|\ufffd/)
        }
      },
    )
  },
)

/** The input as the tool gets it; null where it is refused. */
function read(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> | null {
  try {
    return parseInput(tool, input).value as Record<string, unknown>
  } catch {
    return null
  }
}
