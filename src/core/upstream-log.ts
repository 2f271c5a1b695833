import { partKey } from './parts.ts'

/** One request of a provider, as it ended. */
export interface EndedAsk {
  readonly callId: string
  /** The provider, as its users know it. */
  readonly title: string
  /** For its turn, where the pace of the provider is kept. */
  readonly waitedMs: number
  /** Null where it was not asked: its turn would have come too late. */
  readonly tookMs: number | null
  /** What the failure was told as; null where it answered well. */
  readonly fault: string | null
}

/** Hears how providers answer, for the desk of the operator. */
export interface UpstreamLog {
  /** How often a provider may be asked, where that is bounded. */
  paced(title: string, perSecond: number): void
  ended(ask: EndedAsk): void
}

export const UPSTREAM_LOG = partKey<UpstreamLog>('upstream-log')
