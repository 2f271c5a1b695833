import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { json, jsonFlaw } from '../../../../base/lib/json-guard.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { linearEngine } from './_regex.ts'

const EXPRESSION_CHARACTERS_MAX = 20_000
const TIMEOUT_MS = 5_000
const CALLS_DEEP_MAX = 400
const SEQUENCE_MAX = 200_000

export default defineTool({
  route: 'POST /api/json-transform',
  name: 'JSON transform',
  description:
    'Reshapes, filters, groups and computes over JSON with a JSONata expression, limited in time and memory.',
  asks: [
    'transform json with jsonata',
    'sum price times quantity over a json array',
    'reshape an API reply into my own format',
    'rename and compute fields',
    'JSONata',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  heavyField: 'expression',
  input: z.object({
    data: json().describe('The JSON to reshape, up to 1 MB, 64 deep.'),
    expression: z
      .string()
      .max(EXPRESSION_CHARACTERS_MAX)
      .describe(
        'JSONata, up to 20000 characters, at most 5 s. Patterns are linear in time: no look-around, ' +
          'no back references. $eval, $random and $shuffle are left out.',
      ),
  }),
  output: z.object({
    result: z.unknown().describe('The value of the expression; null if it finds nothing.'),
    found: z.boolean().describe('False if the expression finds nothing.'),
  }),
  examples: [
    {
      input: {
        data: { items: [{ p: 2, q: 3 }] },
        expression: '$sum(items.(p*q))',
      },
      output: { result: 6, found: true },
    },
    {
      input: {
        data: [
          { who: 'ada', n: 1 },
          { who: 'bo', n: 2 },
          { who: 'ada', n: 3 },
        ],
        expression: '${who: $sum(n)}',
      },
      output: { result: { ada: 4, bo: 2 }, found: true },
    },
  ],

  async run({ data, expression }, { now }) {
    const { default: jsonata } = await import('jsonata')
    try {
      const compiled = jsonata(expression, {
        timeout: TIMEOUT_MS,
        stack: CALLS_DEEP_MAX,
        sequence: SEQUENCE_MAX,
        RegexEngine: linearEngine(refusedPattern),
      })
      for (const name of ['eval', 'random', 'shuffle'])
        compiled.registerFunction(name, () => {
          throw badInput(`expression: must not use $${name}, which is not offered`)
        })
      compiled.registerFunction('millis', now, '<:n>')
      const value: unknown = await compiled.evaluate(data)
      return { result: plain(value), found: value !== undefined }
    } catch (thrown) {
      throw refusal(thrown)
    }
  },
})

const refusedPattern = (pattern: string): Error =>
  badInput(
    `expression: must not use look-around or back references, as in the pattern ${excerpt(pattern)}`,
  )

/** Sequences of the library have members of their own, and functions are not JSON. */
function plain(value: unknown): unknown {
  let holdsFunction = false
  const text = JSON.stringify(value, (_key, inner: unknown) => {
    const isFunction =
      typeof inner === 'function' ||
      (typeof inner === 'object' && inner !== null && '_jsonata_lambda' in inner)
    holdsFunction ||= isFunction
    if (typeof inner === 'number' && !Number.isFinite(inner))
      throw badInput('expression: its result holds a number out of range')
    return isFunction ? undefined : inner
  })
  if (holdsFunction) throw badInput('expression: must not answer a function, which is not JSON')
  if (text === undefined) return null
  const result: unknown = JSON.parse(text)
  const flaw = jsonFlaw(result, { bytesMax: 4 * MB, valuesMax: 400_000 })
  if (flaw) throw badInput(`expression: its result ${flaw}`)
  return result
}

interface Complaint {
  readonly message?: string
  readonly position?: number
}

function refusal(thrown: unknown): unknown {
  if (thrown instanceof Error && !(thrown instanceof RangeError)) return thrown
  const { message = 'cannot be evaluated', position } = thrown as Complaint
  const at = position === undefined ? '' : ` (character ${position})`
  return badInput(`expression: ${message.slice(0, 300)}${at}`)
}
