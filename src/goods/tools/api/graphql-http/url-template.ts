import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, line, text } from '../../../../base/lib/fields.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import { compiledPattern } from '../../../../base/lib/linear-pattern.ts'

const URL_CHARACTERS_MAX = 100_000
const EXPRESSIONS_MAX = 100

export default defineTool({
  route: 'POST /api/url-template',
  name: 'URI template',
  description:
    'Expand a URI template (RFC 6570) with values, list its variables, or match a URL back against ' +
    'it.',
  asks: [
    'fill in a URI template such as /users/{id}{?page}',
    'match a URL against a URI template',
    'fill the placeholders of /users/{id}',
    'expand a path pattern',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    template: text(4 * KB)
      .min(1)
      .describe('Such as https://example.com/{user}/repos{?page}, up to 4 KB.'),
    values: jsonObject({ bytesMax: 64 * KB, valuesMax: 2_000 })
      .default({})
      .describe('Values by name: texts, numbers, lists and objects.'),
    url: line(8_192).optional().describe('URL to match against the template.'),
  }),
  output: z.object({
    url: z.string().describe('Expanded URL; variables without a value are left out.'),
    variables: z.array(z.string()),
    matched: z
      .record(z.string(), z.string())
      .nullable()
      .describe('Values from the given URL; null if it does not match.'),
    missing: z.array(z.string()).describe('Variables without a value.'),
  }),
  examples: [
    {
      input: {
        template: 'https://example.com/{user}/repos{?page}',
        values: { user: 'ada', page: 2 },
      },
      output: {
        url: 'https://example.com/ada/repos?page=2',
        variables: ['user', 'page'],
        matched: null,
        missing: [],
      },
    },
    {
      input: { template: '/users/{id}{?page,limit}', url: '/users/7?page=2' },
      output: {
        url: '/users/',
        variables: ['id', 'page', 'limit'],
        matched: { id: '7', page: '2' },
        missing: ['id', 'page', 'limit'],
      },
    },
  ],

  async run({ template, values, url }) {
    const variables = variablesOf(template)
    const { StdUriTemplate } = await import('@std-uritemplate/std-uritemplate')
    let expanded
    try {
      expanded = StdUriTemplate.expand(template, values as never)
    } catch (thrown) {
      throw badInput(`template: cannot be expanded: ${(thrown as Error).message.slice(0, 150)}`)
    }
    if (expanded.length > URL_CHARACTERS_MAX)
      throw badInput(`values: must make an address of at most ${URL_CHARACTERS_MAX} characters`)
    return {
      url: expanded,
      variables,
      matched: url === undefined ? null : matched(template, url),
      missing: variables.filter((name) => !hasValue(values, name)),
    }
  },
})

const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/g
const NAME = /^((?:\w|%[0-9a-fA-F]{2})(?:[\w.]|%[0-9a-fA-F]{2})*)(\*|:[1-9]\d{0,3})?$/

function variablesOf(template: string): readonly string[] {
  const expressions = [...template.matchAll(EXPRESSION)]
  if (expressions.length > EXPRESSIONS_MAX)
    throw badInput(`template: must have at most ${EXPRESSIONS_MAX} expressions`)
  const names = expressions.flatMap(([, , list = '']) =>
    list.split(',').map((spec) => {
      const name = NAME.exec(spec)?.[1]
      if (name === undefined)
        throw badInput(
          `template: ${JSON.stringify(spec.slice(0, 40))} must be a variable of RFC 6570`,
        )
      return name
    }),
  )
  return [...new Set(names)]
}

const hasValue = (values: JsonObject, name: string): boolean => {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined || value === null) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

interface Operator {
  readonly first: string
  readonly between: string
  readonly named: boolean
  /** What a value may hold. */
  readonly value: string
}

const PLAIN = '[^/?#&=,;.]*?'
const OPERATORS: Readonly<Record<string, Operator>> = {
  '': { first: '', between: ',', named: false, value: '[^/?#&,]*?' },
  '+': { first: '', between: ',', named: false, value: '[^?#]*?' },
  '#': { first: '#', between: ',', named: false, value: '.*?' },
  '.': { first: '[.]', between: '[.]', named: false, value: '[^/?#.]*?' },
  '/': { first: '/', between: '/', named: false, value: '[^/?#]*?' },
  ';': { first: ';', between: ';', named: true, value: PLAIN },
  '?': { first: '[?]', between: '&', named: true, value: '[^#&]*?' },
  '&': { first: '&', between: '&', named: true, value: '[^#&]*?' },
}

/** The template as a pattern, in which each variable may be left out. */
function matched(template: string, url: string): Readonly<Record<string, string>> | null {
  const names: string[] = []
  let pattern = '^'
  let at = 0
  for (const found of template.matchAll(EXPRESSION)) {
    pattern += escaped(template.slice(at, found.index))
    at = found.index + found[0].length
    const operator = OPERATORS[found[1] ?? ''] ?? OPERATORS['']
    if (!operator) continue
    for (const [index, spec] of (found[2] ?? '').split(',').entries()) {
      const name = spec.replace(/\*$|:\d+$/, '')
      const before = index === 0 ? operator.first : `(?:${operator.between}|${operator.first})`
      const label = operator.named ? `${escaped(name)}=?` : ''
      names.push(name)
      pattern += `(?:${before}${label}(${operator.value}))?`
    }
  }
  const whole = compiledPattern('template', `${pattern}${escaped(template.slice(at))}$`)
  const matcher = whole.matcher(url)
  if (!matcher.find()) return null
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const value = matcher.group(index + 1)
      return value === null || value === undefined ? [] : [[name, decodeUri(value)]]
    }),
  )
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

function decodeUri(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
