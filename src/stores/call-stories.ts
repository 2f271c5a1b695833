import type { Db } from '../base/core/db.ts'
import { DAY_MS } from '../base/core/milliseconds.ts'
import { tracesOf, type CallTrace } from './call-traces.ts'

/** One thing that the database knows of a call, and when it was so. */
export interface StoryLine {
  readonly at: number
  readonly what: string
  /** Micro-dollars. */
  readonly amount: number | null
  readonly detail: string
}

/** Pending payments, by state. */
export interface QueueRow {
  readonly state: string
  readonly payments: number
  readonly amount: number
  /** When the oldest of them began. */
  readonly oldest: number
}

export interface LostPayment {
  readonly callId: string
  readonly slug: string
  readonly rail: string
  readonly amount: number
  readonly at: number
}

/** What the operator may look up about single calls and pending payments. */
export interface CallStories {
  /** In the order of time; empty where nothing is known under that id. */
  of(callId: string): Promise<readonly StoryLine[]>
  queue(): Promise<readonly QueueRow[]>
  lost(countMax: number): Promise<readonly LostPayment[]>
}

const OPEN = `('claimed', 'verified', 'delivering', 'pending')`
/** A payment that failed is forgotten after minutes, and one that was given up after a month. */
const LOST_FROM_MS = DAY_MS
const SPENDS_MAX = 50

interface Row {
  readonly at: number
  readonly what: string
  readonly amount: number | null
  readonly detail: string | null
}

/** Settled payments are found by their sale; the others are few, and found by their states. */
const STORY: readonly string[] = [
  `select created as at, 'payment presented' as what, amount, rail as detail
    from payments where state in ('claimed', 'verified', 'delivering', 'pending', 'failed')
    and call_id = $1`,
  `select updated as at, 'payment ' || state as what, amount, coalesce(network, rail) as detail
    from payments where state in ('claimed', 'verified', 'delivering', 'pending', 'failed')
    and call_id = $1`,
  `select created as at, 'job accepted' as what, null as amount, slug as detail
    from jobs where call_id = $1`,
  `select updated as at, 'job ' || state as what, null as amount, slug as detail
    from jobs where call_id = $1`,
  `select created as at, 'order by card' as what, price as amount, product as detail
    from card_orders where id = $1`,
  `select updated as at, 'order ' || state as what, price as amount, coalesce(error, product) as detail
    from card_orders where id = $1`,
  `select at, 'bought from a seller' as what, amount,
      origin || case when moved = 1 then ', paid' when moved = 0 then ', not paid' else ', unknown' end
        || case when delivered = 1 then ', delivered' when delivered = 0 then ', not delivered'
           else '' end || coalesce(', ' || tx, '') as detail
    from purse_spends where call_id = $1 order by at limit ${SPENDS_MAX}`,
  `select at, 'sold' as what, amount,
      slug || ' over ' || rail || coalesce(', ' || network, '') || coalesce(', ' || reference, '')
        as detail
    from sales where call_id = $1`,
]

/** The recorded steps of a call, and its end. */
function linesOf(trace: CallTrace): readonly StoryLine[] {
  const { at, slug, transport, rail, outcome, status, amount, cause, steps } = trace
  const told = [slug, transport, rail, cause].filter((part) => part !== '')
  return [
    ...steps.map((step) => ({ ...step, amount: null })),
    { at, what: `answered ${status}, ${outcome}`, amount, detail: told.join(', ') },
  ]
}

export const createCallStories = (db: Db): CallStories => ({
  async of(callId) {
    const [found, traces] = await Promise.all([
      Promise.all(STORY.map((sql) => db.all<Row>(sql, [callId]))),
      tracesOf(db, callId),
    ])
    const kept = found.flat().map(({ at, what, amount, detail }) => ({
      at: Number(at),
      what,
      amount: amount === null ? null : Number(amount),
      detail: detail ?? '',
    }))
    return [...traces.flatMap(linesOf), ...kept].toSorted((a, b) => a.at - b.at)
  },
  async queue() {
    const rows = await db.all<QueueRow>(
      `select state, count(*) as payments, sum(amount) as amount, min(created) as oldest
        from payments where state in ${OPEN} group by state order by state`,
    )
    return rows.map(({ state, payments, amount, oldest }) => ({
      state,
      payments: Number(payments),
      amount: Number(amount),
      oldest: Number(oldest),
    }))
  },
  async lost(countMax) {
    const rows = await db.all<LostPayment>(
      `select call_id as "callId", slug, rail, amount, updated as at from payments
        where state = 'failed' and until - updated > $1 order by updated desc limit $2`,
      [LOST_FROM_MS, countMax],
    )
    return rows.map((row) => ({ ...row, amount: Number(row.amount), at: Number(row.at) }))
  },
})
