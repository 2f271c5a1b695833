export interface Booking {
  /** Until the turn comes. */
  readonly forMs: number
  /** False where that is longer than the asker would wait: then no turn was taken. */
  readonly isTaken: boolean
}

export interface Waiting {
  /** From one turn to the next. */
  readonly spacingMs: number
  readonly waitMaxMs: number
}

/** Whose turn it is with each third party: among the calls of one process, or of all replicas. */
export interface Turns {
  take(party: string, waiting: Waiting): Promise<Booking>
  /** No further turn is given before so long has passed. */
  rest(party: string, forMs: number): Promise<void>
}
