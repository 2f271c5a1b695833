import { randomBytes, randomUUID } from 'node:crypto'
import type { Jobs } from '../../selling/call/jobs.ts'
import type { Limit } from '../../selling/call/limits.ts'
import { keptBytesMax } from '../../selling/call/reply.ts'
import type { ValueCall } from '../../selling/call/value-call.ts'
import { isPaidFor, type CallByValue } from '../../selling/call/value-calls.ts'
import { TOP_DEFAULT, type Find } from '../../selling/catalog/find.ts'
import { badInput } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { usdOf } from '../../base/core/money.ts'
import type { Tool } from '../../base/core/tool.ts'
import type { AgentTaskRow, AgentTaskStore } from '../../stores/agent-tasks.ts'
import { foundRows } from '../surfaces/found-rows.ts'
import type { Shop } from '../surfaces/surface.ts'
import { noSuchTask, notCancelable, takesNoMessage } from './faults.ts'
import { paymentIn, requestedCallIn, wordsIn } from './message.ts'
import type { RequestedCall, SendRequest } from './message.ts'
import { endOfJob, outcomeOf } from './outcome.ts'
import {
  isEnded,
  keptOrder,
  standingAt,
  storedOrder,
  taskOf,
  WORKING,
  type AgentTask,
  type Standing,
} from './task.ts'

export interface AgentParts {
  readonly shop: Shop
  readonly find: Find
  readonly call: CallByValue
  readonly jobs: Pick<Jobs, 'ended'>
  readonly tasks: AgentTaskStore
  /** On tasks that wait for their payment, which are stored for an hour. */
  readonly openLimit: Limit
  now(): number
  onTrouble(what: string, cause: unknown): void
}

export interface AgentRequest {
  readonly message: SendRequest['message']
  readonly authorization: string | undefined
  readonly idempotencyKey: string | undefined
  readonly client: string
  readonly signal: AbortSignal
  /** Members of the message that another one of the same name replaced. */
  readonly lost?: readonly string[]
  /** The large input that stood in place of a value of the message. */
  inputOf?(value: unknown): unknown
  /** Called when the call was paid for. */
  onPaid?(): void
}

/** A task whose call is about to be made. */
export interface Begun {
  readonly task: AgentTask
  /** Resolves when the call has answered. A slow one may go on as a job. */
  readonly done: Promise<AgentTask>
}

export interface Agent {
  /** `isNamed`: the caller gets the task before its call has answered, and may ask for it. */
  begin(request: AgentRequest, isNamed?: boolean): Promise<Begun>
  find(id: string): Promise<AgentTask>
  /** Resolves when the task is no longer under way, or with the signal. */
  settled(task: AgentTask, signal: AbortSignal): Promise<AgentTask>
  list(contextId: string, most: number): Promise<readonly AgentTask[]>
  cancel(id: string): Promise<AgentTask>
}

const LIFE_MS = HOUR_MS
const LEASE_BEYOND_CALL_MS = 30_000
/** How often a slow call is checked: less often the longer it takes. */
const LOOK_MS = { first: 100, factor: 1.5, most: 3_000 }

