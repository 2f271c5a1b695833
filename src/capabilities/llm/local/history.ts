import { badInput } from '../../../base/core/fault.ts'
import { textOf, type Conversation, type Part, type Turn } from '../conversation.ts'
import type { FunctionCall, HistoryItem } from './engine.ts'

type ResponsePart = string | FunctionCall

/** A conversation in the form of the engine: results are part of the calls that they answer. */
export function historyOf({ system, turns }: Conversation): readonly HistoryItem[] {
  const results = new Map(turns.flatMap(({ parts }) => parts.flatMap(resultIn)))
  const items: HistoryItem[] = []
  if (system.length > 0) items.push({ type: 'system', text: textOf(system) })
  for (const turn of turns) {
    const item = itemOf(turn, results)
    const last = items.at(-1)
    if (!item) continue
    if (item.type === 'model' && last?.type === 'model')
      items[items.length - 1] = { ...last, response: [...last.response, ...item.response] }
    else items.push(item)
  }
  return items
}

function resultIn(part: Part): readonly (readonly [id: string, text: string])[] {
  if (part.kind === 'image') throw badInput('messages: hold an image, and this model sees none.')
  if (part.kind !== 'result') return []
  const said = textOf(part.parts)
  return [[part.id, part.isError ? `Error: ${said}` : said]]
}

function itemOf({ role, parts }: Turn, results: ReadonlyMap<string, string>): HistoryItem | null {
  if (role === 'tool') return null
  if (role === 'assistant')
    return { type: 'model', response: parts.flatMap((part) => saidIn(part, results)) }
  const text = textOf(parts)
  // The messages wire sends results as a turn of the user.
  return text === '' && parts.length > 0 ? null : { type: role, text }
}

function saidIn(part: Part, results: ReadonlyMap<string, string>): readonly ResponsePart[] {
  if (part.kind === 'text') return [part.text]
  if (part.kind !== 'call') return []
  const { name, id } = part
  const params = argumentsIn(part.arguments)
  return [{ type: 'functionCall', name, params, result: results.get(id) ?? '' }]
}

function argumentsIn(text: string): unknown {
  try {
    return JSON.parse(text || '{}')
  } catch {
    throw badInput('messages: the arguments of a tool call are not valid JSON.')
  }
}
