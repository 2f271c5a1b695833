import { Fault } from '../../base/core/fault.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'

const SAID_CHARACTERS_MAX = 200
const INVALID_PARAMS = -32_602

/** The answer of an MCP tool: its structured content if any, and its text. */
export function resultIn(result: JsonObject, title: string): JsonObject {
  const blocks = Array.isArray(result['content']) ? result['content'].filter(isObject) : []
  const texts = blocks.flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
  if (result['isError'] === true) {
    const said = texts.join(' ').replace(/\s+/g, ' ').slice(0, SAID_CHARACTERS_MAX)
    throw new Fault('upstream_failed', `${title} could not do it${said ? `: ${said}` : '.'}`)
  }
  const isText = texts.length === blocks.length
  const content = isText ? texts.join('\n') : blocks
  return { structured: result['structuredContent'], content }
}

/** Failures of the protocol and the connection, as faults that name the server. */
export function faultOf(thrown: unknown, title: string): Fault {
  for (let at: unknown = thrown; at instanceof Error; at = at.cause)
    if (at instanceof Fault) return at
  const { code, status } = thrown as { readonly code?: unknown; readonly status?: unknown }
  if (code === INVALID_PARAMS)
    return new Fault('provider_refused', `${title} refuses this input.`, { cause: thrown })
  if (code === 'REQUEST_TIMEOUT')
    return new Fault('upstream_timeout', `${title} did not answer in time.`, { cause: thrown })
  const how =
    typeof status === 'number' ? `answered ${status}` : 'did not answer as a server of MCP'
  return new Fault('upstream_failed', `${title} ${how}.`, { cause: thrown })
}
