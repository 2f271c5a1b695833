export interface SlotResult {
  /** Until the turn comes. */
  readonly forMs: number
  /** False where that is longer than the asker would wait: then no turn was taken. */
  readonly isTaken: boolean
}

export interface SlotRequest {
  /** From one turn to the next. */
  readonly spacingMs: number
  readonly waitMaxMs: number
}

/** Whose turn it is with each third party: among the calls of one process, or of all replicas. */
export interface RateSlots {
  take(party: string, waiting: SlotRequest): Promise<SlotResult>
  /** No further turn is given before so long has passed. */
  rest(party: string, forMs: number): Promise<void>
}
