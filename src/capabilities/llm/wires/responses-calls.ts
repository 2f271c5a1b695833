import type { ToolDefinition } from '../conversation.ts'
import { textInput } from './responses-plain.ts'
import { idOf } from './wire.ts'

interface Called {
  readonly id: string
  readonly name: string
}

/** An item of an answer that calls a tool, by the name and kind that the caller gave it. */
export function callItem(
  tools: readonly ToolDefinition[],
  { id, name }: Called,
): Record<string, unknown> {
  const origin = tools.find((tool) => tool.name === name)?.origin
  const namespace = origin?.namespace
  return {
    id: idOf(origin?.isText ? 'ctc_' : 'fc_'),
    type: origin?.isText ? 'custom_tool_call' : 'function_call',
    status: 'in_progress',
    call_id: id,
    name: origin?.name ?? name,
    ...(namespace !== undefined && { namespace }),
    ...calledWith({ type: origin?.isText ? 'custom_tool_call' : 'function_call' }, ''),
  }
}

export const takesText = ({ type }: Readonly<Record<string, unknown>>): boolean =>
  type === 'custom_tool_call'

/** What a call is made with, as its item holds it. */
export const calledWith = (item: Readonly<Record<string, unknown>>, args: string) =>
  takesText(item) ? { input: textInput(args) } : { arguments: args }
