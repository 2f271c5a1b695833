import { partKey } from './parts.ts'

/** One finished request to a provider. */
export interface EndedAsk {
  readonly callId: string
  /** The provider, as its users know it. */
  readonly title: string
  /** Time spent waiting for a rate slot, if the provider has a rate limit. */
  readonly waitedMs: number
  /** Null if the provider was not asked, because its rate slot would have begun too late. */
  readonly tookMs: number | null
  /** The fault that was reported; null on success. */
  readonly fault: string | null
}

/** Receives the results of requests to providers, for the operator's dashboard. */
export interface UpstreamLog {
  /** Reports the rate limit of a provider. */
  paced(title: string, perSecond: number): void
  ended(ask: EndedAsk): void
}

export const UPSTREAM_LOG = partKey<UpstreamLog>('upstream-log')
