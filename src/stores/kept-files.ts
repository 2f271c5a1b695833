import type { Db, SqlValue } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

const migrationOf = (bytes: string): readonly string[] => [
  `create table kept_files (name text primary key, edition text not null, etag text,
    modified text, meta text not null, data_at bigint not null, checked_at bigint not null)`,
  `create table kept_blocks (name text not null, edition text not null, at bigint not null,
    bytes ${bytes} not null, primary key (name, edition, at))`,
]

export const keptFileMigrations: readonly Migration[] = [
  {
    name: 'kept-files-1',
    sql: { sqlite: migrationOf('blob'), postgres: migrationOf('bytea') },
  },
]

/** One edition of a public file, as all replicas see it. */
export interface KeptEdition {
  readonly edition: string
  /** As its provider names it, to be asked whether it has changed. */
  readonly etag: string | null
  readonly modified: string | null
  /** JSON. */
  readonly meta: string
  /** The time of its data. */
  readonly dataAt: number
  /** When its provider last said that there is no newer one. */
  readonly checkedAt: number
}

export interface KeptBlock {
  readonly at: number
  readonly bytes: Uint8Array
}

/** Public files that are too large to be fetched for each call, cut into blocks. */
export interface KeptFileStore {
  current(name: string): Promise<KeptEdition | null>
  /** Null once a newer edition is there. */
  block(name: string, edition: string, at: number): Promise<Uint8Array | null>
  /** Blocks of an edition that is not published yet. */
  add(name: string, edition: string, blocks: readonly KeptBlock[]): Promise<void>
  /** Makes it the current edition, and removes all others. */
  publish(name: string, edition: KeptEdition): Promise<void>
}

export function createKeptFileStore(db: Db): KeptFileStore {
  return {
    current: (name) =>
      db.one<KeptEdition>(
        `select edition, etag, modified, meta, data_at as "dataAt", checked_at as "checkedAt"
          from kept_files where name = $1`,
        [name],
      ),
    async block(name, edition, at) {
      const row = await db.one<{ bytes: Uint8Array }>(
        'select bytes from kept_blocks where name = $1 and edition = $2 and at = $3',
        [name, edition, at],
      )
      return row?.bytes ?? null
    },
    async add(name, edition, blocks) {
      const sql = 'insert into kept_blocks values ($1, $2, $3, $4)'
      const insert = ({ at, bytes }: KeptBlock) => ({ sql, values: [name, edition, at, bytes] })
      await db.batch(blocks.map(insert), 'soon')
    },
    async publish(name, { edition, etag, modified, meta, dataAt, checkedAt }) {
      const values: SqlValue[] = [name, edition, etag, modified, meta, dataAt, checkedAt]
      await db.batch([
        {
          sql: `insert into kept_files values ($1, $2, $3, $4, $5, $6, $7)
            on conflict (name) do update set edition = excluded.edition, etag = excluded.etag,
              modified = excluded.modified, meta = excluded.meta, data_at = excluded.data_at,
              checked_at = excluded.checked_at`,
          values,
        },
        {
          sql: 'delete from kept_blocks where name = $1 and edition <> $2',
          values: [name, edition],
        },
      ])
    },
  }
}
