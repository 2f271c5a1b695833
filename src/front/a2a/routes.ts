import type { CallReply, CallRequest } from '../core/call.ts'
import { json } from '../core/call.ts'
import { badInput, Fault, notFound } from '../core/fault.ts'
import { lostMembers } from '../call/input.ts'
import { checkedInput } from '../call/input-problems.ts'
import { methodNotAllowed } from '../call/reply.ts'
import { placeOfFlaw } from '../lib/json-text.ts'
import { strangeHeader, type Neighbours } from '../lib/own-host.ts'
import { A2A_EXTENSION, A2A_PATH } from '../surfaces/agent-card.ts'
import type { Agent, AgentRequest } from './agent.ts'
import { A2A_JSON, errorReply, hasEnded, noExtendedCard, noPushes, otherVersion } from './faults.ts'
import { SendRequest } from './message.ts'
import { eventsOf } from './stream.ts'
import { isEnded, jsonOf } from './task.ts'

/** The methods of A2A over HTTP and JSON: its path and its handler. */
interface Route {
  readonly methods: readonly string[]
  readonly path: RegExp
  answer(request: CallRequest, id: string): Promise<CallReply> | CallReply
}

const VERSION = '1'
const LISTED_MAX = 50
/** A caller that knows the context id can list its tasks, so it must be hard to guess. */
const LISTED_CONTEXT_LENGTH_MIN = 16

export interface AgentRoutes {
  handle(request: CallRequest): Promise<CallReply>
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
      async answer(request) {
        const { sent, isPatient } = await agentRequestIn(request)
        const { done } = await agent.begin(sent)
        const first = await done
        const task = isPatient ? await agent.settled(first, sent.signal) : first
        return answered({ task: jsonOf(task, A2A_EXTENSION) })
      },
    },
    {
      methods: ['POST'],
      path: /^\/message:stream$/,
      async answer(request) {
        const { sent } = await agentRequestIn(request)
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

  async function answer(request: CallRequest): Promise<CallReply> {
    const { method, path, header } = request
    const strange = strangeHeader(request, parts)
    if (strange) throw stranger(strange)
    const version = header('a2a-version') || VERSION
    if (version.split('.')[0] !== VERSION) throw otherVersion(version)
    const below = path.slice(A2A_PATH.length)
    const route = routes.find((each) => each.path.test(below))
    if (!route) throw notFound(`A2A has nothing at ${path.slice(0, 100)}.`)
    if (!route.methods.includes(method)) throw methodNotAllowed(path, method, route.methods)
    return route.answer(request, route.path.exec(below)?.[1] ?? '')
  }

  return {
    async handle(request) {
      try {
        return await answer(request)
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

/** `isPatient`: the caller waits for a slow call. */
async function agentRequestIn(
  request: CallRequest,
): Promise<{ readonly sent: AgentRequest; readonly isPatient: boolean }> {
  const { header, client, signal } = request
  const text = await request.text()
  const { message, configuration } = sentIn(text)
  const authorization = header('authorization')
  const sent: AgentRequest = {
    message,
    authorization: authorization && /^bearer /i.test(authorization) ? authorization : undefined,
    idempotencyKey: header('idempotency-key'),
    client,
    signal,
    lost: await lostMembers(text),
  }
  return { sent, isPatient: configuration?.returnImmediately !== true }
}

function sentIn(text: string): SendRequest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badInput(`The body is not valid JSON${placeOfFlaw(text)}.`)
  }
  return checkedInput(SendRequest, value)
}
