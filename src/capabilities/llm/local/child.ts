import { badInput, Fault } from '../../../base/core/fault.ts'
import { createFairSlots } from '../../../base/lib/fair-slots.ts'
import {
  startLocalServer,
  type LocalReply,
  type LocalRequest,
} from '../../../outside/net/local-server.ts'
import type { Conversation, Piece } from '../conversation.ts'
import { chat } from '../wires/chat.ts'
import { record, text } from '../wires/wire.ts'
import { loadEngine, type EmbeddingContext, type Engine } from './engine.ts'
import { createTalker, type Talker } from './talk.ts'

/** The options of the child process. */
export interface ChildOptions {
  readonly port: number
  readonly key: string
  /** Model files; null where that work is not wanted. */
  readonly chatFile: string | null
  readonly vectorsFile: string | null
  /** Tokens of question and answer. */
  readonly contextMax: number
  readonly waitingMax: number
}

export type ChildWord =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'ready' | 'pong' }
  | { readonly kind: 'trouble'; readonly message: string }

const BYTES_MAX = 8 * 1024 * 1024
const VECTOR_CONTEXT_MAX = 8_192
const WAIT_MS = 120_000
const TEXTS_MAX = 64
const TROUBLE_LENGTH_MAX = 500

const say = (word: ChildWord): void => void process.send?.(word)

/** The process that holds a model: it serves the chat wire and vectors until its parent is gone. */
export function serveModels(): void {
  // The engine tries its parts in a process of its own, which must not run our script again.
  process.execArgv.length = 0
  process.on('disconnect', () => process.exit())
  process.on('message', (message: 'ping' | ChildOptions) => {
    if (message === 'ping') say({ kind: 'pong' })
    else
      void serve(message).catch((thrown: unknown) => {
        say({ kind: 'trouble', message: messageOf(thrown) })
        process.exitCode = 1
        process.disconnect()
      })
  })
}

const messageOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, TROUBLE_LENGTH_MAX)

async function serve(options: ChildOptions): Promise<void> {
  const loading = load(options, (message) =>
    say({ kind: 'trouble', message: message.slice(0, TROUBLE_LENGTH_MAX) }),
  )
  // Other requests wait for it.
  loading.catch(() => {})
  const slots = createFairSlots({
    slots: 1,
    slotsPerClient: 1,
    waitMs: WAIT_MS,
    waitingMax: options.waitingMax,
    what: 'All slots of the model',
    retryAfterSeconds: 5,
  })
  const { port } = await startLocalServer({
    port: options.port,
    key: options.key,
    bytesMax: BYTES_MAX,
    async answer(request) {
      const loaded = await loading
      const work = WORKS[request.path]
      if (!work) throw new Fault('not_found', `${request.path} is not served.`)
      return work(request, { ...loaded, take: async () => slots.take({ signal: request.signal }) })
    },
  })
  say({ kind: 'listening', port })
  await loading
  say({ kind: 'ready' })
}

interface Loaded {
  readonly talker: Talker | null
  readonly vectors: EmbeddingContext | null
}

async function load(options: ChildOptions, onError: (message: string) => void): Promise<Loaded> {
  const engine = await loadEngine(onError)
  return {
    talker: options.chatFile ? await talkerOf(engine, options.chatFile, options.contextMax) : null,
    vectors: options.vectorsFile ? await vectorsOf(engine, options.vectorsFile) : null,
  }
}

async function talkerOf(engine: Engine, modelPath: string, contextMax: number): Promise<Talker> {
  return createTalker(engine, await engine.llama.loadModel({ modelPath }), contextMax)
}

async function vectorsOf({ llama }: Engine, modelPath: string): Promise<EmbeddingContext> {
  const model = await llama.loadModel({ modelPath })
  const contextSize = Math.min(VECTOR_CONTEXT_MAX, model.trainContextSize)
  return model.createEmbeddingContext({ contextSize })
}

type LocalHandler = (
  request: LocalRequest,
  world: Loaded & { take(): Promise<() => void> },
) => Promise<LocalReply>

const WORKS: Readonly<Record<string, LocalHandler>> = {
  '/v1/chat/completions': async ({ body, signal }, { talker, take }) => {
    if (!talker) throw new Fault('not_found', 'No model that talks is loaded.')
    const { conversation } = chat.decode(record(body))
    const { model, stream, includeUsage } = conversation
    const head = {
      model: model ?? '',
      created: Math.floor(Date.now() / 1_000),
      bill: () => ({ cost: 0 }),
      includeUsage,
      request: record(body),
      tools: [],
    }
    const pieces = said(talker, conversation, { signal, release: await take() })
    if (!stream) return { value: chat.answer(await allOf(pieces), head) }
    const write = chat.createWriter(head)
    async function* events(): AsyncIterable<string> {
      for await (const piece of pieces) yield write(piece)
    }
    return { events: events() }
  },
  '/v1/embeddings': async ({ body }, { vectors, take }) => {
    if (!vectors) throw new Fault('not_found', 'No model for vectors is loaded.')
    const texts = textsIn(record(body)['input'])
    const release = await take()
    try {
      return { value: await embedded(vectors, texts) }
    } finally {
      release()
    }
  },
}

async function allOf(pieces: AsyncIterable<Piece>): Promise<readonly Piece[]> {
  const all: Piece[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

interface Turn {
  readonly signal: AbortSignal
  release(): void
}

/** The model is free again after the answer, or when the client disconnects. */
async function* said(
  talker: Talker,
  conversation: Conversation,
  { signal, release }: Turn,
): AsyncIterable<Piece> {
  const left = new AbortController()
  try {
    yield* talker.answer(conversation, AbortSignal.any([signal, left.signal]))
  } finally {
    left.abort()
    release()
  }
}

function textsIn(input: unknown): readonly string[] {
  const texts = [input].flat()
  if (texts.length === 0 || texts.length > TEXTS_MAX || !texts.every((one) => text(one) !== ''))
    throw badInput(`input: must be a text, or 1 to ${TEXTS_MAX} of them.`)
  return texts as readonly string[]
}

async function embedded(vectors: EmbeddingContext, texts: readonly string[]) {
  let tokens = 0
  const data: { object: 'embedding'; index: number; embedding: readonly number[] }[] = []
  for (const [index, one] of texts.entries()) {
    const length = vectors.calculateInputLength(one)
    tokens += length
    try {
      const { vector } = await vectors.getEmbeddingFor(one)
      data.push({ object: 'embedding', index, embedding: vector })
    } catch {
      throw badInput(`input: text ${index} has ${length} tokens, more than this model reads.`)
    }
  }
  return {
    object: 'list',
    data,
    model: 'local',
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}
