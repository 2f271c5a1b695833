import { isText } from '../../../../base/lib/bytes.ts'
import { codecOf, inflate } from './_inflate.ts'
import { READERS, type Reader } from './_layer-readers.ts'

/** One recognised encoding, and its decoded bytes; without them if they are longer than allowed. */
export interface Layer {
  readonly encoding: string
  /** Confidence, 0 to 1. */
  readonly confidence: number
  readonly bytes?: Buffer
}

/** The most that a compressed layer may expand to. */
const LAYER_BYTES_MAX = 1024 * 1024

/** Removes the outermost encoding, the most likely one if several fit. */
export async function peel(bytes: Buffer): Promise<Layer | undefined> {
  if (!isText(bytes)) return peelBinary(bytes)
  const text = bytes.toString('utf8').trim()
  const found = READERS.flatMap((reader) => readLayer(reader, text) ?? [])
  return found.toSorted((a, b) => b.confidence - a.confidence)[0]
}

const SHORT_LENGTH = 8
const CONFIDENCE_SHORT = 0.6
const LETTERS_RATIO_MIN = 0.8

function readLayer(
  { encoding, confidence, chancy, read }: Reader,
  text: string,
): Layer | undefined {
  const plain = attempt(() => read(text))
  const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain
  if (!bytes?.length || bytes.equals(Buffer.from(text))) return undefined
  if (!chancy) return { encoding, confidence, bytes }
  if (!isMeaningful(bytes) || (isWord(text) && !isMostlyWords(bytes))) return undefined
  return { encoding, confidence: text.length < SHORT_LENGTH ? CONFIDENCE_SHORT : confidence, bytes }
}

const isWord = (text: string): boolean => /^[a-z]+(-[a-z]+)*$/i.test(text)

/** Some words are Base64 of printable characters by chance, but rarely of letters. */
function isMostlyWords(bytes: Buffer): boolean {
  const characters = Array.from(bytes.toString('utf8'))
  const letters = characters.filter((character) => /[\p{L}\p{N} ]/u.test(character))
  return letters.length > characters.length * LETTERS_RATIO_MIN
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

async function peelBinary(bytes: Buffer): Promise<Layer | undefined> {
  const wide = wideText(bytes)
  if (wide !== undefined) return { encoding: 'utf-16', confidence: 0.99, bytes: Buffer.from(wide) }
  const encoding = codecOf(bytes)
  if (!encoding) return undefined
  const found = await inflate(encoding, bytes, LAYER_BYTES_MAX).catch(() => undefined)
  if (!found) return undefined
  return { encoding, confidence: 0.99, ...(found.truncated ? {} : { bytes: found.bytes }) }
}

/** UTF-16 with its byte-order mark. */
function wideText(bytes: Buffer): string | undefined {
  const mark = bytes.toString('hex', 0, 2)
  if (mark !== 'fffe' && mark !== 'feff') return undefined
  const decoder = new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be', { fatal: true })
  return attempt(() => decoder.decode(bytes))
}

/** First bytes, as hex, of PNG, JPEG, GIF, ZIP, Zstandard, ELF and WebAssembly. */
const FILE_MARKS = /^(89504e47|ffd8ff|47494638|504b0304|28b52ffd|7f454c46|0061736d)/

/** Text, or compressed, or a known kind of file, which are rare by chance. */
function isMeaningful(bytes: Buffer): boolean {
  return (
    isText(bytes) ||
    FILE_MARKS.test(bytes.toString('hex', 0, 4)) ||
    codecOf(bytes) !== undefined ||
    wideText(bytes) !== undefined
  )
}
