import type { Db, Transaction, SqlValue, Statement } from '../base/core/db.ts'
import { rowOf } from '../base/core/transaction.ts'
import type { Migration } from './database/migrate.ts'

const COLUMNS_SQL = `id text not null unique, ns text not null, space text not null,
  text text not null, terms text not null, tags text not null, meta text, bytes bigint not null,
  model text, vector bytea, created bigint not null`

const COMMON = [
  'create index memory_texts_ns on memory_texts (ns, created)',
  `create table memory_tags (
    ns text not null, tag text not null, id text not null, primary key (ns, tag, id))`,
  'create index memory_tags_id on memory_tags (id)',
]

/**
 * Each engine maintains its own index of the terms: FTS5 with triggers, PostgreSQL with a generated
 * column. So a copied row is indexed by the engine that it is copied to.
 */
export const memoryTextMigrations: readonly Migration[] = [
  {
    name: 'memory-texts-1',
    sql: {
      sqlite: [
        `create table memory_texts (serial integer primary key, ${COLUMNS_SQL})`,
        ...COMMON,
        `create virtual table memory_terms using fts5 (
          space, terms, content='memory_texts', content_rowid='serial', tokenize='ascii')`,
        `create trigger memory_texts_added after insert on memory_texts begin
          insert into memory_terms (rowid, space, terms) values (new.serial, new.space, new.terms);
        end`,
        `create trigger memory_texts_gone after delete on memory_texts begin
          insert into memory_terms (memory_terms, rowid, space, terms)
            values ('delete', old.serial, old.space, old.terms);
        end`,
      ],
      postgres: [
        `create table memory_texts (${COLUMNS_SQL},
          index tsvector generated always as (to_tsvector('simple', terms)) stored)`,
        ...COMMON,
        'create index memory_texts_index on memory_texts using gin (index)',
      ],
    },
  },
]

export interface RememberedText {
  readonly id: string
  readonly ns: string
  readonly text: string
  /** Search terms: words of ASCII letters and digits, which both engines index unchanged. */
  readonly terms: readonly string[]
  readonly tags: readonly string[]
  /** JSON, or null. */
  readonly meta: string | null
  readonly bytes: number
  /** The model of the vector; vectors of different models cannot be compared. */
  readonly model: string | null
  readonly vector: Uint8Array | null
  readonly created: number
}

export interface FoundText {
  readonly id: string
  readonly text: string
  readonly tags: string
  readonly meta: string | null
  readonly created: number
}

export const addText = (space: string, text: RememberedText): readonly Statement[] => [
  {
    sql: `insert into memory_texts
        (id, ns, space, text, terms, tags, meta, bytes, model, vector, created)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      text.id,
      text.ns,
      space,
      text.text,
      text.terms.join(' '),
      JSON.stringify(text.tags),
      text.meta,
      text.bytes,
      text.model,
      text.vector,
      text.created,
    ],
  },
  ...text.tags.map((tag) => ({
    sql: 'insert into memory_tags values ($1, $2, $3)',
    values: [text.ns, tag, text.id],
  })),
]

export const sizeOfText = (
  ns: string,
  id: string,
): Transaction<{ readonly bytes: number } | null> =>
  rowOf('select bytes from memory_texts where ns = $1 and id = $2', [ns, id])

export const dropText = (ns: string, id: string): readonly Statement[] => [
  { sql: 'delete from memory_texts where ns = $1 and id = $2', values: [ns, id] },
  { sql: 'delete from memory_tags where ns = $1 and id = $2', values: [ns, id] },
]

export interface TextQuery {
  readonly ns: string
  readonly space: string
  readonly terms: readonly string[]
  /** Texts with every one of these tags. */
  readonly tags: readonly string[]
  readonly limit: number
}

export interface Scored {
  readonly id: string
  readonly score: number
}

export interface TextStore {
  /** The engine's own ranking, best first. */
  rank(query: TextQuery): Promise<readonly Scored[]>
  /** Vectors of one model, of the newest texts. */
  vectors(
    ns: string,
    wanted: { readonly model: string; readonly tags: readonly string[]; readonly limit: number },
  ): Promise<readonly { readonly id: string; readonly vector: Uint8Array }[]>
  find(ns: string, ids: readonly string[]): Promise<readonly FoundText[]>
}

export function createTextStore(db: Db): TextStore {
  const ranking = db.engine === 'sqlite' ? SQLITE : POSTGRES
  return {
    rank: ({ ns, space, terms, tags, limit }) =>
      db.all(`${ranking.sql} ${tagged(tags, 4)} order by score desc, t.created desc limit $3`, [
        ns,
        ranking.match(space, terms),
        limit,
        ...tags,
      ]),
    vectors: (ns, { model, tags, limit }) =>
      db.all(
        `select t.id, t.vector from memory_texts t where t.ns = $1 and t.model = $2
          ${tagged(tags, 4)} order by t.created desc limit $3`,
        [ns, model, limit, ...tags],
      ),
    async find(ns, ids) {
      if (ids.length === 0) return []
      const places = ids.map((_id, at) => `$${at + 2}`).join(', ')
      const rows = await db.all<FoundText>(
        `select id, text, tags, meta, created from memory_texts where ns = $1 and id in (${places})`,
        [ns, ...ids] as SqlValue[],
      )
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
  }
}

const tagged = (tags: readonly string[], first: number): string =>
  tags
    .map(
      (_tag, at) =>
        `and exists (select 1 from memory_tags g
          where g.ns = t.ns and g.id = t.id and g.tag = $${first + at})`,
    )
    .join(' ')

interface Ranking {
  readonly sql: string
  match(space: string, terms: readonly string[]): string
}

const SQLITE: Ranking = {
  sql: `select t.id, -bm25(memory_terms, 0.0, 1.0) as score
    from memory_terms join memory_texts t on t.serial = memory_terms.rowid
    where memory_terms match $2 and t.ns = $1`,
  match: (space, terms) =>
    `space:"${space}" AND terms:(${terms.map((term) => `"${term}"`).join(' OR ')})`,
}

/** Longer texts hold more words, so the score is normalised by length, as in BM25. */
const POSTGRES: Ranking = {
  sql: `select t.id, ts_rank(t.index, q.query, 1) as score
    from memory_texts t, (select to_tsquery('simple', $2) as query) q
    where t.ns = $1 and t.index @@ q.query`,
  match: (_space, terms) => terms.join(' | '),
}
