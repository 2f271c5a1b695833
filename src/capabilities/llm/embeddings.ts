import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CallContext, Capability, Host } from '../../base/core/capability.ts'
import { usdOf, type Usd } from '../../base/core/money.ts'
import type { ReadText, Setting } from '../../base/core/setting.ts'
import { beginExpense } from '../../base/core/spending.ts'
import { termsOf } from '../../engines/search/terms.ts'
import { MB } from '../../base/lib/fields.ts'
import { openAsker } from './asker.ts'
import { askWhole, failed } from './attempt.ts'
import { isModelFile } from './local/settings.ts'
import { MODEL_PROVIDER, openProviders } from './providers/all.ts'
import { localProvider } from './providers/local.ts'
import { bearer, type OpenProvider } from './providers/provider.ts'
import { EMBEDDINGS_AT_URL } from './providers/url.ts'
import { EMBEDDINGS, ENDPOINT_MODEL } from './vector-settings.ts'

/** Vectors of texts, each of length one or as the model makes them. */
export interface Embedded {
  readonly model: string
  readonly vectors: readonly (readonly number[])[]
  /** Tokens that the provider counted; words if no provider was asked. */
  readonly tokens: number
}

export interface Embeddings {
  /** `dimensions` only where the caller asks for a number of them. */
  embed(texts: readonly string[], dimensions?: number): Promise<Embedded>
}

const MODEL = 'openai/text-embedding-3-small'

const HASHED = 'local/hashed-words'

const DIMENSIONS_MAX = 8_192
/** Numbers, and nothing but numbers. */
const boundsFor = (texts: number) => ({
  bytesMax: 8 * MB,
  valuesMax: texts * DIMENSIONS_MAX + 1_000,
  depthMax: 8,
})

const LIMITS = { firstEventMs: 20_000, idleMs: 20_000, totalMs: 25_000 }

const Answer = z.object({
  data: z.array(
    z.object({
      index: z.number().optional(),
      embedding: z.array(z.number()).min(1).max(DIMENSIONS_MAX),
    }),
  ),
  usage: z.object({ prompt_tokens: z.number().catch(0) }).optional(),
})

/** Settings that select the source of vectors, in addition to the providers. */
export const VECTOR_SETTINGS: readonly Setting[] = [EMBEDDINGS_AT_URL, ...Object.values(EMBEDDINGS)]

/**
 * Asks a provider for vectors. Without a provider, words are hashed into a vector, and the model
 * name says so.
 */
export const embeddings: Capability<Embeddings> = {
  name: 'llm-embeddings',
  texts: 'own',
  reads: MODEL_PROVIDER,
  settings: VECTOR_SETTINGS,
  open(host) {
    const open = openVectors(host)
    return (call) => open?.(call) ?? { embed: async (texts, size) => hashed(texts, size) }
  },
}

interface Source {
  readonly provider: OpenProvider
  readonly model: string
  readonly path: string
}

/** The names of the models that make vectors here; that of the hashed words where there is none. */
export function vectorModels(read: ReadText): readonly string[] {
  const names = sourcesOf(read).map(({ model }) => model)
  return names.length > 0 ? names : [HASHED]
}

/** The operator's choice, or else any provider of models. */
function sourcesOf(read: ReadText): readonly Source[] {
  const named = read(EMBEDDINGS.model.name)
  if (isModelFile(named)) {
    const provider = localProvider(read, named)
    return provider ? [{ provider, model: provider.modelId('') ?? '', path: '/embeddings' }] : []
  }
  const endpoint = read(EMBEDDINGS.url.name)
  if (endpoint !== undefined)
    return [{ ...endpointOf(endpoint, read), model: named ?? ENDPOINT_MODEL }]
  const own = read(EMBEDDINGS_AT_URL.name)
  return openProviders(read).flatMap((provider) => {
    const isUrl = provider.isOwn && provider.name !== 'local'
    const model = provider.isOwn ? (isUrl ? own : undefined) : provider.modelId(MODEL)
    return model ? [{ provider, model, path: '/embeddings' }] : []
  })
}

/** Its address is whole: no path is added. */
function endpointOf(base: string, read: ReadText): Omit<Source, 'model'> {
  const key = read(EMBEDDINGS.key.name)
  const provider: OpenProvider = {
    name: 'embeddings',
    title: 'The embeddings endpoint',
    base,
    headers: key ? bearer(key) : {},
    secret: key,
    wires: [],
    quirks: {},
    modelId: () => null,
    // Who asks for a key may ask a price.
    ...(key === undefined && { isOwn: true }),
  }
  return { provider, path: '' }
}

/** The only way to get a vector; null if no model makes vectors. */
export function openVectors(
  host: Host,
): ((call: Pick<CallContext, 'signal' | 'spending'>) => Embeddings) | null {
  const sources = sourcesOf((name) => host.setting(name))
  if (sources.length === 0) return null
  const { client, ask } = openAsker(host)

  return (call) => ({
    async embed(texts, dimensions) {
      const { signal } = call
      const { candidate, answer } = await ask(sources, {
        signal,
        nameOf: ({ provider, model }) => `${provider.name} ${model}`,
        async attempt({ provider, model, path }) {
          const size = dimensions === undefined ? {} : { dimensions }
          const input = texts.length === 1 ? texts[0] : texts
          const body = { model, input, encoding_format: 'float', ...size }
          const bounds = boundsFor(texts.length)
          const expense = await beginExpense(call, provider.title, costOf(provider, texts))
          const request = { client, provider, path, limits: LIMITS, expense, signal, bounds }
          const { data } = Answer.safeParse(await askWhole({ ...request, body }))
          if (data?.data.length !== texts.length)
            throw failed({ kind: 'bad', message: 'The provider gave other vectors than asked.' })
          return data
        },
      })
      const ordered = answer.data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
      return {
        model: candidate.model,
        vectors: ordered.map(({ embedding }) => embedding),
        tokens: answer.usage?.prompt_tokens ?? 0,
      }
    },
  })
}

/** Millionths of a dollar that a thousand bytes cost at most, where each is a token. */
const MICROS_PER_THOUSAND = 130

const costOf = ({ isOwn }: OpenProvider, texts: readonly string[]): Usd =>
  isOwn
    ? usdOf(0)
    : usdOf(Math.ceil((Buffer.byteLength(texts.join('')) * MICROS_PER_THOUSAND) / 1_000))

const DIMENSIONS = 256

/**
 * Each word is hashed to a place and a sign: texts that share words get vectors that are near. It
 * knows no meaning, and is no model.
 */
function hashed(texts: readonly string[], dimensions = DIMENSIONS): Embedded {
  let tokens = 0
  const vectors = texts.map((text) => {
    const vector = Array.from({ length: dimensions }, () => 0)
    const terms = termsOf(text)
    tokens += terms.length
    for (const term of terms) {
      const digest = createHash('sha256').update(term).digest()
      const place = digest.readUInt32LE(0) % dimensions
      vector[place] = (vector[place] ?? 0) + ((digest[4] ?? 0) % 2 === 0 ? 1 : -1)
    }
    const length = Math.hypot(...vector)
    return length === 0 ? vector : vector.map((value) => value / length)
  })
  return { model: HASHED, vectors, tokens }
}
