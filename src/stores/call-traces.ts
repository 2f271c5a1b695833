import type { Db } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const callTraceMigrations: readonly Migration[] = [
  {
    name: 'call-traces-1',
    sql: [
      `create table call_traces (
        call_id text not null, at bigint not null, slug text not null, transport text not null,
        rail text not null, outcome text not null, status bigint not null, amount bigint,
        cause text not null, steps text not null)`,
      'create index call_traces_call on call_traces (call_id)',
      'create index call_traces_at on call_traces (at)',
    ],
  },
]

/** What was done for a call, and when. */
export interface TraceStep {
  readonly at: number
  readonly what: string
  readonly detail: string
}

/** The steps of one call. They never name the caller. */
export interface CallTrace {
  readonly callId: string
  /** When it ended. */
  readonly at: number
  readonly slug: string
  readonly transport: string
  readonly rail: string
  readonly outcome: string
  readonly status: number
  /** Micro-dollars. */
  readonly amount: number | null
  readonly cause: string
  readonly steps: readonly TraceStep[]
}

/** How calls went, for as long as there is room. */
export interface CallTraceStore {
  add(traces: readonly CallTrace[]): Promise<boolean>
  /** Forgets what is older, and all but so many of the newest. */
  trim(before: number, kept: number): Promise<void>
}

export const createCallTraceStore = (db: Db): CallTraceStore => ({
  // A power failure may take the last moment of it.
  add: (traces) =>
    db.batch(
      traces.map((trace) => ({
        sql: 'insert into call_traces values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
        values: [
          trace.callId,
          trace.at,
          trace.slug,
          trace.transport,
          trace.rail,
          trace.outcome,
          trace.status,
          trace.amount,
          trace.cause,
          JSON.stringify(trace.steps),
        ],
      })),
      'soon',
    ),
  async trim(before, kept) {
    const row = await db.one<{ at: number }>(
      'select at from call_traces order by at desc limit 1 offset $1',
      [kept],
    )
    const until = Math.max(before, Number(row?.at ?? 0))
    await db.batch([{ sql: 'delete from call_traces where at <= $1', values: [until] }], 'soon')
  },
})

interface Row extends Omit<CallTrace, 'steps' | 'callId'> {
  readonly steps: string
}

/** The traces under one id: that of a call and, if it became a job, that of the job's end. */
export async function tracesOf(db: Db, callId: string): Promise<readonly CallTrace[]> {
  const rows = await db.all<Row>(
    `select at, slug, transport, rail, outcome, status, amount, cause, steps from call_traces
      where call_id = $1 order by at limit 20`,
    [callId],
  )
  return rows.map((row) => ({
    ...row,
    callId,
    at: Number(row.at),
    status: Number(row.status),
    amount: row.amount === null ? null : Number(row.amount),
    steps: JSON.parse(row.steps) as readonly TraceStep[],
  }))
}
