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

/** One answer of a provider that was read as JSON. */
export interface ShapedAnswer {
  readonly title: string
  /** Of the request; an address for a second host of the provider. */
  readonly path: string
  readonly value: unknown
  /** Where it does not fit and how, if it was refused. */
  readonly refusedAt?: string | undefined
}

/** Receives the results of requests to providers, for the operator's dashboard. */
export interface UpstreamLog {
  /** Reports the rate limit of a provider. */
  paced(title: string, perSecond: number): void
  ended(ask: EndedAsk): void
  /** Looks at names and types of an answer, never at values. */
  shaped?(answer: ShapedAnswer): void
}

export const UPSTREAM_LOG = partKey<UpstreamLog>('upstream-log')
