import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A provider of the chat wire that costs as little as can be. The last message says what it does,
 * as JSON: `{"tokens": 20, "everyMs": 0}`. `/left` tells when callers left before the end.
 */
interface Order {
  readonly tokens: number
  /** Between two tokens of a stream; with 0 they come at once. */
  readonly everyMs: number
}

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'bench',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`

const usage = { prompt_tokens: 9, completion_tokens: 20, total_tokens: 29 }
const TOKEN = chunk({ content: 'token ' })
const START = chunk({ role: 'assistant', content: '' })
const END = `${chunk({}, 'stop')}data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [], usage })}\n\ndata: [DONE]\n\n`

const left: string[] = []

function whole(response: ServerResponse, { tokens }: Order): void {
  const message = { role: 'assistant', content: 'token '.repeat(tokens) }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  const body = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'bench' }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ...body, choices, usage }))
}

async function streamed(response: ServerResponse, { tokens, everyMs }: Order): Promise<void> {
  response.once('close', () => {
    if (!response.writableFinished) left.push(String(process.hrtime.bigint()))
  })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (everyMs === 0) return void response.end(START + TOKEN.repeat(tokens) + END)
  response.write(START)
  for (let told = 0; told < tokens && !response.destroyed; told += 1) {
    response.write(TOKEN)
    await sleep(everyMs)
  }
  response.end(END)
}

interface Body {
  readonly stream?: boolean
  readonly messages: readonly { readonly content: string }[]
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/left') return void response.end(JSON.stringify(left))
  if (request.method === 'GET') return void response.end('{"object":"list","data":[]}')
  const { stream, messages } = (await json(request)) as Body
  const order = JSON.parse(messages.at(-1)?.content ?? '{}') as Order
  if (stream) await streamed(response, order)
  else whole(response, order)
}

const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
