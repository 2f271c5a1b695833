/** Work that is due at an interval, without any call. One replica does it for all. */
export interface Task {
  readonly name: string
  readonly everyMs: number
  /** Every replica runs it. */
  readonly everywhere?: true
  /** Should end soon after the signal is aborted: a stop does not wait for long. */
  run(signal: AbortSignal): Promise<void>
}
