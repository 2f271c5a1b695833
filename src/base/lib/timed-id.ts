import { randomUUID } from 'node:crypto'

/** Before the version in a UUID stand 48 bits of time, with one hyphen. */
const TIME_DIGITS = 12
const FIRST_DIGITS = 8
/** From here on, the same is random in the versions 4 and 7. */
const RANDOM_FROM = 15

/**
 * A UUID of version 7: it begins with the time in milliseconds, and 74 bits of it are random. Ids
 * of one moment are neighbours in an index, so a commit of many of them writes one page. With ids
 * that are random from the first digit on, it writes a page for each.
 */
export function timedId(now = Date.now()): string {
  const digits = now.toString(16).padStart(TIME_DIGITS, '0')
  const random = randomUUID().slice(RANDOM_FROM)
  return `${digits.slice(0, FIRST_DIGITS)}-${digits.slice(FIRST_DIGITS)}-7${random}`
}
