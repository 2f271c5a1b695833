import type { Db, Statement } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const jobMigrations: readonly Migration[] = [
  {
    name: 'jobs-1',
    sql: [
      `create table jobs (
        id text primary key, client text not null, slug text not null, call_id text not null,
        state text not null,
        lease bigint not null, expires bigint not null, outcome text,
        created bigint not null, updated bigint not null)`,
      'create index jobs_expires on jobs (expires)',
      'create index jobs_state on jobs (state, lease)',
      'create index jobs_call on jobs (call_id)',
      'create table job_slots (client text primary key, running bigint not null)',
    ],
  },
  {
    name: 'jobs-2',
    sql: [
      'alter table jobs add column call text',
      'alter table jobs add column account text',
      'alter table jobs add column attempts bigint not null default 1',
    ],
  },
  {
    name: 'jobs-3',
    sql: [
      'alter table jobs add column context text',
      'alter table jobs add column task text',
      'create index jobs_context on jobs (context, created)',
    ],
  },
  { name: 'jobs-4', sql: ['alter table jobs add column progress text'] },
]

export type JobState = 'working' | 'completed' | 'failed'

export interface Job {
  readonly id: string
  readonly client: string
  readonly slug: string
  readonly callId: string
  readonly state: JobState
  readonly expires: number
  /** The result of the job as a serialized reply, in JSON. Null while it is working. */
  readonly outcome: string | null
  readonly account: string | null
  /** How far a working job has come, in JSON; null where it has not said. */
  readonly progress: string | null
  readonly created: number
  readonly updated: number
}

export interface NewJob {
  readonly id: string
  readonly client: string
  readonly slug: string
  readonly callId: string
  /** A job that is still working after this has lost its process. */
  readonly lease: number
  readonly expires: number
  /** The paid call as JSON, for another process that resumes it. */
  readonly call: string
  /** Its payer, as JSON. */
  readonly account: string
}

/** A job that has lost its process. */
export interface LostJob extends JobRef {
  readonly callId: string
  /** Null for jobs of older versions. */
  readonly call: string | null
  /** How often it was started. */
  readonly attempts: number
}

export type JobRef = Pick<Job, 'id' | 'client'>

export interface JobStore {
  /** False when the client has too many jobs running. */
  start(job: NewJob, runningMax: number, now: number): Promise<boolean>
  find(id: string): Promise<Job | null>
  /** Guarded: a job ends once. */
  end(job: JobRef, state: JobState, outcome: string, now: number): readonly Statement[]
  /** Notes how far a working job has come. */
  advance(id: string, progress: string, now: number): Statement
  /** The working job of a call, if there is one. */
  ofCall(callId: string): Promise<JobRef | null>
  /** Working jobs whose lease has expired, except those whose payment is being settled. */
  lost(now: number): Promise<readonly LostJob[]>
  /** True for the one process that resumes a lost job. */
  take(id: string, lease: number, now: number): Promise<boolean>
  /** Extends the lease. With a lease of now, another process may resume the job. */
  renew(id: string, lease: number): Statement
  forget(now: number): Promise<boolean>
}

const COLUMNS = `id, client, slug, call_id as "callId", state, expires, outcome, account, progress,
  created, updated`

export function createJobStore(db: Db): JobStore {
  return {
    start: ({ id, client, slug, callId, lease, expires, call, account }, runningMax, now) =>
      db.batch([
        {
          sql: `insert into job_slots values ($1, 1)
            on conflict (client) do update set running = job_slots.running + 1
            where job_slots.running < $2`,
          values: [client, runningMax],
          guard: true,
        },
        {
          sql: `insert into jobs (id, client, slug, call_id, state, lease, expires, call, account,
              created, updated)
            values ($1, $2, $3, $4, 'working', $5, $6, $7, $8, $9, $9)`,
          values: [id, client, slug, callId, lease, expires, call, account, now],
        },
      ]),
    find: (id) => db.one<Job>(`select ${COLUMNS} from jobs where id = $1 and task is null`, [id]),
    end: ({ id, client }, state, outcome, now) => [
      {
        sql: `update jobs set state = $2, outcome = $3, updated = $4, call = null
          where id = $1 and state = 'working'`,
        values: [id, state, outcome, now],
        guard: true,
      },
      {
        sql: 'update job_slots set running = running - 1 where client = $1 and running > 0',
        values: [client],
      },
    ],
    lost: (now) =>
      db.all(
        `select id, client, call_id as "callId", call, attempts from jobs where state = 'working' and lease <= $1
          and not exists (select 1 from payments
            where payments.call_id = jobs.call_id and payments.state in ('delivering', 'pending'))
          limit 1000`,
        [now],
      ),
    take: (id, lease, now) =>
      db.batch([
        {
          sql: `update jobs set lease = $2, attempts = attempts + 1
            where id = $1 and state = 'working' and lease <= $3`,
          values: [id, lease, now],
          guard: true,
        },
      ]),
    renew: (id, lease) => ({
      sql: `update jobs set lease = $2 where id = $1 and state = 'working'`,
      values: [id, lease],
    }),
    advance: (id, progress, now) => ({
      sql: `update jobs set progress = $2, updated = $3 where id = $1 and state = 'working'`,
      values: [id, progress, now],
    }),
    ofCall: (callId) =>
      db.one(`select id, client from jobs where call_id = $1 and state = 'working'`, [callId]),
    forget: (now) =>
      db.batch([
        { sql: `delete from jobs where expires <= $1 and state <> 'working'`, values: [now] },
        { sql: 'delete from job_slots where running <= 0', values: [] },
      ]),
  }
}
