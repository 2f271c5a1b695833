import { foreignObject } from '../foreign-json.ts'
import { hasDuplicateNames } from '../json-duplicates.ts'
import type { JsonObject } from '../json-object.ts'
import { scanJson } from '../json-scan.ts'
import { readHeader } from './header.ts'

/** What a server answered: the parts in which it may ask to be paid. */
export interface Answered {
  readonly headers: Headers
  readonly bytes: Buffer
}

/** What a 402 asks for over x402. */
export interface ChallengeReading {
  /** Null where nothing can be read. */
  readonly quote: JsonObject | null
  /** What is wrong with how it is written down. */
  readonly problems: readonly string[]
  /**
   * It is read in a moment, and all readers read the same in it: no name stands twice in an object.
   * Two readers of another one may see two wallets, so that nobody should pay it.
   */
  readonly isCertain: boolean
}

const BYTES_MAX = 64 * 1024
const BOUNDS = { valuesMax: 5_000, depthMax: 16 }
const ACCEPTS_MAX = 32

const NOTHING: ChallengeReading = { quote: null, problems: [], isCertain: false }

/** The header counts; the body is where version 1 stands, and where some repeat it. */
export function readChallenge({ headers, bytes }: Answered): ChallengeReading {
  const header = headers.get('payment-required')
  return header === null ? inBody(bytes) : inHeader(header)
}

function inBody(bytes: Buffer): ChallengeReading {
  const quote = foreignObject(bytes)
  if (!Array.isArray(quote?.['accepts'])) return NOTHING
  return { quote, problems: [], isCertain: isCertain(quote, bytes) }
}

function inHeader(header: string): ChallengeReading {
  const none = 'PAYMENT-REQUIRED: holds no quote'
  try {
    const { kind, decoded, problems, json, isPlain } = readHeader('header', header)
    const told = problems.map((problem) => `PAYMENT-REQUIRED: ${problem}`)
    if (kind !== 'payment-required') return { ...NOTHING, problems: [...told, none] }
    return { quote: decoded, problems: told, isCertain: !isPlain && isCertain(decoded, json) }
  } catch {
    return { ...NOTHING, problems: [none] }
  }
}

function isCertain({ accepts }: JsonObject, json: Buffer): boolean {
  if (!Array.isArray(accepts) || accepts.length > ACCEPTS_MAX || json.length > BYTES_MAX)
    return false
  return scanJson(BOUNDS).see(json) === null && !hasDuplicateNames(json.toString('utf8'))
}
