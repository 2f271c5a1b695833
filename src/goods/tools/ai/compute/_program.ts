/** A program of a caller, which is not trusted, and what its run returns. */
export interface Program {
  readonly code: string
  /** JSON, or nothing. */
  readonly input: string | undefined
  readonly timeoutMs: number
}

export interface RunEnd {
  readonly stdout: string
  readonly stderr: string
  /** The value of the last expression as JSON; null where there is none. */
  readonly result: string | null
  readonly ok: boolean
  readonly elapsedMs: number
  readonly truncated: boolean
}

/** Characters of each stream that are kept. */
export const STREAM_MAX = 100_000
/** Largest length of the result as JSON, in characters. */
export const RESULT_MAX = 1_000_000

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
