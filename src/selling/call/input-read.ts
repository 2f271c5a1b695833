import type { CallRequest } from '../../base/core/call.ts'
import type { CallContext } from '../../base/core/capability.ts'
import { valueOfInput } from '../../base/core/json-input.ts'
import { threadWork } from '../../base/core/thread-work.ts'
import type { Tool } from '../../base/core/tool.ts'
import { threads, type Threads } from '../../engines/threads/threads.ts'
import { lostMembers, parseBody, parseQuery, withLost, type ParsedInput } from './input.ts'
import type { Running } from './run.ts'
import { unpacked } from './tool-thread.ts'

/** Up to this many values are parsed and validated here; more of them in a thread. */
const VALUES_HERE_MAX = 1_000
const LENGTH_HERE_MAX = 1_000_000

const INPUT_IN_THREAD = threadWork<typeof import('./input-thread.ts')>(
  import.meta.url,
  './input-thread.ts',
)

/**
 * The input of a request, with the fields that its headers stand for. That of a long body is a
 * `JsonInput`.
 */
export async function readInput(
  tool: Tool,
  request: CallRequest,
  running: Pick<Running, 'open'>,
  call: CallContext,
): Promise<ParsedInput> {
  const parsed = await bodyInput(tool, request, running, call)
  if (!tool.spec.inputHeaders) return parsed
  const value = valueOfInput(parsed.value) as Readonly<Record<string, unknown>>
  const added = Object.entries(tool.spec.inputHeaders).flatMap(([name, field]) => {
    const told = request.header(name)
    return told === undefined || value[field] !== undefined ? [] : [[field, told] as const]
  })
  return added.length === 0
    ? parsed
    : { ...parsed, value: { ...value, ...Object.fromEntries(added) } }
}

/** Large bodies are parsed and validated in a thread. */
async function bodyInput(
  tool: Tool,
  request: CallRequest,
  { open }: Pick<Running, 'open'>,
  call: CallContext,
): Promise<ParsedInput> {
  if (tool.method === 'GET') return parseQuery(tool, request.query)
  const text = await request.text()
  const { textAt: at = '' } = request
  // A transport that carries values has read the text before, and says what it lost.
  const lost = request.lostMembers ?? null
  if (tool.file === undefined || isSmall(text))
    return withLost(tool, parseBody(tool, text), lost ?? (() => lostMembers(text, at)))
  const opened = open({ threads }, call)['threads'] as Threads
  const { file, slug } = tool
  const read = await opened.run(INPUT_IN_THREAD, { file, slug, text, at, withLost: !lost })
  const parsed = { value: unpacked(read.input), ignored: read.ignored }
  return lost ? withLost(tool, parsed, lost) : parsed
}

/** Whether a text has few values: each value has at least one of these signs before it. */
function isSmall(text: string): boolean {
  if (text.length > LENGTH_HERE_MAX) return false
  if (text.length <= VALUES_HERE_MAX) return true
  const sign = /[,[{]/g
  for (let values = 0; values <= VALUES_HERE_MAX; values += 1) if (!sign.test(text)) return true
  return false
}
