import { Fault } from '../../../core/fault.ts'

/** For documents that are read here: as an upstream says it of what it reads itself. */
export const oddAnswer = (cause?: unknown): Fault =>
  new Fault('upstream_failed', 'SEC EDGAR answered in an unknown shape.', { cause })