/** Runs A2A tasks as calls of the pipeline. A task holds one call, and is charged at most once. */
export function createAgent(parts: AgentParts): Agent {
  const { shop, find, call, jobs, tasks, openLimit, now, onTrouble } = parts
  const toolOf = (slug: string): Tool | undefined => shop.catalog.bySlug(slug)

  async function save(
    { id, contextId }: Pick<AgentTask, 'id' | 'contextId'>,
    standing: Standing,
    client: string,
    isPaid = true,
  ): Promise<AgentTask> {
    const at = now()
    const task = JSON.stringify(standing)
    const isKept = isPaid || task.length <= UNPAID_LENGTH_MAX
    const state = standing.state === 'input-required' ? 'open' : 'ended'
    const slug = standing.slug ?? ''
    const row = { id, context: contextId, client, slug, state, lease: 0 } as const
    const text = isKept ? task : JSON.stringify({ ...standing, ...NOT_KEPT })
    await tasks.save({ ...row, expires: at + LIFE_MS, task: text }, at)
    return { id, contextId, updated: at, standing }
  }

  async function stored(id: string): Promise<AgentTaskRow> {
    const row = await tasks.find(id, now())
    if (!row) throw noSuchTask(id)
    return row
  }

  async function begin(request: AgentRequest, isNamed = false): Promise<Begun> {
    const { message } = request
    const before = message.taskId === undefined ? null : await stored(message.taskId)
    const { contextId } = message
    if (before && contextId !== undefined && contextId !== before.context)
      throw badInput('message.contextId: is not that of the task.')
    const kept = before && taskOf(before, now()).standing.order
    const order = (await requestedCallIn(message, request)) ?? kept
    const { firstEventMs = 0, totalMs = 0 } = (order && toolOf(order.slug)?.limits) ?? {}
    const lease = now() + Math.max(firstEventMs, totalMs) + LEASE_BEYOND_CALL_MS
    if (before && !(await tasks.take(before.id, lease, now()))) throw takesNoMessage()
    const task = {
      id: before?.id ?? randomBytes(24).toString('hex'),
      contextId: before?.context ?? contextId ?? randomUUID(),
      updated: now(),
      standing: WORKING,
    }
    const isAdded = isNamed && !before
    if (isAdded) await add(task, request.client, lease)
    return { task, done: work(task, order, request, before, isAdded) }
  }

  /** Stores a new task whose call is under way. If the process dies, it waits for its message. */
  function add({ id, contextId }: AgentTask, client: string, lease: number): Promise<void> {
    const task = JSON.stringify(standingAt('input-required', WORKING.text))
    const row = { id, context: contextId, client, slug: '', state: 'busy', lease, task } as const
    return tasks.save({ ...row, expires: now() + LIFE_MS }, now())
  }

  async function work(
    task: AgentTask,
    order: RequestedCall | null,
    request: AgentRequest,
    before: AgentTaskRow | null,
    isAdded: boolean,
  ): Promise<AgentTask> {
    let standing: Standing
    let isPaid = false
    const sell: CallByValue = async (sent) => {
      const reply = await call(sent)
      isPaid = isPaidFor(reply)
      return reply
    }
    try {
      standing = await standingFor(task, order, request, sell)
      if (isUnsold(standing, before)) await openLimit.take(request.client)
    } catch (thrown) {
      if (before) await save(task, taskOf(before, now()).standing, request.client)
      if (isAdded) await tasks.remove(task.id)
      throw thrown
    }
    return save(task, standing, request.client, isPaid).catch((thrown: unknown) => {
      // Money may have moved: the buyer gets the answer, though it cannot be read again.
      onTrouble(`task ${task.id} could not be stored`, thrown)
      return { ...task, updated: now(), standing }
    })
  }

  async function standingFor(
    task: AgentTask,
    order: RequestedCall | null,
    request: AgentRequest,
    sell: CallByValue,
  ): Promise<Standing> {
    const { isRejected, credentials } = paymentIn(request.message)
    if (isRejected)
      return standingAt('rejected', 'Not bought.', {
        metadata: { 'x402.payment.status': 'payment-rejected' },
      })
    if (!order) return answerInWords(wordsIn(request.message, request.inputOf))
    const tool = toolOf(order.slug)
    if (!tool)
      return standingAt(
        'input-required',
        `slug: no tool is called ${order.slug.slice(0, 60)}; ask for one in words.`,
      )
    const { authorization, idempotencyKey = task.id, client, signal } = request
    const isSlow = tool.spec.pace === 'slow'
    const valueCall: ValueCall = {
      tool,
      input: order.params,
      lostMembers: async () => order.lost ?? [],
      transport: 'a2a',
      credentials,
      headers: {
        authorization,
        // A task is charged once, however often its payment is sent.
        'idempotency-key': idempotencyKey,
        ...(isSlow && { prefer: 'respond-async' }),
      },
      client,
      signal,
      ...(request.onPaid && { onPaid: request.onPaid }),
    }
    const standing = await outcomeOf(await sell(valueCall), tool)
    return { ...standing, slug: tool.slug, order: orderToKeep(standing, order) }
  }

  /** Answers a message without a call with the tools that match its text. */
  async function answerInWords(query: string): Promise<Standing> {
    const text = 'Send a data part {"slug", "params"} to call a tool.'
    if (query === '') return standingAt('input-required', text)
    const { results } = await find(query, TOP_DEFAULT)
    return standingAt('input-required', `These tools fit. ${text}`, {
      data: { query, results: foundRows(results, shop) },
    })
  }

  /** The current state of a stored task. */
  async function current(row: AgentTaskRow): Promise<AgentTask> {
    const task = taskOf(row, now())
    const { standing } = task
    const { slug, order, jobId, resumeToken } = standing
    const tool = slug === null ? undefined : toolOf(slug)
    if (!tool || standing.state !== 'working') return task
    if (jobId !== null) {
      const reply = await jobs.ended(jobId)
      if (reply === null) return task
      const end = reply
        ? await endOfJob(reply, tool)
        : standingAt('failed', 'The job is older than one hour.')
      return { ...task, standing: end }
    }
    return resumeToken !== null && order ? resumed(task, tool, order, resumeToken) : task
  }

  /** Asks again for the answer of a payment whose settlement was unknown. */
  async function resumed(
    task: AgentTask,
    tool: Tool,
    order: RequestedCall,
    token: string,
  ): Promise<AgentTask> {
    const reply = await call({
      tool,
      input: order.params,
      lostMembers: async () => order.lost ?? [],
      transport: 'a2a',
      credentials: {},
      headers: { 'x-resume-token': token },
      client: task.id,
      signal: AbortSignal.timeout(LIFE_MS),
    })
    // The payment may have moved: a later failure does not say whether it did.
    if (reply.status === 409 || reply.status >= 500) return task
    return save(task, await endOfJob(reply, tool), task.id)
  }

  return {
    begin,
    find: async (id) => current(await stored(id)),
    async settled(task, signal) {
      let latest = task
      let waitMs = LOOK_MS.first
      while (latest.standing.state === 'working' && !signal.aborted) {
        await new Promise((resolve) => setTimeout(resolve, waitMs))
        waitMs = Math.min(LOOK_MS.most, waitMs * LOOK_MS.factor)
        latest = await current(await stored(task.id))
      }
      return latest
    },
    async list(contextId, most) {
      const rows = await tasks.ofContext(contextId, most, now())
      return Promise.all(rows.map(current))
    },
    async cancel(id) {
      const row = await stored(id)
      if (isEnded(taskOf(row, now()))) throw notCancelable()
      if (!(await tasks.take(id, now() + LEASE_BEYOND_CALL_MS, now()))) throw notCancelable()
      const { context: contextId } = row
      return save({ id, contextId }, standingAt('canceled', 'Nothing was charged.'), id)
    },
  }
}

/** The most that is stored of an unpaid task, because anybody could fill the disk. */
const UNPAID_LENGTH_MAX = keptBytesMax(usdOf(0))
const NOT_KEPT = {
  text: 'Done. The answer of this free call is too large to be stored; it was sent once.',
  data: undefined,
  artifact: null,
}

/** A task that is stored for an hour, and brought nothing: one that is new, or waits. */
const isUnsold = ({ state }: Standing, before: AgentTaskRow | null): boolean =>
  state === 'input-required' || (before === null && (state === 'failed' || state === 'rejected'))

function orderToKeep({ state, resumeToken }: Standing, order: RequestedCall): Standing['order'] {
  if (resumeToken !== null) return storedOrder(order)
  return state === 'input-required' ? keptOrder(order) : null
}
