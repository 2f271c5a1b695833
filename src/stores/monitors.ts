import type { Db, Statement } from '../base/core/db.ts'
import { DAY_MS } from '../base/core/milliseconds.ts'
import type { Migration } from './database/migrate.ts'

export const monitorMigrations: readonly Migration[] = [
  {
    name: 'monitors-1',
    sql: [
      `create table monitors (
        id text primary key, product text not null, target text not null, state text not null,
        subscription text, due bigint not null, facts text, looked bigint, failed_since bigint,
        failures bigint not null, error text, created bigint not null, updated bigint not null)`,
      'create index monitors_due on monitors (state, due)',
      'create index monitors_subscription on monitors (subscription)',
      `create table monitor_changes (
        id text primary key, monitor text not null, at bigint not null, changes text not null)`,
      'create index monitor_changes_monitor on monitor_changes (monitor, at)',
    ],
  },
  { name: 'monitors-2', sql: ['alter table monitors add column looks bigint'] },
]

export type MonitorState = 'active' | 'paused' | 'ended'

/** A target that is checked repeatedly. Anyone who has its id can read it. */
export interface Monitor {
  readonly id: string
  readonly product: string
  readonly target: string
  readonly state: MonitorState
  /** Of the processor that is paid for it. */
  readonly subscription: string | null
  /** Checks that are paid and not yet made; null if a subscription pays for them. */
  readonly looks: number | null
  readonly due: number
  /** What was found last, as JSON; null before the first look. */
  readonly facts: string | null
  readonly looked: number | null
  /** Since when nothing could be read; null where the last look was good. */
  readonly failedSince: number | null
  readonly failures: number
  readonly error: string | null
  readonly created: number
  readonly updated: number
}

export interface MonitorChange {
  readonly id: string
  readonly at: number
  /** JSON. */
  readonly changes: string
}

export type NewMonitor = Pick<Monitor, 'id' | 'product' | 'target' | 'subscription' | 'looks'>

export interface MonitorStore {
  find(id: string): Promise<Monitor | null>
  bySubscription(subscription: string): Promise<Monitor | null>
  /** With the time of its next check. False when it is in that state, or has ended. */
  setState(
    id: string,
    to: { readonly state: MonitorState; readonly due: number },
    now: number,
  ): Promise<boolean>
  /** Monitors to check, or whose subscription must be read. */
  due(now: number): Promise<readonly Monitor[]>
  /** A claim with an end: that of a dead process is taken up. */
  claim(monitor: Monitor, until: number): Promise<boolean>
  /** No check is made now. */
  postpone(id: string, claim: number, due: number): Promise<boolean>
  /** What a look has found, for the claim that ends then. */
  looked(
    id: string,
    claim: number,
    found: { readonly facts: string; readonly changes: string | null; readonly due: number },
    now: number,
  ): Promise<boolean>
  failed(
    id: string,
    claim: number,
    next: { readonly error: string; readonly due: number },
    now: number,
  ): Promise<boolean>
  /** The newest first. */
  changes(id: string): Promise<readonly MonitorChange[]>
  forget(now: number): Promise<boolean>
}

const COLUMNS = `id, product, target, state, subscription, looks, due, facts, looked,
  failed_since as "failedSince", failures, error, created, updated`
const AT_ONCE = 20
const CHANGES_MAX = 100
const ENDED_KEPT_MS = 30 * DAY_MS
/** In a row, over some six weeks: what was paid for in advance is then given up. */
const FAILURES_MAX = 40

/** A part of the transaction that notes its payment. */
export const addingMonitor = (
  { id, product, target, subscription, looks }: NewMonitor,
  now: number,
): Statement => ({
  sql: `insert into monitors
      (id, product, target, state, subscription, due, failures, created, updated, looks)
    values ($1, $2, $3, 'active', $4, $5, 0, $5, $5, $6) on conflict do nothing`,
  values: [id, product, target, subscription, now, looks],
})

export function createMonitorStore(db: Db): MonitorStore {
  const change = (sql: string, values: Statement['values']): Promise<boolean> =>
    db.batch([{ sql: `update monitors set ${sql}`, values, guard: true }])

  return {
    find: (id) => db.one(`select ${COLUMNS} from monitors where id = $1`, [id]),
    bySubscription: (subscription) =>
      db.one(`select ${COLUMNS} from monitors where subscription = $1`, [subscription]),
    setState: (id, { state, due }, now) =>
      change(
        `state = $2, due = $3, updated = $4 where id = $1 and state <> $2 and state <> 'ended'`,
        [id, state, due, now],
      ),
    due: (now) =>
      db.all(
        `select ${COLUMNS} from monitors where state in ('active', 'paused') and due <= $1
          order by due limit ${AT_ONCE}`,
        [now],
      ),
    claim: ({ id, due }, until) =>
      change(`due = $3 where id = $1 and due = $2 and state <> 'ended'`, [id, due, until]),
    postpone: (id, claim, due) =>
      change(`due = $3 where id = $1 and due = $2 and state <> 'ended'`, [id, claim, due]),
    looked: (id, claim, { facts, changes, due }, now) =>
      db.batch([
        {
          sql: `update monitors set facts = $3, due = $4, looked = $5, failed_since = null,
              failures = 0, error = null, looks = looks - 1,
              updated = case when looks = 1 then $5 else updated end,
              state = case when looks = 1 then 'ended' else state end
            where id = $1 and due = $2 and state = 'active'`,
          values: [id, claim, facts, due, now],
          guard: true,
        },
        ...(changes === null
          ? []
          : [
              {
                sql: 'insert into monitor_changes values ($1, $2, $3, $4)',
                values: [`${id}-${claim}`, id, now, changes],
              },
            ]),
      ]),
    failed: (id, claim, { error, due }, now) =>
      change(
        `due = $3, error = $4, failures = failures + 1,
          failed_since = case when failed_since is null then $5 else failed_since end,
          updated = case when looks > 0 and failures + 1 >= ${FAILURES_MAX} then $5 else updated end,
          state = case when looks > 0 and failures + 1 >= ${FAILURES_MAX} then 'ended' else state end
          where id = $1 and due = $2 and state = 'active'`,
        [id, claim, due, error, now],
      ),
    changes: (id) =>
      db.all(
        `select id, at, changes from monitor_changes where monitor = $1
          order by at desc limit ${CHANGES_MAX}`,
        [id],
      ),
    forget: (now) =>
      db.batch([
        {
          sql: `delete from monitor_changes where monitor in
            (select id from monitors where state = 'ended' and updated <= $1)`,
          values: [now - ENDED_KEPT_MS],
        },
        {
          sql: `delete from monitors where state = 'ended' and updated <= $1`,
          values: [now - ENDED_KEPT_MS],
        },
      ]),
  }
}
