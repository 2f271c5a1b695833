import {
  NO_USAGE,
  textOf,
  type Conversation,
  type Piece,
  type ToolDefinition,
} from './conversation.ts'

/** Not a model: it repeats its input, so that a new user can see every form of an answer. */
export const ECHO = 'local/echo'

const LABEL = 'local/echo is no model, it repeats:'
const DEPTH_MAX = 6
/** As much as it repeats, so that no request makes it write millions of events. */
const REPEATED_LENGTH_MAX = 20_000

/** The answer of the echo: a call where tools are offered, JSON where a schema is, else text. */
export function echo(conversation: Conversation): readonly Piece[] {
  const { turns, tools, choice, format } = conversation
  const last = turns.at(-1)
  const input = wordsIn(turns.map(({ parts }) => textOf(parts)).join(' '))
  const tool = choice?.mode === 'tool' ? toolNamed(tools, choice.name) : tools[0]
  if (tool && choice?.mode !== 'none' && last?.role !== 'tool') {
    const args = JSON.stringify(sampleOf(tool.schema))
    return [
      { kind: 'call', index: 0, id: 'call_echo', name: tool.name },
      { kind: 'arguments', index: 0, text: args },
      { kind: 'end', stop: 'tool', usage: { ...NO_USAGE, input, output: wordsIn(args) } },
    ]
  }
  const said = last?.parts.map((part) => (part.kind === 'result' ? textOf(part.parts) : '')) ?? []
  const all = [last ? textOf(last.parts) : '', ...said].filter(Boolean).join('\n')
  const told = all.slice(0, REPEATED_LENGTH_MAX)
  const answer = format
    ? JSON.stringify(format.kind === 'schema' ? sampleOf(format.schema) : { echo: told })
    : `${LABEL} ${told}`
  const words = format ? [answer] : (answer.match(/\s*\S+/g) ?? [])
  const kept = words.slice(0, conversation.maxTokens ?? Infinity)
  return [
    ...kept.map((text) => ({ kind: 'text' as const, text })),
    {
      kind: 'end',
      stop: kept.length < words.length || told.length < all.length ? 'length' : 'stop',
      usage: { ...NO_USAGE, input, output: kept.length },
    },
  ]
}

const toolNamed = (tools: readonly ToolDefinition[], name: string) =>
  tools.find((tool) => tool.name === name)

/** Counts without making a list: a request may hold millions of words. */
function wordsIn(text: string): number {
  let words = 0
  let isInWord = false
  for (let at = 0; at < text.length; at += 1) {
    const isSpace = text.charCodeAt(at) <= SPACE
    if (!isSpace && !isInWord) words += 1
    isInWord = !isSpace
  }
  return words
}

const SPACE = 0x20

/** A value that fits a JSON schema, as far as its types go. */
function sampleOf(schema: unknown, depth = 0): unknown {
  if (typeof schema !== 'object' || schema === null || depth > DEPTH_MAX) return null
  const known = schema as Record<string, unknown>
  if (known['const'] !== undefined) return known['const']
  if (Array.isArray(known['enum'])) return known['enum'][0]
  for (const name of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(known[name])) return sampleOf((known[name] as unknown[])[0], depth + 1)
  const type: unknown = Array.isArray(known['type']) ? known['type'][0] : known['type']
  switch (type) {
    case 'string':
      return 'echo'
    case 'number':
    case 'integer':
      return typeof known['minimum'] === 'number' ? known['minimum'] : 1
    case 'boolean':
      return true
    case 'array':
      return [sampleOf(known['items'], depth + 1)]
    case 'object': {
      const members = Object.entries((known['properties'] ?? {}) as Record<string, unknown>)
      return Object.fromEntries(members.map(([name, of]) => [name, sampleOf(of, depth + 1)]))
    }
    default:
      return null
  }
}
