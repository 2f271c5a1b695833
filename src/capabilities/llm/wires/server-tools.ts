import type { WireName } from './policy.ts'
import type { Plain } from './policy.ts'
import { list, record, text } from './wire.ts'

/** Tools that a caller runs by itself, by their type on each wire. */
const RUN_BY_CALLER: Readonly<Record<WireName, RegExp>> = {
  chat: /^(function|custom)$/,
  messages: /^(custom|bash_\d+|text_editor_\d+|computer_\d+|memory_\d+|tool_search_tool_\w+)$/,
  responses: /^(function|custom|namespace|local_shell|apply_patch|computer\w*|tool_search)$/,
}

/** A provider that runs it reaches an address that the caller chooses. */
const CONNECTS = /^mcp/

export interface ServerTools {
  readonly wire: WireName
  /** A server of the operator, which asks no price. */
  readonly isOwn: boolean
}

type Members = Readonly<Record<string, unknown>>

/**
 * A request without the tools that its provider would run: those cost more than any quote says, as
 * each of their turns is billed. A server of the operator may run them, but connects to nobody.
 */
export function withoutServerTools(request: Members, { wire, isOwn }: ServerTools): Plain {
  const lost = new Set<string>()
  const mayPass = (tool: Members): boolean => {
    const type = text(tool['type']) || 'custom'
    const isServed =
      RUN_BY_CALLER[wire].test(type) || isLocalShell(tool) || (isOwn && !CONNECTS.test(type))
    if (!isServed) lost.add(`tools.${type.slice(0, 60)}`)
    return isServed
  }
  const withTools = (holder: Members): Members => {
    const tools = list(holder['tools'])
    const kept = tools.filter(mayPass)
    return kept.length === tools.length ? holder : { ...holder, tools: kept }
  }
  const changed = { ...withTools(request), ...itemsIn(request, withTools) }
  if (lost.size === 0) return { request, lost: [] }
  const chosen = record(request['tool_choice'])
  const isGone = [chosen['type'], chosen['name']].some((name) => lost.has(`tools.${text(name)}`))
  const hasTools = list(changed['tools']).length > 0
  const { tools, tool_choice: choice, ...rest } = changed as Record<string, unknown>
  return {
    request: {
      ...rest,
      ...(hasTools && { tools }),
      ...(hasTools && !isGone && choice ? { tool_choice: choice } : {}),
    },
    lost: [...lost],
  }
}

/** Some requests of the responses wire bring tools among their items. */
function itemsIn({ input }: Members, withTools: (holder: Members) => Members): Members {
  if (!Array.isArray(input)) return {}
  return { input: list(input).map((item) => (item['tools'] ? withTools(item) : item)) }
}

const isLocalShell = ({ type, environment }: Members): boolean =>
  type === 'shell' && record(environment)['type'] === 'local'
