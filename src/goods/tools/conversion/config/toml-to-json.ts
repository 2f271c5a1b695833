import { parse, TomlDate, type TomlValue } from 'smol-toml'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { wholeOrText } from '../../../../engines/formats/exact-number.ts'
import { MB, text } from '../../../../base/lib/fields.ts'

const DEPTH_MAX = 100

export default defineTool({
  route: 'POST /api/toml-to-json',
  name: 'TOML to JSON',
  description: 'TOML (1.0, and what 1.1 adds) to JSON, errors with their line and column.',
  asks: [
    'parse a toml file',
    'read Cargo.toml or pyproject.toml as json',
    'read Cargo.toml',
    'config in TOML as an object',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({ toml: text(2 * MB).describe('TOML text, up to 2 MB, 100 levels.') }),
  output: z.object({
    data: z
      .record(z.string(), z.unknown())
      .describe('Dates and times as text; whole numbers beyond 2^53 as text; inf and nan as text.'),
  }),
  examples: [
    { input: { toml: '[a]\nb = 1' }, output: { data: { a: { b: 1 } } } },
    {
      input: { toml: 'id = 9223372036854775807\nwhen = 2026-01-05T09:00:00Z\nx = inf' },
      output: { data: { id: '9223372036854775807', when: '2026-01-05T09:00:00.000Z', x: 'inf' } },
    },
  ],

  run({ toml }) {
    assertDays(toml)
    try {
      const data = parse(toml, { integersAsBigInt: 'asNeeded', maxDepth: DEPTH_MAX })
      return { data: plain(data) as Record<string, unknown> }
    } catch (thrown) {
      throw refusal(thrown)
    }
  },
})

function refusal(thrown: unknown): unknown {
  if (thrown instanceof RangeError) return badInput('toml: is nested too deep')
  if (!(thrown instanceof Error) || thrown.name === 'Fault') return thrown
  const { line, column } = thrown as Error & { line?: number; column?: number }
  const message = (thrown.message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '')
  const place = line === undefined ? '' : `line ${line}, column ${column}: `
  return badInput(`toml: ${place}${message}`)
}

function plain(value: TomlValue): unknown {
  if (typeof value === 'bigint') return wholeOrText(value)
  if (typeof value === 'number' && !Number.isFinite(value))
    return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'
  if (value instanceof TomlDate) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}

const QUOTED = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*/g
const DAY = /(?<=[=[,][ \t\r\n]{0,100})(\d{4})-(\d\d)-(\d\d)/g

/** The library accepts 30 February as 2 March. */
function assertDays(toml: string): void {
  for (const [day, year, month, date] of toml.replaceAll(QUOTED, "''").matchAll(DAY)) {
    const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
    if (Number(date) > last || Number(date) === 0)
      throw badInput(`toml: ${excerpt(day)} is a day that does not exist`)
  }
}
