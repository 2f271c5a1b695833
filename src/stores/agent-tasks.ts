import type { Db } from '../base/core/db.ts'

/**
 * What agents are asked by A2A, in the table of the jobs: a task is a job that may wait for its
 * payment. `open`: it takes messages. `busy`: a call works on it until its lease ends. `ended`: it
 * stays as it is.
 */
export type AgentTaskState = 'open' | 'busy' | 'ended'

export interface AgentTaskRow {
  readonly id: string
  /** Tasks that one client keeps together. */
  readonly context: string
  readonly state: AgentTaskState
  readonly lease: number
  readonly updated: number
  /** The rest, as JSON. */
  readonly task: string
}

export interface SavedAgentTask extends Omit<AgentTaskRow, 'updated'> {
  readonly client: string
  readonly slug: string
  readonly expires: number
}

export interface AgentTaskStore {
  /** Adds it, or writes over what is there. */
  save(task: SavedAgentTask, now: number): Promise<void>
  /** False unless it is open, or its call has outlived its lease. */
  take(id: string, lease: number, now: number): Promise<boolean>
  remove(id: string): Promise<void>
  find(id: string, now: number): Promise<AgentTaskRow | null>
  /** The latest first, as many as are not too long together. */
  ofContext(context: string, most: number, now: number): Promise<readonly AgentTaskRow[]>
}

/** One list is read at once, while others wait. */
const LISTED_LENGTH_MAX = 2 * 1024 * 1024

const COLUMNS = 'id, context, state, lease, updated, task'

export function createAgentTaskStore(db: Db): AgentTaskStore {
  return {
    async save({ id, context, client, slug, state, lease, expires, task }, now) {
      await db.batch([
        {
          sql: `insert into jobs (id, context, client, slug, call_id, state, lease, expires, task,
              created, updated)
            values ($1, $2, $3, $4, $1, $5, $6, $7, $8, $9, $9)
            on conflict (id) do update set slug = $4, state = $5, lease = $6, expires = $7,
              task = $8, updated = $9`,
          values: [id, context, client, slug, state, lease, expires, task, now],
        },
      ])
    },
    take: (id, lease, now) =>
      db.batch([
        {
          sql: `update jobs set state = 'busy', lease = $2
            where id = $1 and task is not null
              and (state = 'open' or (state = 'busy' and lease <= $3))`,
          values: [id, lease, now],
          guard: true,
        },
      ]),
    async remove(id) {
      await db.batch([{ sql: `delete from jobs where id = $1 and task is not null`, values: [id] }])
    },
    find: (id, now) =>
      db.one(`select ${COLUMNS} from jobs where id = $1 and task is not null and expires > $2`, [
        id,
        now,
      ]),
    ofContext: (context, most, now) =>
      db.all(
        `select ${COLUMNS} from (
            select ${COLUMNS}, created, sum(length(task)) over (order by created desc, id)
              - length(task) as before
            from jobs where context = $1 and task is not null and expires > $2) as latest
          where before < $4 order by created desc, id limit $3`,
        [context, now, most, LISTED_LENGTH_MAX],
      ),
  }
}
