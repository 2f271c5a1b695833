export interface SlotResult {
  /** Time until the slot begins. */
  readonly forMs: number
  /** False if that is longer than the caller would wait: then no slot was taken. */
  readonly isTaken: boolean
}

export interface SlotRequest {
  /** Time from one slot to the next. */
  readonly spacingMs: number
  readonly waitMaxMs: number
}

/** Rate slots for each third party, shared by the calls of one process or of all replicas. */
export interface RateSlots {
  take(party: string, waiting: SlotRequest): Promise<SlotResult>
  /** Gives no further slot before this time has passed. */
  rest(party: string, forMs: number): Promise<void>
}
