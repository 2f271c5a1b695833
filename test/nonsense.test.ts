/** @module-tag ci */
import { describe, expect, test } from 'vitest'
import { parseInput } from '../src/selling/call/input.ts'
import { Fault } from '../src/base/core/fault.ts'
import { inputShape, outputSchema, type JsonSchema } from '../src/base/core/shape.ts'
import { isSpecialOutput } from '../src/base/core/tool-output.ts'
import type { Tool } from '../src/base/core/tool.ts'
import { catalogOfTools } from './support/catalog.ts'

/** Texts that mean nothing in any format but a text of a person. */
const NONSENSE = [
  'colourless green ideas',
  'colourless',
  'zzzzzzzz',
  '2026-02-30',
  '0x123',
  '@@@@',
  '....',
  '----',
  '%%%',
  '((((',
  '<<>>',
  '\u0001',
  '🙂🙃',
  '００００',
  '9'.repeat(40),
  '-1e999',
  'NaN',
  'null',
  '../../..',
  ',;,;,',
]

const { tools } = await catalogOfTools()
const pure = tools.filter(({ spec: { uses } }) => Object.keys(uses).length === 0)

const ODD = ['colourless green ideas', '@@@@', '', 0, -1e300, true, null, [], {}, [[]], [{}], ['a']]

const isText = ({ type }: JsonSchema): boolean => type === 'string'

interface Asked {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Each field of a tool, set to nonsense in its first example. */
function* asked(tool: Tool): Generator<Asked> {
  const { properties } = inputShape(tool)
  const example = tool.spec.examples[0].input
  for (const [name, schema] of Object.entries(properties))
    for (const value of isText(schema) && !('enum' in schema) ? NONSENSE : ODD)
      yield { name, input: { ...example, [name]: value } }
}

async function told(tool: Tool, { input }: Asked): Promise<unknown> {
  try {
    const { value } = parseInput(tool, input)
    const { signal } = new AbortController()
    return await tool.spec.run(value as never, { signal, now: () => 0 })
  } catch (thrown) {
    if (thrown instanceof Fault) return thrown
    throw thrown
  }
}

/** Words of the engine, which say nothing to a caller. */
const ENGINE =
  /cannot read prop|is not a function|not iterable|\[object |unexpected type of arg|maximum call|reading '|TypeError|RangeError|\bundefined\b/i

/** Answers that praise an input. */
const PRAISE = /^(valid|safe|isBot|verified|wellFormed|checksumValid|luhnValid|possible|isValid)$/
const praises = (tool: Tool): readonly string[] =>
  Object.keys(outputSchema(tool)['properties'] ?? {}).filter((name) => PRAISE.test(name))

/** Formats in which nearly every text is well made. */
const ANY_TEXT: Readonly<Record<string, string>> = {
  'address-validate': 'forty digits are an address in hex, and a problem says that 0x is missing',
  'card-validate': 'forty nines pass the check digit alone; valid is false',
  'check-digit': 'whether the last digit fits the others is all that is asked',
  'csv-lint': 'a text is a table of one cell',
  derivative: 'a name is an unknown',
  'html-lint': 'a text is a fragment of HTML',
  'json-format': 'null and numbers are JSON',
  punycode: 'a label of letters, digits or emoji may be registered',
  'regex-check': 'a text is a pattern that matches itself',
  'json-conform': 'a text is the value that no schema forbids',
  'mock-from-schema': 'the empty schema is one',
  'tool-schema-lint': 'an empty list has no flaw',
  'sql-parse': 'dashes are a comment',
  'yaml-lint': 'a text is a scalar',
}

/** The field that the verdict is about: the first that must be given. */
const isJudged = (tool: Tool, name: string): boolean => inputShape(tool).required[0] === name

describe('nonsense in a field', () => {
  test.each(pure.map((tool) => [tool.slug, tool] as const))(
    '%s',
    async (_slug, tool) => {
      const bad: unknown[] = []
      for (const one of asked(tool)) {
        const answer = await told(tool, one)
        if (answer instanceof Fault) {
          const { message } = answer
          const isNamed = /^[\w.[\]]+(, \w+)*: /.test(message)
          if (!isNamed || ENGINE.test(message)) bad.push([one.input, message])
        } else if (!isSpecialOutput(answer) && isJudged(tool, one.name) && !ANY_TEXT[tool.slug])
          for (const name of praises(tool))
            if ((answer as Record<string, unknown>)[name] === true) bad.push([name, one.input])
      }
      expect(bad).toEqual([])
    },
    60_000,
  )
})
