import { z } from 'zod'
import type { Host } from '../core/capability.ts'
import { Fault } from '../core/fault.ts'
import { httpUrl } from '../lib/fields.ts'
import { createClient } from '../net/request.ts'

/** Vectors of texts, from the endpoint that the operator names. */
export interface Embeddings {
  readonly model: string
  /** A vector of length one; null when the endpoint cannot make one now. */
  vectorOf(text: string, signal: AbortSignal): Promise<Float32Array | null>
}

const MODEL = 'text-embedding-3-small'
const TIMEOUT_MS = 8_000
const BYTES_MAX = 1024 * 1024

const Answer = z.object({
  data: z.array(z.object({ embedding: z.array(z.number()).min(1).max(8_192) })).min(1),
})

export const EMBEDDINGS = {
  url: {
    name: 'EMBEDDINGS_URL',
    description:
      'OpenAI-compatible embeddings endpoint, such as `https://api.openai.com/v1/embeddings`, for `memory-recall`. Without it, results are ranked by words.',
    schema: httpUrl,
  },
  key: { name: 'EMBEDDINGS_KEY', description: 'Bearer key of the embeddings endpoint.' },
  model: {
    name: 'EMBEDDINGS_MODEL',
    description: `Model that is asked for embeddings. Default: \`${MODEL}\`.`,
  },
} as const

/** Null without the setting. */
export function openEmbeddings(host: Host): Embeddings | null {
  const url = host.setting(EMBEDDINGS.url.name)
  if (!url) return null
  const key = host.setting(EMBEDDINGS.key.name)
  const model = host.setting(EMBEDDINGS.model.name) ?? MODEL
  const client = createClient({ policy: 'trusted' })
  host.onClose(() => client.close())

  async function ask(text: string, signal: AbortSignal): Promise<Float32Array | null> {
    const { status, bytes } = await client.request(url ?? '', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      body: JSON.stringify({ model, input: text }),
      timeoutMs: TIMEOUT_MS,
      bytesMax: BYTES_MAX,
      signal,
    })
    const answer = status === 200 ? Answer.safeParse(JSON.parse(String(bytes))).data : null
    return answer ? normalised(answer.data[0]?.embedding ?? []) : null
  }

  return {
    model,
    async vectorOf(text, signal) {
      try {
        return await ask(text, signal)
      } catch (thrown) {
        if (thrown instanceof Fault || thrown instanceof SyntaxError) return null
        throw thrown
      }
    },
  }
}

/**
 * With length one, the similarity of two vectors is the sum of their products. Null for a zero
 * vector.
 */
function normalised(numbers: readonly number[]): Float32Array | null {
  const length = Math.hypot(...numbers)
  return length > 0 && Number.isFinite(length)
    ? Float32Array.from(numbers, (n) => n / length)
    : null
}

export const likeness = (a: Float32Array, b: Float32Array): number => {
  if (a.length !== b.length) return 0
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

export const bytesOfVector = (vector: Float32Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)

/** A copy, because the bytes from a database may not be aligned for 32-bit numbers. */
export const vectorOfBytes = (bytes: Uint8Array): Float32Array =>
  new Float32Array(Uint8Array.from(bytes).buffer)
