import { createAgent, type Agent } from '../../../src/front/a2a/agent.ts'
import type { AgentTask } from '../../../src/front/a2a/task.ts'
import { createLimit } from '../../../src/selling/call/limits.ts'
import { createValueCalls, type CallByValue } from '../../../src/selling/call/value-calls.ts'
import type { CallReply, CallRequest } from '../../../src/base/core/call.ts'
import { Fault } from '../../../src/base/core/fault.ts'
import { isObject } from '../../../src/base/lib/json-object.ts'
import { META } from '../../../src/front/mcp/payments.ts'
import { createToolCall } from '../../../src/front/mcp/tool-call.ts'
import { createConnectorRail } from '../../../src/selling/payments/connector.ts'
import { CHAIN_HEADER } from './chain.ts'
import type { Call } from './buyers.ts'
import { isPlanned, type Replica } from './replica.ts'

/** What a buyer hears, whichever protocol brought it. */
export interface TransportAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly jobId?: string
  readonly taskId?: string
}

export const CLIENT = '203.0.113.9'
const FAILED = 400
const { pass } = createConnectorRail()

/** The pipeline of a replica by values, for one call: by its name, and with an eye on the reply. */
function byValue({ id, replica }: Call, see: (reply: CallReply) => void): CallByValue {
  const pipeline = {
    async handle(request: CallRequest): Promise<CallReply> {
      const reply = await replica.pipeline.handle({ ...request, id })
      see(reply)
      return reply
    },
  }
  return createValueCalls({ pipeline, pass, freeLimits: [] })
}

const inputOf = ({ purchase: { ask, alone } }: Call) => ({ ask, alone })

/** What both protocols say of an answer that was bought before. */
const REPLAYED = { 'x-idempotent-replay': 'true' }

/** Told 200 exactly when the result has no `isError`. */
export async function askOverMcp(call: Call): Promise<TransportAnswer> {
  const { purchase, replica, hangUp } = call
  const { headers, token, slug } = purchase
  const callTool = createToolCall({ call: byValue(call, () => {}), baseUrl: 'http://farebox.test' })
  const meta = {
    ...(headers[CHAIN_HEADER] && { [META.x402Payment]: headers[CHAIN_HEADER] }),

    [META.idempotencyKey]: headers['idempotency-key'],
    [META.resumeToken]: token ?? undefined,
  }
  const { isError, structuredContent, content, _meta } = await callTool(
    { tool: replica.tools.get(slug)!, input: inputOf(call), isJob: 'prefer' in headers },
    {
      client: CLIENT,
      signal: hangUp.signal,
      authorization: headers['authorization'],
      meta,
      readsX402: false,
    },
  )
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  const jobId = isObject(structuredContent) ? structuredContent['jobId'] : undefined
  return {
    status: isError ? FAILED : 200,
    headers: _meta?.[META.replayed] ? REPLAYED : {},
    text,
    ...(typeof jobId === 'string' && { jobId }),
  }
}

/** Told 200 exactly when the task is completed. */
export async function askOverA2a(call: Call): Promise<TransportAnswer> {
  const { purchase, hangUp } = call
  const { headers, slug } = purchase
  let isReplay = false
  const agent = agentOf(
    call.replica,
    byValue(call, (reply) => (isReplay = wasBoughtBefore(reply))),
  )
  const payload = headers[CHAIN_HEADER]
  const message = {
    messageId: 'simulated',
    role: 'ROLE_USER' as const,
    taskId: undefined,
    contextId: undefined,
    parts: [{ data: { slug, params: inputOf(call) } }],
    metadata: payload ? { 'x402.payment.payload': payload } : {},
  }
  try {
    const { done } = await agent.begin({
      message,
      authorization: headers['authorization'],
      idempotencyKey: headers['idempotency-key'],
      client: CLIENT,
      signal: hangUp.signal,
    })
    return heardOf(await done, isReplay)
  } catch (thrown) {
    if (!(thrown instanceof Fault) && !isPlanned(thrown)) throw thrown
    return { status: FAILED, headers: {}, text: JSON.stringify({ error: String(thrown) }) }
  }
}

/** The state of a task that was under way; null while it still is. */
export async function askForTask(
  call: Call,
  id: string,
  replica: Replica,
): Promise<TransportAnswer | null> {
  const agent = agentOf(
    replica,
    byValue({ ...call, replica }, () => {}),
  )
  const heard = heardOf(await agent.find(id), false)
  return heard.taskId === undefined ? heard : null
}

const wasBoughtBefore = ({ headers }: CallReply): boolean =>
  headers.some(([name]) => name === 'x-idempotent-replay')

const agentOf = (
  { catalog, jobs, agentTasks, now, onTrouble }: Replica,
  call: CallByValue,
): Agent =>
  createAgent({
    shop: { catalog } as never,
    find: () => Promise.reject(new Error('nobody asks in words here')),
    call,
    jobs,
    tasks: agentTasks,
    openLimit: createLimit('tasks', Number.MAX_SAFE_INTEGER),
    now,
    onTrouble,
  })

function heardOf({ id, standing }: AgentTask, isReplay: boolean): TransportAnswer {
  const { state, text, artifact, jobId } = standing
  if (state === 'completed') {
    const [part] = artifact?.parts ?? []
    const answer = part && 'data' in part ? JSON.stringify(part['data']) : String(part?.['text'])
    return { status: 200, headers: isReplay ? REPLAYED : {}, text: answer }
  }
  if (state === 'working') {
    const error = jobId === null ? 'Settlement unknown' : text
    const underWay = { status: FAILED, headers: {}, text: JSON.stringify({ error }), taskId: id }
    return { ...underWay, ...(jobId !== null && { jobId }) }
  }
  return { status: FAILED, headers: {}, text: JSON.stringify({ error: text }) }
}
