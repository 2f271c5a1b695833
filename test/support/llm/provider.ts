import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ProviderRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown>
}

/** Plays one answer on a response that is still whole. */
export type Play = (response: ServerResponse, request: ProviderRequest) => Promise<void> | void

export interface FaultyProvider {
  readonly url: string
  readonly requests: ProviderRequest[]
  /** Answers in this way until told otherwise; a list is played once, in order, before. */
  plays(always: Play, ...first: readonly Play[]): void
  /** How many connections are being answered. */
  open(): number
  stop(): Promise<void>
}

/** A provider of the chat wire that fails in the ways that tests ask for. */
export async function startProvider(): Promise<FaultyProvider> {
  const requests: ProviderRequest[] = []
  let queue: Play[] = []
  let always: Play = good
  let open = 0
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    open += 1
    response.once('close', () => void (open -= 1))
    const body = JSON.parse(await text(request)) as Record<string, unknown>
    const seen = { path: request.url ?? '', headers: request.headers, body }
    requests.push(seen)
    await (queue.shift() ?? always)(response, seen)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    plays(then, ...first) {
      always = then
      queue = [...first]
      requests.length = 0
    },
    open: () => open,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'played',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`

const USAGE = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }

export const START = chunk({ role: 'assistant', content: '' })
export const WORDS = ['Hello', ' there', ', buyer!']
export const END = `${chunk({}, 'stop')}data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'played', choices: [], usage: USAGE })}\n\ndata: [DONE]\n\n`

export const asStream = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })

const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body))

const completion = (content: string, finish = 'stop') => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'played',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
  usage: USAGE,
})

export const good: Play = (response, { body }) => {
  if (!body['stream']) return json(response, 200, completion(WORDS.join('')))
  asStream(response).end(START + WORDS.map((content) => chunk({ content })).join('') + END)
}

export const status =
  (code: number, headers: object = {}): Play =>
  (response) =>
    json(response, code, { error: { message: `no, ${code}` } }, headers)

export const html: Play = (response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Login</html>')

export const errorWithin: Play = (response, { body }) => {
  const error = { error: { message: 'overloaded inside', code: 502 } }
  if (!body['stream']) return json(response, 200, error)
  asStream(response).end(`${START}data: ${JSON.stringify(error)}\n\n`)
}

export const empty: Play = (response, { body }) => {
  if (!body['stream']) return json(response, 200, completion('', 'length'))
  asStream(response).end(START + chunk({}, 'length') + END)
}

/** Ends cleanly after the first words, without saying why. */
export const cut: Play = (response) =>
  void asStream(response).end(START + chunk({ content: 'Hello' }) + chunk({ content: ' th' }))

export const torn: Play = (response) => {
  asStream(response).write(START + chunk({ content: 'Hello' }))
  setTimeout(() => response.destroy(), 50)
}

export const silent: Play = () => {}

export const endless: Play = (response) => {
  asStream(response).write(START)
  const timer = setInterval(() => response.write(chunk({ content: 'and on ' })), 5)
  response.once('close', () => clearInterval(timer))
}

export const huge: Play = (response) => {
  asStream(response).write(`data: {"x":"${'x'.repeat(5_000_000)}`)
}

const whole = (response: ServerResponse, text: string): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(text)

/** Answers whose JSON costs more to parse than any conversation needs. */
export const deep: Play = (response, { body }) => {
  const nested = `{"choices":${'['.repeat(300_000)}${']'.repeat(300_000)}}`
  if (!body['stream']) return whole(response, nested)
  asStream(response).end(`data: ${nested}\n\n`)
}

export const wide: Play = (response, { body }) => {
  const numbers = `{"choices":[${'1,'.repeat(400_000)}1]}`
  if (!body['stream']) return whole(response, numbers)
  asStream(response).end(`data: ${numbers}\n\n`)
}

export const long: Play = (response, { body }) => {
  if (!body['stream']) return whole(response, JSON.stringify(completion('x'.repeat(5_000_000))))
  asStream(response).end(START + chunk({ content: 'x'.repeat(2_000_000) }) + END)
}

export const slow: Play = (response) => {
  asStream(response).write(START + chunk({ content: 'Hello' }))
  setTimeout(() => response.end(chunk({ content: ' there' }) + END), 2_500)
}

/** A whole answer of each wire, by its path. */
export const ANSWERS: Readonly<Record<string, unknown>> = {
  '/v1/chat/completions': {
    choices: [{ index: 0, message: { content: 'Done.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 9, completion_tokens: 1 },
  },
  '/v1/messages': {
    type: 'message',
    content: [{ type: 'text', text: 'Done.' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 9, output_tokens: 1 },
  },
  '/v1/responses': {
    object: 'response',
    status: 'completed',
    output: [{ type: 'message', content: [{ type: 'output_text', text: 'Done.' }] }],
    usage: { input_tokens: 9, output_tokens: 1 },
  },
}
