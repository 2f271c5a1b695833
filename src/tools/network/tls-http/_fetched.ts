import { Fault } from '../../../core/fault.ts'

/** What a site failed to give, as a sentence; the caller's own mistakes go on. */
export function failure(thrown: unknown): string {
  if (thrown instanceof Fault && thrown.code.startsWith('upstream_')) return thrown.message
  throw thrown
}
