export type SqlValue = string | number | Uint8Array | null

export interface Statement {
  readonly sql: string
  readonly values: readonly SqlValue[]
  /** A guard that changes no row undoes the whole batch. */
  readonly guard?: true
}

/**
 * A transaction that decides on what it reads: it yields statements and is handed the rows of each.
 * It can wait for nothing else, so it is short. Whatever it throws undoes it, as does a guard. It
 * may be begun anew when the engine asks for that.
 */
export type Script<T> = Generator<readonly Statement[], T, readonly (readonly unknown[])[]>

/** What a script answers, with the last of what it does: that travels together with the commit. */
export interface Ending<T> {
  readonly value: T
  readonly writes: readonly Statement[]
}

/**
 * `soon`: all see it at once, and it outlives the process; a loss of power may take it, together
 * with all that came after it, until something durable is changed. For what such a loss undoes
 * without harm: it spares the wait for the disk.
 */
export type Durable = 'now' | 'soon'

/**
 * The common ground of SQLite and PostgreSQL: `$1` parameters, no open transactions. Whole numbers
 * come back as numbers; sums and counts must be read through `Number`.
 */
export interface Db {
  readonly engine: 'sqlite' | 'postgres'
  all<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>
  one<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row | null>
  /** All or nothing, durable when it answers; false when a guard said no. */
  batch(statements: readonly Statement[], durable?: Durable): Promise<boolean>
  /**
   * The same for a script; null when a guard said no. Scripts of one lane never overlap, whichever
   * replica runs them: what one reads, no other changes before it has ended.
   */
  run<T>(script: () => Script<T | Ending<T>>, lane?: string): Promise<T | null>
  close(): Promise<void>
}
