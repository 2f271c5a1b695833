import type { CallContext } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import type { Embeddings } from '../llm/embeddings.ts'

/** A vector of length one, and the model that made it. */
export interface Vector {
  readonly model: string
  readonly values: Float32Array
}

/** The source of vectors for a call; null if this instance has none. */
export type Vectors = ((call: VectorCall) => Embeddings) | null

/** The call that pays for a vector. */
export type VectorCall = Pick<CallContext, 'signal' | 'spending'>

/** The reader of a namespace does not wait longer for a better order. */
const TIMEOUT_MS = 8_000

/** Null when no model can make one now. */
export async function vectorOf(
  vectors: Vectors,
  text: string,
  { signal, spending }: VectorCall,
): Promise<Vector | null> {
  if (!vectors) return null
  const inTime = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const { embed } = vectors({ signal: AbortSignal.any([signal, inTime]), spending })
    const { model, vectors: made } = await embed([text])
    const values = normalised(made[0] ?? [])
    return values && { model, values }
  } catch (thrown) {
    if (thrown instanceof Fault || (inTime.aborted && !signal.aborted)) return null
    throw thrown
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
