import { foreignObject } from '../../base/lib/foreign-json.ts'
import { hasDuplicateNames } from '../../base/lib/json-duplicates.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import { scanJson } from '../../base/lib/json-scan.ts'
import { readHeader } from './header.ts'

/** The parts of a response that may hold a payment challenge. */
export interface Answered {
  readonly headers: Headers
  readonly bytes: Buffer
}

/** The x402 quote of a 402. */
export interface ChallengeReading {
  /** Null if there is no readable quote. */
  readonly quote: JsonObject | null
  /** Problems of its encoding. */
  readonly problems: readonly string[]
  /**
   * It is quick to parse and has no duplicate member names. Parsers may read different wallets in a
   * quote with duplicates, so nobody should pay it.
   */
  readonly isCertain: boolean
}

const BYTES_MAX = 64 * 1024
const BOUNDS = { valuesMax: 5_000, depthMax: 16 }
const ACCEPTS_MAX = 32

const NOTHING: ChallengeReading = { quote: null, problems: [], isCertain: false }

/** The header takes precedence. The body holds quotes of version 1, and copies of the header. */
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
