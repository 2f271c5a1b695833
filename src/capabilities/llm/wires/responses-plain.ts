import type { CallOrigin } from '../conversation.ts'
import type { Plain } from './policy.ts'
import { list, record, text } from './wire.ts'

/**
 * What only the responses wire has words for, in words that every wire has: tools of a namespace
 * and tools that take free text become functions. What cannot become one is left out, and named.
 */

type Members = Readonly<Record<string, unknown>>

export interface PlainRequest extends Plain {
  /** How the caller names the functions of the request, by their names in it. */
  readonly origins: ReadonlyMap<string, CallOrigin>
}

/** Most wires take no longer names. */
const NAME_LENGTH_MAX = 64

/** Parts the name of a namespace from that of its tool. */
const PARTED = '__'

/** The schema of a function in the place of a tool that takes free text. */
const TEXT_INPUT = {
  type: 'object',
  properties: { input: { type: 'string', description: 'The whole input of the tool, as text.' } },
  required: ['input'],
  additionalProperties: false,
}

export function plainRequest(asked: Members): PlainRequest {
  const lost = new Set<string>()
  const origins = new Map<string, CallOrigin>()
  const named = new Map<string, string>()
  const items = Array.isArray(asked['input']) ? list(asked['input']) : []

  function nameFor(origin: CallOrigin): string {
    const path = [...(origin.namespace === undefined ? [] : [origin.namespace]), origin.name]
    const key = JSON.stringify(path)
    const known = named.get(key)
    if (known !== undefined) return known
    const whole = path
      .join(PARTED)
      .replaceAll(/[^\w-]/g, '_')
      .slice(0, NAME_LENGTH_MAX)
    let name = whole
    for (let more = 2; origins.has(name); more += 1)
      name = `${whole.slice(0, NAME_LENGTH_MAX - 4)}_${more}`
    named.set(key, name)
    origins.set(name, origin)
    return name
  }

  function functionsOf(tools: unknown, namespace?: string): Members[] {
    return list(tools).flatMap((tool): Members[] => {
      const { type, name, ...rest } = tool
      const own = text(name)
      const within = namespace === undefined ? {} : { namespace }
      if (type === 'namespace' && namespace === undefined) return functionsOf(tool['tools'], own)
      if (type === 'function')
        return [{ ...rest, type, name: nameFor({ ...within, name: own, isText: false }) }]
      if (type === 'custom') {
        const called = nameFor({ ...within, name: own, isText: true })
        const description = describedText(tool)
        return [{ type: 'function', name: called, description, parameters: TEXT_INPUT }]
      }
      lost.add(`tools.${text(type).slice(0, 60)}`)
      return []
    })
  }

  const nameOfCall = ({ name, namespace }: Members, isText: boolean): string => {
    const within = typeof namespace === 'string' ? { namespace } : {}
    return nameFor({ ...within, name: text(name), isText })
  }

  function itemsOf(item: Members): Members[] {
    const { namespace: _of, ...rest } = item
    switch (item['type']) {
      case 'additional_tools':
        return []
      case 'function_call':
        return [{ ...rest, name: nameOfCall(item, false) }]
      case 'custom_tool_call': {
        const { input, ...call } = rest
        const args = JSON.stringify({ input: text(input) })
        return [{ ...call, type: 'function_call', name: nameOfCall(item, true), arguments: args }]
      }
      case 'custom_tool_call_output':
        return [{ ...rest, type: 'function_call_output' }]
      case undefined:
      case null:
      case 'message':
      case 'reasoning':
      case 'function_call_output':
        return [item]
      default:
        lost.add(`input.${text(item['type']).slice(0, 60)}`)
        return []
    }
  }

  const added = items.filter(({ type }) => type === 'additional_tools')
  const tools = [asked, ...added].flatMap((holder) => functionsOf(holder['tools']))
  const request = {
    ...asked,
    ...(tools.length > 0 || asked['tools'] ? { tools } : {}),
    ...(Array.isArray(asked['input']) && { input: items.flatMap(itemsOf) }),
    ...choiceIn(asked, { lost, nameOfCall }),
  }
  return { request, lost: [...lost], origins }
}

interface Choosing {
  readonly lost: Set<string>
  nameOfCall(call: Members, isText: boolean): string
}

/** A choice of one function, or of none by name: others are the model's to make. */
function choiceIn({ tool_choice: choice }: Members, { lost, nameOfCall }: Choosing): Members {
  if (typeof choice !== 'object' || choice === null) return {}
  const { type, name } = record(choice)
  if ((type === 'function' || type === 'custom') && name)
    return {
      tool_choice: { type: 'function', name: nameOfCall(record(choice), type === 'custom') },
    }
  lost.add('tool_choice')
  return { tool_choice: 'auto' }
}

/** A grammar cannot be enforced by a function, so its model is told of it. */
function describedText({ description, format }: Members): string {
  const { syntax, definition } = record(format)
  if (typeof definition !== 'string') return text(description)
  return `${text(description)}\n\nThe input must follow this ${text(syntax)} grammar:\n${definition}`
}

/** The text that a model has written into the function that stands for a tool of free text. */
export function textInput(args: string): string {
  try {
    const { input } = record(JSON.parse(args))
    return typeof input === 'string' ? input : args
  } catch {
    return args
  }
}
