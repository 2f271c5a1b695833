/** Limits of a JSON text. */
export interface JsonBounds {
  readonly valuesMax: number
  readonly depthMax: number
  /** Members of one object: the engine takes long to build a large one. No limit if left out. */
  readonly membersMax?: number
}

export type JsonExcess = 'values' | 'depth' | 'members'

/** Scans a JSON text in pieces before it is parsed. */
export interface JsonScan {
  /** The limit that the text has exceeded so far, or null. */
  see(piece: Uint8Array): JsonExcess | null
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
/** `[` and `{` differ in this bit only, and so do `]` and `}`. */
const BRACE_BIT = 0x20
const OPEN = 0x7b
const CLOSE = 0x7d
const MARKS = new Set(Buffer.from('",[]{}'))
/** 1 for a byte outside texts that neither counts nor nests: digits, letters and spaces. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => (MARKS.has(byte) ? 0 : 1))

/**
 * Counts values and nesting without building anything. Invalid JSON passes if it is small: the
 * parser reports its error.
 */
export function scanJson({ valuesMax, depthMax, membersMax }: JsonBounds): JsonScan {
  let values = 1
  let depth = 0
  /** At each depth how many members may follow. */
  const left = membersMax === undefined ? null : new Float64Array(depthMax + 1).fill(Infinity)
  let isInText = false
  let isEscaped = false

  return {
    see(piece) {
      let at = 0
      while (at < piece.length) {
        if (isInText) {
          at = endOfText(piece, at)
          continue
        }
        const byte = piece[at] ?? 0
        at += 1
        if (PLAIN[byte] === 1) {
          // A number of many digits takes no longer than a text of that length.
          while (at < piece.length && PLAIN[piece[at]!] === 1) at += 1
          continue
        }
        if (byte === QUOTE) isInText = true
        else if (byte === COMMA) {
          values += 1
          if (left && depth >= 0 && (left[depth]! -= 1) < 1) return 'members'
        } else if ((byte | BRACE_BIT) === OPEN) {
          values += 1
          depth += 1
          if (depth > depthMax) return 'depth'
          if (left) left[depth] = byte === OPEN ? membersMax! : Infinity
        } else if ((byte | BRACE_BIT) === CLOSE) depth -= 1
        if (values > valuesMax) return 'values'
      }
      return null
    },
  }

  /** Where the text goes on that stands in quotes, or the end of the piece. */
  function endOfText(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      const byte = piece[at]
      if (isEscaped) isEscaped = false
      else if (byte === BACKSLASH) isEscaped = true
      else if (byte === QUOTE) {
        isInText = false
        return at + 1
      }
    }
    return piece.length
  }
}
