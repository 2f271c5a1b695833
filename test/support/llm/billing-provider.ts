import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { providerCost } from '../../../src/capabilities/llm/rates.ts'
import { ownTiers } from '../../../src/capabilities/llm/tiers.ts'

/** How an answer goes: each word is a token. */
export interface Script {
  readonly words: number
  /** Before the first word, while nothing is sent. */
  readonly waitMs?: number
  readonly wordMs?: number
  /** Tokens of reasoning that are told in the last frame only, in a second of the wait. */
  readonly hiddenPerSecond?: number
  /** The words are thoughts that are shown. */
  readonly isThought?: boolean
  /** It breaks off after its last word. */
  readonly isTorn?: boolean
}

export interface BillingProvider {
  readonly settings: Readonly<Record<string, string>>
  readonly requests: () => number
  /** Micro-dollars. */
  readonly billed: () => number
  readonly open: () => number
  plays(script: Script | (() => Script)): void
  stop(): Promise<void>
}

type Body = Readonly<Record<string, unknown>>

const { models } = ownTiers()
const ratesOf = (name: string) => {
  const plain = name.replaceAll('.', '-')
  const id = Object.keys(models).find((each) => each.replaceAll('.', '-').endsWith(`/${plain}`))
  const model = models[id ?? '']
  if (!model) throw new Error(`no rates of ${name}`)
  return model
}

/**
 * A provider of all wires that bills as real ones do: a whole answer from the moment that it is
 * asked for, a stream by what was written before its reader left.
 */
export async function startBillingProvider(): Promise<BillingProvider> {
  let next: () => Script = () => ({ words: 3 })
  let [billed, requests, open] = [0, 0, 0]

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request)) as Body
    const wire = WIRES[(request.url ?? '').split('/').slice(2).join('/')]
    if (!wire) return void response.writeHead(404).end()
    open += 1
    requests += 1
    response.once('close', () => void (open -= 1))
    const script = next()
    const input = JSON.stringify(body['messages'] ?? body['input']).split(/\s+/).length
    const rates = ratesOf(String(body['model']))
    const counts = { input, output: 0 }
    let before = 0
    const bill = (): void => {
      const cost = providerCost(counts, rates)
      billed += cost - before
      before = cost
    }
    bill()
    if (body['stream'] === true) return streamed(response, wire, { script, counts, bill })
    const hidden = Math.round(((script.hiddenPerSecond ?? 0) * (script.waitMs ?? 0)) / 1_000)
    counts.output = script.words + hidden
    bill()
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(wire.whole(said(script.words), counts)))
    }, script.waitMs ?? 0)
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    settings: {
      OPENAI_API_KEY: 'key',
      UPSTREAM_OPENAI_URL: url,
      ANTHROPIC_API_KEY: 'key',
      UPSTREAM_ANTHROPIC_URL: url,
    },
    billed: () => billed,
    requests: () => requests,
    open: () => open,
    plays: (script) => void (next = typeof script === 'function' ? script : () => script),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Counts {
  input: number
  output: number
}

interface Telling {
  readonly script: Script
  readonly counts: Counts
  bill(): void
}

const said = (words: number): string => 'word '.repeat(words)

function streamed(response: ServerResponse, wire: WireScript, telling: Telling): void {
  const { script, counts, bill } = telling
  const { words, waitMs = 0, wordMs = 2, hiddenPerSecond = 0, isThought = false } = script
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(wire.start(counts))
  const startedAt = performance.now()
  let [written, thought] = [0, 0]
  const timer = setInterval(() => {
    const pastMs = performance.now() - startedAt
    if (pastMs < waitMs) {
      const due = Math.floor((pastMs * hiddenPerSecond) / 1_000)
      counts.output += due - thought
      thought = due
      return bill()
    }
    const due = Math.min(words, Math.floor((pastMs - waitMs) / wordMs) + 1)
    for (; written < due; written += 1) {
      response.write(isThought ? wire.thought('word ') : wire.word('word '))
      counts.output += 1
    }
    bill()
    if (written < words) return
    clearInterval(timer)
    if (script.isTorn) response.destroy()
    else response.end(wire.end(counts, thought))
  }, 1)
  response.once('close', () => clearInterval(timer))
}

interface WireScript {
  start(counts: Counts): string
  word(text: string): string
  thought(text: string): string
  end(counts: Counts, hidden: number): string
  whole(text: string, counts: Counts): unknown
}

const event = (value: { readonly type: string }): string =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`

const chunk = (delta: object, finish: string | null = null, more: object = {}): string =>
  `data: ${JSON.stringify({
    id: 'x',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'played',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  })}\n\n`

const chatUsage = ({ input, output }: Counts, hidden: number) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  completion_tokens_details: { reasoning_tokens: hidden },
})

const responseOf = (status: string, more: object = {}) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'played',
  status,
  output: [],
  error: null,
  usage: null,
  ...more,
})

const outputOf = (text: string) => [
  {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  },
]

const at = { item_id: 'msg_1', output_index: 0, content_index: 0 }

const WIRES: Readonly<Record<string, WireScript>> = {
  'chat/completions': {
    start: () => chunk({ role: 'assistant', content: '' }),
    word: (content) => chunk({ content }),
    thought: (reasoning) => chunk({ reasoning }),
    end: (counts, hidden) =>
      `${chunk({}, 'stop')}${chunk({}, null, { choices: [], usage: chatUsage(counts, hidden) })}data: [DONE]\n\n`,
    whole: (content, counts) => ({
      id: 'x',
      object: 'chat.completion',
      created: 1,
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: chatUsage(counts, 0),
    }),
  },
  // The first report names one token of output, as that of Anthropic does.
  messages: {
    start: ({ input }) =>
      event({
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'played',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: input, output_tokens: 1 },
        },
      } as never) +
      event({
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'text', text: '' },
      } as never),
    word: (text) =>
      event({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text },
      } as never),
    thought: (thinking) =>
      event({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'thinking_delta', thinking },
      } as never),
    end: ({ output }) =>
      event({ type: 'content_block_stop', index: 0 } as never) +
      event({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: output },
      } as never) +
      event({ type: 'message_stop' }),
    whole: (text, { input, output }) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'played',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: input, output_tokens: output },
    }),
  },
  responses: {
    start: () => event({ type: 'response.created', response: responseOf('in_progress') } as never),
    word: (delta) => event({ type: 'response.output_text.delta', ...at, delta } as never),
    thought: (delta) =>
      event({ type: 'response.reasoning_summary_text.delta', ...at, delta } as never),
    end: ({ input, output }) =>
      event({
        type: 'response.completed',
        response: responseOf('completed', {
          output: outputOf('word'),
          usage: { input_tokens: input, output_tokens: output, total_tokens: input + output },
        }),
      } as never),
    whole: (text, { input, output }) =>
      responseOf('completed', {
        output: outputOf(text),
        usage: { input_tokens: input, output_tokens: output, total_tokens: input + output },
      }),
  },
}
