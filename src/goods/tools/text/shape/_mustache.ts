import mustache from 'mustache'
import { badInput } from '../../../../base/core/fault.ts'
import { escaped, isNothing, plain, valueOf } from './_mustache-values.ts'

/** Templates are parsed by the library and filled here, only with own members of the data. */

type Token = readonly [
  kind: string,
  text: string,
  start: number,
  end: number,
  inner?: readonly Token[] | string,
  place?: number,
  isInside?: boolean,
]

export interface Filled {
  readonly text: string
  readonly used: readonly string[]
  readonly missing: readonly string[]
}

const SECTIONS_DEEP_MAX = 8
const PARTIALS_DEEP_MAX = 8
const OUTPUT_CHARACTERS_MAX = 2 * 1024 * 1024
const STEPS_MAX = 2_000_000

interface Filling {
  readonly partials: Readonly<Record<string, string>>
  readonly used: Set<string>
  readonly missing: Set<string>
  /** Missing names of sections, and all names of inverted ones. */
  readonly sections: Set<string>
  readonly inverted: Set<string>
  readonly parsed: Map<string, readonly Token[]>
  length: number
  steps: number
}

export function filled(
  template: string,
  data: unknown,
  partials: Readonly<Record<string, string>>,
): Filled {
  const filling: Filling = {
    partials,
    used: new Set(),
    missing: new Set(),
    sections: new Set(),
    inverted: new Set(),
    parsed: new Map(),
    length: 0,
    steps: 0,
  }
  const tokens = parseTemplate(filling, 'template', template)
  const text = writeTokens(filling, tokens, [data], template, 0)
  // A section with its inverted one stands for both cases, so its name may be missing.
  const absent = [...filling.sections].filter((name) => !filling.inverted.has(name))
  const missing = new Set([...filling.missing, ...absent])
  return { text, used: [...filling.used], missing: [...missing] }
}

function parseTemplate(filling: Filling, field: string, template: string): readonly Token[] {
  const known = filling.parsed.get(template)
  if (known) return known
  try {
    const tokens = mustache.parse(template) as unknown as readonly Token[]
    if (depthOf(tokens) > SECTIONS_DEEP_MAX)
      throw badInput(`${field}: must nest sections at most ${SECTIONS_DEEP_MAX} deep`)
    filling.parsed.set(template, tokens)
    return tokens
  } catch (thrown) {
    if (!(thrown instanceof Error) || thrown.name === 'Fault') throw thrown
    throw badInput(`${field}: ${thrown.message.slice(0, 200)}`)
  } finally {
    mustache.clearCache()
  }
}

const depthOf = (tokens: readonly Token[]): number =>
  tokens.reduce((most, [, , , , inner]) => {
    return Array.isArray(inner) ? Math.max(most, 1 + depthOf(inner)) : most
  }, 0)

function writeTokens(
  filling: Filling,
  tokens: readonly Token[],
  stack: readonly unknown[],
  template: string,
  depth: number,
): string {
  const parts = tokens.map((token) => {
    filling.steps += 1
    if (filling.steps > STEPS_MAX) throw badInput('template: must repeat its sections less often')
    const part = writtenToken(filling, token, stack, template, depth)
    const isOwn = !['#', '^', '>'].includes(token[0])
    filling.length += isOwn ? part.length : 0
    if (filling.length > OUTPUT_CHARACTERS_MAX)
      throw badInput(`template: must make at most ${OUTPUT_CHARACTERS_MAX} characters`)
    return part
  })
  return parts.join('')
}

function writtenToken(
  filling: Filling,
  token: Token,
  stack: readonly unknown[],
  template: string,
  depth: number,
): string {
  const [kind, name, , , inner] = token
  const innerTokens = Array.isArray(inner) ? (inner as readonly Token[]) : []
  switch (kind) {
    case 'text':
      return name
    case 'name':
      return escaped(plain(looked(filling, stack, name)))
    case '&':
      return plain(looked(filling, stack, name))
    case '#': {
      const value = looked(filling, stack, name, filling.sections)
      if (isNothing(value)) return ''
      const items = Array.isArray(value) ? (value as readonly unknown[]) : [value]
      return items
        .map((item) => writeTokens(filling, innerTokens, [...stack, item], template, depth))
        .join('')
    }
    case '^':
      // What an inverted section asks for may be missing: it stands for just that.
      filling.used.add(name)
      filling.inverted.add(name)
      return isNothing(valueOf(stack, name))
        ? writeTokens(filling, innerTokens, stack, template, depth)
        : ''
    case '>':
      return partial(filling, token, stack, depth)
    default:
      return ''
  }
}

function partial(filling: Filling, token: Token, stack: readonly unknown[], depth: number): string {
  const [, name, , , inner, place, isInside] = token
  const text = Object.hasOwn(filling.partials, name) ? filling.partials[name] : undefined
  if (text === undefined) {
    filling.missing.add(`> ${name}`)
    return ''
  }
  if (depth === PARTIALS_DEEP_MAX)
    throw badInput(`partials: must include each other at most ${PARTIALS_DEEP_MAX} deep`)
  // Only a tag at the start of a line indents what it includes.
  const indent = place === 0 && typeof inner === 'string' ? inner.replaceAll(/[^ \t]/g, '') : ''
  const source = indent === '' ? text : indented(text, indent, isInside === true)
  return writeTokens(
    filling,
    parseTemplate(filling, `partials.${name}`, source),
    stack,
    source,
    depth + 1,
  )
}

const indented = (text: string, indent: string, isInside: boolean): string =>
  text
    .split('\n')
    .map((line, at) => (line !== '' && (at > 0 || !isInside) ? indent + line : line))
    .join('\n')

function looked(
  filling: Filling,
  stack: readonly unknown[],
  name: string,
  missing = filling.missing,
): unknown {
  filling.used.add(name)
  const value = valueOf(stack, name)
  if (value === undefined) missing.add(name)
  return value
}
