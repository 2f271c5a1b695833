import { z } from 'zod'

/** A program of a caller, which is not trusted. */
export interface Program {
  readonly code: string
  /** JSON, or nothing. */
  readonly input: string | undefined
  readonly timeoutMs: number
}

/** Characters of each stream that are kept. */
export const STREAM_MAX = 100_000
/** Largest length of the result as JSON, in characters. */
export const RESULT_MAX = 1_000_000

/** What a run returns; a program may have written it, so it is read like input. */
export const RunEnd = z.object({
  stdout: z.string().max(STREAM_MAX),
  stderr: z.string().max(STREAM_MAX),
  /** The value of the last expression as JSON; null where there is none. */
  result: z.string().max(RESULT_MAX).nullable(),
  ok: z.boolean(),
  elapsedMs: z.int().min(0),
  truncated: z.boolean(),
})
export type RunEnd = z.output<typeof RunEnd>

/** Gathers what is written, up to a bound. */
export function createStream() {
  let text = ''
  let isCut = false
  return {
    write(piece: string): void {
      const left = STREAM_MAX - text.length
      if (piece.length > left) isCut = true
      text += piece.slice(0, Math.max(0, left))
    },
    text: () => text,
    isCut: () => isCut,
  }
}
