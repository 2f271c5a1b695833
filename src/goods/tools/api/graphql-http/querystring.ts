import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import { isObject } from '../../../../base/lib/json-object.ts'

const Style = z.enum(['brackets', 'repeat', 'comma', 'dots'])
type StyleName = z.output<typeof Style>
const PAIRS_MAX = 2_000
const DEPTH_MAX = 20

export default defineTool({
  route: 'POST /api/querystring',
  name: 'Query strings',
  description:
    'Parse a query string into a nested object, and build one from an object, in four list styles: ' +
    'brackets, repeated names, commas, dots.',
  asks: [
    'turn url query parameters into nested json',
    'build a query string with array brackets',
    'read the parameters after the question mark',
    'build ?a=1&b=2 from an object',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    text: text(64 * KB)
      .optional()
      .describe('Query string to read, up to 64 KB; a leading ? is allowed.'),
    data: jsonObject({ bytesMax: 64 * KB, valuesMax: PAIRS_MAX })
      .optional()
      .describe('Object to write. Give either `text` or `data`.'),
    style: Style.default('brackets').describe(
      'a[]=1&b[c]=2, a=1&a=2, a=1,2 or a.0=1&b.c=2. Reading takes brackets and dots in any ' +
        'style but repeat and comma.',
    ),
  }),
  output: z.object({
    data: z.record(z.string(), z.unknown()).describe('Parsed object; its values are text.'),
    text: z.string().describe('Query string, written in `style`.'),
    duplicates: z.array(z.string()).describe('Names that occur more than once, without brackets.'),
  }),
  examples: [
    {
      input: { text: 'a[]=1&a[]=2&b.c=3' },
      output: {
        data: { a: ['1', '2'], b: { c: '3' } },
        text: 'a[]=1&a[]=2&b[c]=3',
        duplicates: [],
      },
    },
    {
      input: { data: { q: 'x y', tags: ['a', 'b'] }, style: 'repeat' },
      output: { data: { q: 'x y', tags: ['a', 'b'] }, text: 'q=x+y&tags=a&tags=b', duplicates: [] },
    },
  ],

  run({ text: written, data, style }) {
    if ((written === undefined) === (data === undefined))
      throw badInput('text: give either text or data')
    const { value, duplicates } =
      written === undefined ? { value: data ?? {}, duplicates: [] } : read(written, style)
    return { data: value, text: write(value, style), duplicates: [...duplicates] }
  },
})

type Branch = Map<string, Branch | Leaf>

interface Leaf {
  readonly values: readonly string[]
  /** Written with [], so that one item stays a list. */
  readonly isList: boolean
}

function read(written: string, style: StyleName) {
  const pairs = [...new URLSearchParams(written)]
  if (pairs.length > PAIRS_MAX) throw badInput(`text: must have at most ${PAIRS_MAX} parameters`)
  const root: Branch = new Map()
  const duplicates = new Set<string>()
  for (const [name, value] of pairs) {
    const path = style === 'repeat' || style === 'comma' ? [name] : pathOf(name)
    const values = style === 'comma' ? value.split(',') : [value]
    if (!place(root, path, values)) duplicates.add(name)
  }
  return { value: objectOf(root), duplicates }
}

/** `a[b][]` and `a.b` as steps; the step '' appends. */
function pathOf(name: string): readonly string[] {
  const [first = ''] = /^[^[.]*/.exec(name) ?? []
  const rest = name.slice(first.length)
  const steps = [...rest.matchAll(/\[([^\]]*)\]|\.([^[.]+)/gy)]
  const isWhole = steps.reduce((length, [step]) => length + step.length, 0) === rest.length
  if (first === '' || !isWhole) return [name]
  if (steps.length > DEPTH_MAX) throw badInput(`text: must be nested at most ${DEPTH_MAX} deep`)
  return [first, ...steps.map(([, bracket, dotted]) => bracket ?? dotted ?? '')]
}

/** Whether the name was free; a list in brackets always is. */
function place(root: Branch, path: readonly string[], values: readonly string[]): boolean {
  let branch = root
  const appends = path.length > 1 && path.at(-1) === ''
  const steps = appends ? path.slice(0, -1) : path
  for (const step of steps.slice(0, -1)) {
    const next = branch.get(step) ?? new Map<string, Branch | Leaf>()
    // A name with a value of its own has no room for parts.
    if (!(next instanceof Map)) return false
    branch.set(step, next)
    branch = next
  }
  const last = steps.at(-1) ?? ''
  const there = branch.get(last)
  if (there instanceof Map) return false
  branch.set(last, { values: [...(there?.values ?? []), ...values], isList: appends })
  return there === undefined || appends
}

function objectOf(branch: Branch): Record<string, unknown> {
  return Object.fromEntries(
    [...branch].map(([key, value]) => [
      key,
      value instanceof Map ? listOrObject(objectOf(value)) : leafOf(value),
    ]),
  )
}

const leafOf = ({ values, isList }: Leaf): string | readonly string[] =>
  isList || values.length > 1 ? values : (values[0] ?? '')

/** Keys 0, 1, 2 are a list. */
function listOrObject(value: Record<string, unknown>): unknown {
  const keys = Object.keys(value)
  return keys.every((key, at) => key === String(at)) ? Object.values(value) : value
}

function write(data: Readonly<Record<string, unknown>>, style: StyleName): string {
  const pairs: string[] = []
  walk('', data)
  return pairs.join('&')

  function walk(name: string, value: unknown): void {
    if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) walk(joined(name, key), inner)
    } else if (!Array.isArray(value)) put(name, value)
    else if (style === 'comma' && value.every((item) => typeof item !== 'object'))
      pairs.push(`${encoded(name)}=${value.map((item) => encoded(String(item))).join(',')}`)
    else for (const [at, item] of value.entries()) walk(itemName(name, at, item), item)
  }

  function joined(name: string, key: string): string {
    if (name === '') return key
    return style === 'dots' ? `${name}.${key}` : `${name}[${key}]`
  }

  /** Items with parts need their number, or the parts of two would mix. */
  function itemName(name: string, at: number, item: unknown): string {
    if (style === 'dots') return `${name}.${at}`
    if (typeof item === 'object' && item !== null) return `${name}[${at}]`
    return style === 'brackets' ? `${name}[]` : name
  }

  function put(name: string, value: unknown): void {
    const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
    pairs.push(`${encoded(name)}=${encoded(text)}`)
  }
}

/** As forms are sent; brackets stay as people write them. */
const encoded = (value: string): string =>
  new URLSearchParams([[value, '']])
    .toString()
    .slice(0, -1)
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
