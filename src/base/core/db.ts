export type SqlValue = string | number | Uint8Array | null

export interface Statement {
  readonly sql: string
  readonly values: readonly SqlValue[]
  /** A guard that changes no row undoes the whole batch. */
  readonly guard?: true
  /**
   * A row that many transactions change, by a name. Transactions that share a commit change such
   * rows in the order of their names.
   */
  readonly row?: string
  /**
   * Hears its rows, anew each time that its transaction starts; they hold once that is committed.
   * A guard has none.
   */
  heard?(rows: readonly unknown[]): void
}

/**
 * A transaction whose writes depend on its reads: it yields statements and receives the rows of
 * each. It awaits nothing else, so it is short. A thrown error or a guard that fails rolls it back.
 * The engine may ask for a retry; the transaction then starts again.
 */
export type Transaction<T> = Generator<readonly Statement[], T, readonly (readonly unknown[])[]>

/** The result of a transaction, with its last writes: they travel together with the `commit`. */
export interface Commit<T> {
  readonly value: T
  readonly writes: readonly Statement[]
}

/**
 * `now`: on disk before it answers. `soon`: visible to all at once and safe when the process dies,
 * but a power failure may undo it together with all later `soon` writes. Use it where that is
 * harmless, to save the wait for the disk.
 */
export type Durable = 'now' | 'soon'

/**
 * What SQLite and PostgreSQL have in common: `$1` parameters, no open transactions. Whole numbers
 * come back as numbers; read sums and counts through `Number`.
 */
export interface Db {
  readonly engine: 'sqlite' | 'postgres'
  all<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>
  one<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row | null>
  /** All or nothing, durable when it answers; false when a guard said no. */
  batch(statements: readonly Statement[], durable?: Durable): Promise<boolean>
  /**
   * The same for a transaction; null when a guard failed. Transactions with one `lockKey` never
   * overlap, on whichever replica they run.
   */
  run<T>(
    script: () => Transaction<T | Commit<T>>,
    lockKey?: string,
    durable?: Durable,
  ): Promise<T | null>
  close(): Promise<void>
}
