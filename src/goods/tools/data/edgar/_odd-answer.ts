import { Fault } from '../../../../base/core/fault.ts'

/** The fault of an unknown shape, for documents that are parsed here and not by the upstream. */
export const oddAnswer = (cause?: unknown): Fault =>
  new Fault('upstream_failed', 'SEC EDGAR answered in an unknown shape.', { cause })
