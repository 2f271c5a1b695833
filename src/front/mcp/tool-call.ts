import type { CallToolResult } from '@modelcontextprotocol/server'
import {
  headerOf,
  bodyObjectOf,
  paymentRequiredOf,
  type ValueInput,
} from '../../selling/call/value-call.ts'
import type { CallByValue } from '../../selling/call/value-calls.ts'
import type { CallReply } from '../../base/core/call.ts'
import { formatUsd } from '../../base/core/money.ts'
import { takesWork, type Tool } from '../../base/core/tool.ts'
import { KB } from '../../base/lib/fields.ts'
import { partsOf, text } from './content.ts'
import { credentialsIn, headersIn, metaOf, type Meta } from './payments.ts'

/** The caller, and what it sent in addition to the arguments. */
export interface Caller {
  readonly client: string
  readonly signal: AbortSignal
  /** `Authorization: Bearer` of the request: a credits key. */
  readonly authorization: string | undefined
  readonly meta: Meta
  /** Members of the message that another one of the same name replaced. */
  lostMembers?(): Promise<readonly string[]>
  /** Called when the call was paid for. */
  onPaid?(): void
  /** It announces the x402 extension, and then wants its own form of an unpaid result. */
  readonly readsX402: boolean
}

export interface ToolCallRequest {
  readonly tool: Tool
  readonly input: ValueInput
  /** Run it as a job, if it is slow. */
  readonly isJob?: boolean
  /** How `structuredContent` holds the answer. Default: as it is. */
  wrap?(answer: unknown): Readonly<Record<string, unknown>>
}

export interface ToolCallParts {
  readonly call: CallByValue
  readonly baseUrl: string
}

export type CallTool = (order: ToolCallRequest, caller: Caller) => Promise<CallToolResult>

/**
 * A longer answer of a tool whose output schema the client has not been told is sent as text only:
 * to send it twice takes the event loop and the context of a model twice.
 */
const STRUCTURED_LENGTH_MAX = 32 * KB

/** Calls a tool through the pipeline and returns the reply as a result. */
export function createToolCall({ call, baseUrl }: ToolCallParts): CallTool {
  return async (order, caller) => {
    const { tool, input, isJob, wrap } = order
    const { client, signal, authorization, meta } = caller
    const heard = await call({
      tool,
      input,
      transport: 'mcp',
      lostMembers: async () => (await caller.lostMembers?.()) ?? [],
      credentials: credentialsIn(meta),
      headers: { ...headersIn(meta), authorization, ...(isJob && { prefer: 'respond-async' }) },
      client,
      signal,
      ...(caller.onPaid && { onPaid: caller.onPaid }),
    })
    if (heard.status === 402) return unpaidResult(heard, tool, caller, baseUrl)
    if (heard.status >= 400) return failedResult(heard)
    const { content, structured } = await partsOf(heard.body, tool, wrap && STRUCTURED_LENGTH_MAX)
    const shown = wrap && structured ? wrap(structured) : structured
    const _meta = metaOf(heard, caller.meta)
    return {
      content,
      ...(shown && { structuredContent: shown }),
      ...(Object.keys(_meta).length > 0 && { _meta }),
    }
  }
}

/** Read by clients of x402 and of MPP alike, and by people whose client can pay with neither. */
function unpaidResult(
  reply: CallReply,
  tool: Tool,
  { meta, readsX402 }: Caller,
  baseUrl: string,
): CallToolResult {
  const required = paymentRequiredOf(reply)
  const _meta = metaOf(reply, meta)
  if (readsX402 && reply.challenges)
    return { resultType: 'payment_required', paymentRequired: required, _meta } as never
  const least = typeof tool.spec.price === 'string' ? '' : 'at least '
  return {
    isError: true,
    // Clients hold it against the schema of the answer, which free tools list.
    ...(!takesWork(tool) && { structuredContent: required }),
    content: [
      text(JSON.stringify(required)),
      text(
        `${tool.slug} costs ${least}${formatUsd(tool.price)} a call, and was not paid. A client that cannot pay by x402 or MPP can send a credits key as Authorization: Bearer, or use \`npm run mcp\` with a wallet; see ${baseUrl}/credits. A call that is repeated with the same _meta["io.farebox/idempotency-key"] and payer is charged once.`,
      ),
    ],
    _meta,
  }
}

/** The body that HTTP would answer, so that a model can mend its call. */
function failedResult(reply: CallReply): CallToolResult {
  const retry = headerOf(reply, 'retry-after')
  const body = { ...bodyObjectOf(reply), ...(retry && { retryAfterSeconds: Number(retry) }) }
  return { isError: true, content: [text(JSON.stringify(body))] }
}
