import type { Db } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const upstreamHourMigrations: readonly Migration[] = [
  {
    name: 'upstream-hours-1',
    sql: [
      `create table upstream_hours (
        hour bigint not null, title text not null, bucket bigint not null, asked bigint not null,
        failed bigint not null, took bigint not null, waited bigint not null,
        primary key (hour, title, bucket))`,
      `create table upstream_marks (
        title text primary key, per_hour bigint, fault text, fault_at bigint)`,
    ],
  },
]

/** Requests of one provider in one hour whose answers took about as long. */
export interface UpstreamCount {
  readonly title: string
  /** Below 2 to that power of milliseconds; `AWAY` if its rate slot would have begun too late. */
  readonly bucket: number
  readonly asked: number
  readonly failed: number
  /** Sums, in milliseconds. */
  readonly took: number
  readonly waited: number
}

/** What holds of a provider now. */
export interface UpstreamMark {
  readonly title: string
  /** How often it may be asked in an hour; null where nothing bounds that. */
  readonly perHour: number | null
  /** The fault of the last failure, and its time. */
  readonly fault: string | null
  readonly faultAt: number | null
}

export interface UpstreamHour {
  readonly hour: number
  readonly title: string
  readonly asked: number
  readonly failed: number
}

export const AWAY = -1

/** How providers have answered all replicas, by the hour. The dashboard reads it. */
export interface UpstreamHourStore {
  add(
    hour: number,
    counts: readonly UpstreamCount[],
    marks: readonly UpstreamMark[],
  ): Promise<boolean>
  since(hour: number): Promise<readonly UpstreamCount[]>
  /** Only sent requests, not refused ones. */
  byHour(hour: number): Promise<readonly UpstreamHour[]>
  marks(): Promise<readonly UpstreamMark[]>
  /** Deletes one hour before that one; false if none is left. */
  forget(hour: number): Promise<boolean>
}

export const createUpstreamHourStore = (db: Db): UpstreamHourStore => ({
  // Replicas lock the rows in one order, so that they cannot deadlock.
  add: (hour, counts, marks) =>
    db.batch(
      [
        ...counts.toSorted(inOrder).map(({ title, bucket, asked, failed, took, waited }) => ({
          sql: `insert into upstream_hours values ($1, $2, $3, $4, $5, $6, $7)
            on conflict (hour, title, bucket) do update set
              asked = upstream_hours.asked + excluded.asked,
              failed = upstream_hours.failed + excluded.failed,
              took = upstream_hours.took + excluded.took,
              waited = upstream_hours.waited + excluded.waited`,
          values: [hour, title, bucket, asked, failed, Math.round(took), Math.round(waited)],
        })),
        ...marks.toSorted(inOrder).map(({ title, perHour, fault, faultAt }) => ({
          sql: `insert into upstream_marks values ($1, $2, $3, $4)
            on conflict (title) do update set
              per_hour = coalesce(excluded.per_hour, upstream_marks.per_hour),
              fault = coalesce(excluded.fault, upstream_marks.fault),
              fault_at = coalesce(excluded.fault_at, upstream_marks.fault_at)`,
          values: [title, perHour, fault, faultAt],
        })),
      ],
      'soon',
    ),
  async since(hour) {
    const rows = await db.all<UpstreamCount>(
      `select title, bucket, sum(asked) as asked, sum(failed) as failed, sum(took) as took,
          sum(waited) as waited
        from upstream_hours where hour >= $1 group by title, bucket order by title, bucket`,
      [hour],
    )
    return rows.map((row) => ({
      title: row.title,
      bucket: Number(row.bucket),
      asked: Number(row.asked),
      failed: Number(row.failed),
      took: Number(row.took),
      waited: Number(row.waited),
    }))
  },
  async byHour(hour) {
    const rows = await db.all<UpstreamHour>(
      `select hour, title, sum(asked) as asked, sum(failed) as failed from upstream_hours
        where hour >= $1 and bucket <> ${AWAY} group by hour, title`,
      [hour],
    )
    return rows.map((row) => ({
      hour: Number(row.hour),
      title: row.title,
      asked: Number(row.asked),
      failed: Number(row.failed),
    }))
  },
  async marks() {
    const rows = await db.all<{
      title: string
      per_hour: number | null
      fault: string | null
      fault_at: number | null
    }>('select title, per_hour, fault, fault_at from upstream_marks order by title')
    return rows.map(({ title, per_hour: perHour, fault, fault_at: at }) => ({
      title,
      perHour: perHour === null ? null : Number(perHour),
      fault,
      faultAt: at === null ? null : Number(at),
    }))
  },
  async forget(hour) {
    const row = await db.one<{ hour: number | null }>(
      'select min(hour) as hour from upstream_hours',
    )
    if (row === null || row.hour === null || Number(row.hour) >= hour) return false
    const sql = 'delete from upstream_hours where hour = $1'
    await db.batch([{ sql, values: [Number(row.hour)] }], 'soon')
    return true
  },
})

const inOrder = (a: Keyed, b: Keyed): number =>
  a.title === b.title ? (a.bucket ?? 0) - (b.bucket ?? 0) : a.title < b.title ? -1 : 1

type Keyed = Pick<UpstreamMark, 'title'> & Partial<Pick<UpstreamCount, 'bucket'>>
