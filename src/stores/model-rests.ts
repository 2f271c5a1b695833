import type { Db } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const modelRestMigrations: readonly Migration[] = [
  {
    name: 'model-rests-1',
    sql: ['create table model_rests (candidate text primary key, until bigint not null)'],
  },
]

/** Until when a model of a provider must not be asked; shared among replicas. */
export interface ModelRest {
  readonly candidate: string
  readonly until: number
}

export interface ModelRestStore {
  /** Never makes a rest shorter. */
  rest(candidate: string, until: number): Promise<void>
  end(candidate: string): Promise<void>
  /** Those that are not over. */
  all(now: number): Promise<readonly ModelRest[]>
}

export const createModelRestStore = (db: Db): ModelRestStore => ({
  async rest(candidate, until) {
    const sql = `insert into model_rests values ($1, $2)
      on conflict (candidate) do update set until = excluded.until
      where model_rests.until < excluded.until`
    await db.batch([{ sql, values: [candidate, until] }], 'soon')
  },
  async end(candidate) {
    const sql = 'delete from model_rests where candidate = $1'
    await db.batch([{ sql, values: [candidate] }], 'soon')
  },
  all: (now) => db.all('select candidate, until from model_rests where until > $1', [now]),
})
