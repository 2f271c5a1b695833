import { Fault } from '../../../../base/core/fault.ts'
import { foreignObject } from '../../../../base/lib/foreign-json.ts'
import { isObject, textOr, type JsonObject } from '../../../../base/lib/json-object.ts'
import type { Web } from '../../../../outside/net/web.ts'

/** An agent that speaks A2A, by whichever version and binding its card names. */
export interface Agent {
  /** Sends a message; the agent answers with a message or a task. */
  say(message: AgentMessage): Promise<JsonObject>
  task(id: string): Promise<JsonObject>
}

interface AgentMessage {
  readonly text: string
  readonly messageId: string
  readonly contextId?: string
}

interface Listening {
  readonly url: string
  readonly binding: 'JSONRPC' | 'HTTP+JSON'
  /** Versions 0.2 and 0.3 of the protocol speak alike, and unlike version 1. */
  readonly isFirst: boolean
}

const BYTES_MAX = 2 * 1024 * 1024
const REQUEST_MS = 30_000
const CARDS = ['/.well-known/agent-card.json', '/.well-known/agent.json']

/** Finds the agent by its card, or takes the address for its endpoint where there is no card. */
export async function agentAt(web: Web, url: string): Promise<Agent> {
  const listening = await listeningAt(web, url)
  const { isFirst } = listening
  const message = ({ text, ...rest }: AgentMessage): JsonObject =>
    isFirst
      ? { role: 'ROLE_USER', parts: [{ text }], ...rest }
      : { kind: 'message', role: 'user', parts: [{ kind: 'text', text }], ...rest }
  if (listening.binding === 'HTTP+JSON') {
    const ask = (path: string, body?: JsonObject) =>
      resultOf(web, listening, { path: `${listening.url.replace(/\/$/, '')}${path}`, body })
    return {
      say: async (said) => inner(await ask('/message:send', { message: message(said) })),
      task: async (id) => inner(await ask(`/tasks/${encodeURIComponent(id)}`)),
    }
  }
  const ask = async (method: string, params: JsonObject): Promise<JsonObject> => {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const reply = await resultOf(web, listening, { path: listening.url, body })
    const { result } = reply
    return isObject(result) ? inner(result) : refuse('The agent answers, but not as A2A has it.')
  }
  return {
    say: (said) => ask(isFirst ? 'SendMessage' : 'message/send', { message: message(said) }),
    task: (id) => ask(isFirst ? 'GetTask' : 'tasks/get', { id }),
  }
}

/** Version 1 wraps what it answers in its kind. */
const inner = (result: JsonObject): JsonObject =>
  [result['task'], result['message']].find(isObject) ?? result

async function listeningAt(web: Web, url: string): Promise<Listening> {
  const isCard = new URL(url).pathname.endsWith('.json')
  const options = { bytesMax: BYTES_MAX, headers: { accept: 'application/json' } }
  for (const place of isCard ? [url] : CARDS.map((path) => new URL(path, url).href)) {
    const answer = await web.request(place, options).catch((thrown: unknown) => {
      if (thrown instanceof Fault && thrown.code.startsWith('upstream_')) return null
      throw thrown
    })
    const card = answer?.status === 200 ? foreignObject(answer.bytes) : null
    const found = card && listeningOf(card)
    if (found) return found
    if (isCard) return refuse('The card names no address for JSON-RPC or HTTP+JSON.')
  }
  return { url, binding: 'JSONRPC', isFirst: false }
}

const isWeb = (url: unknown): url is string => typeof url === 'string' && /^https?:\/\//i.test(url)

/** The first interface on the card that this client supports; older cards name one address. */
function listeningOf(card: JsonObject): Listening | null {
  const listed = card['supportedInterfaces'] ?? card['additionalInterfaces']
  const first = {
    url: card['url'],
    protocolBinding: card['preferredTransport'] ?? 'JSONRPC',
    protocolVersion: card['protocolVersion'],
  }
  for (const one of [first, ...(Array.isArray(listed) ? (listed as unknown[]) : [])]) {
    if (!isObject(one) || !isWeb(one['url'])) continue
    const binding = one['protocolBinding'] ?? one['transport']
    const isFirst = textOr(one['protocolVersion'], '').startsWith('1')
    if (binding === 'JSONRPC' || (binding === 'HTTP+JSON' && isFirst))
      return { url: one['url'], binding, isFirst }
  }
  return null
}

async function resultOf(
  web: Web,
  { isFirst }: Listening,
  { path, body }: { readonly path: string; readonly body: JsonObject | undefined },
): Promise<JsonObject> {
  const answer = await web.request(path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      accept: 'application/json, application/a2a+json',
      ...(isFirst && { 'a2a-version': '1.0' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    bytesMax: BYTES_MAX,
    timeoutMs: REQUEST_MS,
  })
  const reply = foreignObject(answer.bytes)
  const error = reply?.['error']
  if (isObject(error))
    return refuse(`The agent refuses: ${textOr(error['message'], '').slice(0, 200)}`)
  if (answer.status >= 400) return refuse(`The agent answers ${answer.status}.`)
  return reply ?? refuse('The agent answers, but not as A2A has it.')
}

function refuse(why: string): never {
  throw new Fault('upstream_failed', why)
}
