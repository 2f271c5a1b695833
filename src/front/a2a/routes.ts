import type { CallReply, CallRequest } from '../../base/core/call.ts'
import { json } from '../../base/core/call.ts'
import { badInput, Fault, notFound } from '../../base/core/fault.ts'
import { lostMembers, repeatsPayment } from '../../selling/call/input.ts'
import type { Meter } from '../../selling/call/unpaid-budget.ts'
import { mayPay } from '../../selling/call/value-calls.ts'
import { readMessage } from '../../selling/call/value-message.ts'
import { SMALL_BODY } from '../../selling/call/input-bounds.ts'
import { checkedInput } from '../../selling/call/input-problems.ts'
import { methodNotAllowed } from '../../selling/call/reply.ts'
import { placeOfFlaw } from '../../base/lib/json-text.ts'
import { strangeHeader, type Neighbours } from '../../base/lib/own-host.ts'
import { withBearer } from '../../selling/call/value-call.ts'
import { A2A_EXTENSION, A2A_PATH } from '../surfaces/agent-card.ts'
import type { Agent, AgentRequest } from './agent.ts'
import { A2A_JSON, errorReply, hasEnded, noExtendedCard, noPushes, otherVersion } from './faults.ts'
import { INPUT_PATHS, paymentIn, SendRequest, X402 } from './message.ts'
import { eventsOf } from './stream.ts'
import { isEnded, jsonOf } from './task.ts'

/** The methods of A2A over HTTP and JSON: its path and its handler. */
interface Route {
  readonly methods: readonly string[]
  readonly path: RegExp
  answer(request: CallRequest, id: string, meter: Meter): Promise<CallReply> | CallReply
}

const VERSION = '1'
const LISTED_MAX = 50
/** A caller that knows the context id can list its tasks, so it must be hard to guess. */
const LISTED_CONTEXT_LENGTH_MIN = 16

export interface AgentRoutes {
  handle(request: CallRequest, raw: unknown, meter: Meter): Promise<CallReply>
}

export interface AgentRouteParts extends Neighbours {
  readonly agent: Agent
  onTrouble(what: string, cause: unknown): void
}

