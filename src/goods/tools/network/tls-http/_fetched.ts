import { Fault } from '../../../../base/core/fault.ts'

/** The failure of a site as a sentence; a caller's own mistakes are thrown again. */
export function failure(thrown: unknown): string {
  if (thrown instanceof Fault && thrown.code.startsWith('upstream_')) return thrown.message
  throw thrown
}
