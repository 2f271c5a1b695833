import type { Qualifier } from './_spf-record.ts'

export const SPF_RESULTS = [
  'pass',
  'fail',
  'softfail',
  'neutral',
  'none',
  'permerror',
  'temperror',
] as const
export type SpfResult = (typeof SPF_RESULTS)[number]

export interface SpfMechanism {
  readonly domain: string
  readonly qualifier: Qualifier
  readonly mechanism: string
  readonly value: string
  /** Null if no address was given, or if the term cannot match. */
  readonly matches: boolean | null
}

export interface Spf {
  readonly record: string | null
  readonly mechanisms: readonly SpfMechanism[]
  readonly lookups: number
  readonly result: SpfResult
  readonly problems: readonly string[]
}
