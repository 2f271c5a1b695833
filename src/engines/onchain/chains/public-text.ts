const WORD = 64
const SELECTOR = 8
const COUNT = /^0{56}[0-9a-f]{8}$/
/** A short text that fills its word from the left, as early tokens name themselves. */
const SHORT = /^((?:[0-9a-f]{2}){3,31}?)(?:00)+$/

/**
 * Whether an answer of a node holds text, which whoever wrote the contract or sent the transaction
 * chose: a string as contracts encode it, anywhere in the answer.
 */
export function holdsText(answer: unknown): boolean {
  const open: unknown[] = [answer]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') {
      if (value.startsWith('0x') && isTextIn(value.slice(2))) return true
    } else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) open.push(inner)
    }
  }
  return false
}

/** Calls and errors begin with a selector, and their words after it. */
const isTextIn = (hex: string): boolean =>
  hex.length >= WORD && hasTextAt(hex, hex.length % WORD === SELECTOR ? SELECTOR : 0)

function hasTextAt(hex: string, from: number): boolean {
  for (let at = from; at + WORD <= hex.length; at += WORD) {
    const word = hex.slice(at, at + WORD)
    if (COUNT.test(word)) {
      if (isCounted(hex, at + WORD, Number.parseInt(word, 16) * 2)) return true
    } else if (!word.startsWith('00') && isText(SHORT.exec(word)?.[1] ?? '')) {
      return true
    }
  }
  return false
}

/** Text of a told length, padded with zeros to whole words. */
function isCounted(hex: string, from: number, length: number): boolean {
  const end = from + length
  const padded = from + Math.ceil(length / WORD) * WORD
  if (length === 0 || padded > hex.length) return false
  return /^0*$/.test(hex.slice(end, padded)) && isText(hex.slice(from, end))
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function isText(hex: string): boolean {
  try {
    const text = decoder.decode(Buffer.from(hex, 'hex'))
    return /\p{L}/u.test(text) && !/[^\P{Cc}\s]/u.test(text)
  } catch {
    return false
  }
}