/** The HTTP+JSON binding of A2A 1.0. */
export function createAgentRoutes(parts: AgentRouteParts): AgentRoutes {
  const { agent, onTrouble } = parts
  const routes: readonly Route[] = [
    {
      methods: ['POST'],
      path: /^\/message:send$/,
      async answer(request, _id, meter) {
        const { sent, isPatient } = await agentRequestIn(request, meter)
        const { done } = await agent.begin(sent)
        const first = await done
        const task = isPatient ? await agent.settled(first, sent.signal) : first
        return answered({ task: jsonOf(task, A2A_EXTENSION) })
      },
    },
    {
      methods: ['POST'],
      path: /^\/message:stream$/,
      async answer(request, _id, meter) {
        const { sent } = await agentRequestIn(request, meter)
        const { task, done } = await agent.begin(sent, true)
        const end = done.then((first) => agent.settled(first, sent.signal))
        return streaming(eventsOf(task, end, onTrouble))
      },
    },
    {
      methods: ['GET'],
      path: /^\/tasks$/,
      async answer({ query }) {
        const parameters = new URLSearchParams(query)
        const contextId = parameters.get('contextId') ?? ''
        if (contextId.length < LISTED_CONTEXT_LENGTH_MIN)
          throw badInput(
            `contextId: must have at least ${LISTED_CONTEXT_LENGTH_MIN} characters; tasks are listed within a context only.`,
          )
        const most = Math.min(
          LISTED_MAX,
          Math.max(1, Number(parameters.get('pageSize')) || LISTED_MAX),
        )
        const tasks = await agent.list(contextId, most)
        return answered({
          tasks: tasks.map((task) => jsonOf(task, A2A_EXTENSION)),
          nextPageToken: '',
          pageSize: most,
          totalSize: tasks.length,
        })
      },
    },
    {
      methods: ['GET'],
      path: /^\/tasks\/([^/:]+)$/,
      answer: async (_request, id) => answered(jsonOf(await agent.find(id), A2A_EXTENSION)),
    },
    {
      methods: ['POST'],
      path: /^\/tasks\/([^/:]+):cancel$/,
      answer: async (_request, id) => answered(jsonOf(await agent.cancel(id), A2A_EXTENSION)),
    },
    {
      // The text of the protocol says POST, and its definition GET.
      methods: ['POST', 'GET'],
      path: /^\/tasks\/([^/:]+):subscribe$/,
      async answer({ signal }, id) {
        const task = await agent.find(id)
        if (isEnded(task)) throw hasEnded()
        return streaming(eventsOf(task, agent.settled(task, signal), onTrouble))
      },
    },
    {
      methods: ['GET', 'POST', 'DELETE'],
      path: /^\/tasks\/([^/:]+)\/pushNotificationConfigs(?:\/.*)?$/,
      answer() {
        throw noPushes()
      },
    },
    {
      methods: ['GET'],
      path: /^\/extendedAgentCard$/,
      answer() {
        throw noExtendedCard()
      },
    },
  ]

  async function answer(request: CallRequest, meter: Meter): Promise<CallReply> {
    const { method, path, header } = request
    meter.admit(method === 'POST' ? 'mayPay' : undefined)
    const strange = strangeHeader(request, parts)
    if (strange) throw stranger(strange)
    const version = header('a2a-version') || VERSION
    if (version.split('.')[0] !== VERSION) throw otherVersion(version)
    const below = path.slice(A2A_PATH.length)
    const route = routes.find((each) => each.path.test(below))
    if (!route) throw notFound(`A2A has nothing at ${path.slice(0, 100)}.`)
    if (!route.methods.includes(method)) throw methodNotAllowed(path, method, route.methods)
    return route.answer(request, route.path.exec(below)?.[1] ?? '', meter)
  }

  return {
    async handle(request, _raw, meter) {
      try {
        return await answer(request, meter)
      } catch (thrown) {
        const fault = Fault.from(thrown)
        if (fault.code === 'internal') onTrouble('agent', fault.cause)
        return errorReply(fault)
      }
    },
  }
}

const stranger = (header: string): Fault =>
  new Fault('forbidden', `${header}: is not a name of this instance.`)

const EXTENSION_USED = ['a2a-extensions', A2A_EXTENSION] as const

const streaming = (chunks: AsyncIterable<string>): CallReply => ({
  status: 200,
  headers: [EXTENSION_USED],
  body: { kind: 'events', chunks },
})

const answered = (value: unknown): CallReply => ({
  status: 200,
  headers: [A2A_JSON, EXTENSION_USED],
  body: json(value),
})

/** The payment in a message, and what holds it. */
const PAYMENT_PLACES = /^\/message(\/metadata(\/x402\.payment\.payload)?)?$/

/** `isPatient`: the caller waits for a slow call. */
async function agentRequestIn(
  request: CallRequest,
  meter: Meter,
): Promise<{ readonly sent: AgentRequest; readonly isPatient: boolean }> {
  const { header, client, signal } = request
  const text = await request.text()
  const read = readMessage(text, INPUT_PATHS, { what: 'The message' })
  if (!read) throw badInput(`The body is not valid JSON${flawIn(text)}.`)
  const { message, configuration } = checkedInput(SendRequest, read.value)
  const authorization = withBearer(header('authorization'))
  if (!mayPay({ authorization, ...paymentIn(message) })) meter.admit()
  if (await repeatsPayment(read.text, [X402.payload], PAYMENT_PLACES))
    throw badInput('message.metadata: one call takes one payment, but two were sent.')
  const sent: AgentRequest = {
    message,
    authorization,
    idempotencyKey: header('idempotency-key'),
    client,
    signal,
    lost: await lostMembers(read.text),
    inputOf: read.inputOf,
    onPaid: meter.waive,
  }
  return { sent, isPatient: configuration?.returnImmediately !== true }
}

/** Where the flaw is, if that is found quickly. */
const flawIn = (text: string): string =>
  text.length <= SMALL_BODY.bytesMax ? placeOfFlaw(text) : ''
