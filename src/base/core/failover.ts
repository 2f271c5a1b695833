import { Fault, type FaultCode } from './fault.ts'

/** Failures of the other side, after which another one may do better. */
const THEIRS = new Set<FaultCode>([
  'not_configured',
  'overloaded',
  'rate_limited',
  'upstream_failed',
  'upstream_timeout',
  'upstream_unreachable',
])

export const isTheirs = (thrown: unknown): boolean =>
  thrown instanceof Fault && THEIRS.has(thrown.code)

/** For a second provider, whose failure only leaves a part of the answer out. */
export function nullIfTheirs(thrown: unknown): null {
  if (isTheirs(thrown)) return null
  throw thrown
}

/**
 * The answer of the first candidate that has one. Only a failure that `mayGoOn` accepts leads to
 * the next candidate. If all fail, the first failure is thrown, because the first candidate is the
 * best.
 */
export async function firstSuccess<Candidate, Answer>(
  candidates: readonly [Candidate, ...Candidate[]],
  attempt: (candidate: Candidate) => Promise<Answer>,
  mayGoOn: (thrown: unknown) => boolean = isTheirs,
): Promise<Answer> {
  const [first, ...others] = candidates
  try {
    return await attempt(first)
  } catch (thrown) {
    if (!mayGoOn(thrown)) throw thrown
    for (const other of others) {
      try {
        return await attempt(other)
      } catch (again) {
        if (!mayGoOn(again)) throw again
      }
    }
    throw thrown
  }
}

/** Null where the provider says that it has no such thing; every other fault stays one. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.code === 'not_found') return null
    throw thrown
  }
}
