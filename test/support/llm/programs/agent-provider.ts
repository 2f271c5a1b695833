import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { WireName } from '../../../../src/capabilities/llm/wires/policy.ts'
import { PLAYERS } from './players.ts'

/** What a model does next: it calls a tool, or says something and ends. */
export type Step =
  | { readonly call: string; readonly input: Readonly<Record<string, unknown>> | string }
  | { readonly say: string }

export interface SentRequest {
  readonly wire: WireName
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
}

/** What a request holds, on whichever wire. */
export interface Seen {
  readonly tools: readonly string[]
  /** Of tools, in order, as text. */
  readonly results: readonly string[]
}

/** Chooses the next step of a conversation. */
export type Plan = (seen: Seen, request: SentRequest) => Step

export interface AgentProvider {
  readonly url: string
  readonly requests: SentRequest[]
  plays(plan: Plan): void
  stop(): Promise<void>
}

const PATHS: Readonly<Record<string, WireName>> = {
  '/v1/chat/completions': 'chat',
  '/v1/messages': 'messages',
  '/v1/responses': 'responses',
}

/**
 * A provider of all three wires whose model follows a plan, and who refuses what the real ones
 * refuse.
 */
export async function startAgentProvider(): Promise<AgentProvider> {
  const requests: SentRequest[] = []
  let plan: Plan = () => ({ say: 'Done.' })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse((await text(request)) || '{}') as Record<string, unknown>
    const path = (request.url ?? '').split('?')[0] ?? ''
    const wire = PATHS[path]
    if (!wire) return void response.writeHead(404).end('{}')
    const sent = { wire, path, headers: request.headers, body }
    requests.push(sent)
    const player = PLAYERS[wire]
    const problem = player.problemOf(sent)
    if (problem) {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: problem } }))
      return
    }
    const step = plan(player.read(body), sent)
    const isStream = body['stream'] === true
    response.writeHead(200, {
      'content-type': isStream ? 'text/event-stream' : 'application/json',
    })
    response.end(isStream ? player.stream(step, body) : JSON.stringify(player.whole(step, body)))
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    plays(next) {
      plan = next
      requests.length = 0
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
