import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CallContext, Capability, Host } from '../core/capability.ts'
import { createClient } from '../net/request.ts'
import { termsOf } from '../search/terms.ts'
import { askWhole, failed } from './attempt.ts'
import { createBreaker } from './breaker.ts'
import { MODEL_PROVIDER, openProviders } from './providers/all.ts'
import type { OpenProvider } from './providers/provider.ts'
import { walk } from './walk.ts'

/** Vectors of texts, each of length one or as the model makes them. */
export interface Embedded {
  readonly model: string
  readonly vectors: readonly (readonly number[])[]
  /** Tokens that the provider counted; words, where nobody was asked. */
  readonly tokens: number
}

export interface Embeddings {
  /** `dimensions` only where the caller asks for a number of them. */
  embed(texts: readonly string[], dimensions?: number): Promise<Embedded>
}

const MODEL = 'openai/text-embedding-3-small'

const OWN_MODEL = {
  name: 'LLM_URL_EMBEDDINGS_MODEL',
  description: 'Model that `LLM_URL` is asked for embeddings. Without it, it is not asked for any.',
}

const LIMITS = { firstEventMs: 20_000, idleMs: 20_000, totalMs: 25_000 }

const Answer = z.object({
  data: z.array(z.object({ index: z.number(), embedding: z.array(z.number()).min(1) })),
  usage: z.object({ prompt_tokens: z.number().catch(0) }).optional(),
})

/** Asks a provider for vectors. Where there is none, words are hashed into one, and named so. */
export const embeddings: Capability<Embeddings> = {
  name: 'llm-embeddings',
  reads: MODEL_PROVIDER,
  settings: [OWN_MODEL],
  open: openEmbeddings,
}

interface Source {
  readonly provider: OpenProvider
  readonly model: string
}

function sourcesOf(host: Host): readonly Source[] {
  const own = host.setting(OWN_MODEL.name)
  return openProviders((name) => host.setting(name)).flatMap((provider) => {
    const model = provider.isOwn ? (own ?? null) : provider.modelId(MODEL)
    return model === null ? [] : [{ provider, model }]
  })
}

function openEmbeddings(host: Host): (call: CallContext) => Embeddings {
  const sources = sourcesOf(host)
  const client = createClient({ policy: 'trusted' })
  host.onClose(() => client.close())
  const breaker = createBreaker()

  return ({ signal }) => ({
    async embed(texts, dimensions) {
      if (sources.length === 0) return hashed(texts, dimensions)
      const { candidate, answer } = await walk(sources, {
        breaker,
        signal,
        now: host.now,
        nameOf: ({ provider, model }) => `${provider.name} ${model}`,
        async attempt({ provider, model }) {
          const size = dimensions === undefined ? {} : { dimensions }
          const body = { model, input: texts, encoding_format: 'float', ...size }
          const request = { client, provider, path: '/embeddings', limits: LIMITS, signal }
          const { data } = Answer.safeParse(await askWhole({ ...request, body }))
          if (data?.data.length !== texts.length)
            throw failed({ kind: 'bad', message: 'The provider gave other vectors than asked.' })
          return data
        },
      })
      const ordered = answer.data.toSorted((a, b) => a.index - b.index)
      return {
        model: candidate.model,
        vectors: ordered.map(({ embedding }) => embedding),
        tokens: answer.usage?.prompt_tokens ?? 0,
      }
    },
  })
}

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
  return { model: 'local/hashed-words', vectors, tokens }
}
