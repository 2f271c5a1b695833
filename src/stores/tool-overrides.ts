import type { Commit, Db, Transaction } from '../base/core/db.ts'
import { commitWith, rowOf } from '../base/core/transaction.ts'
import type { Migration } from './database/migrate.ts'

export const toolOverrideMigrations: readonly Migration[] = [
  {
    name: 'tool-overrides-1',
    sql: [
      `create table tool_overrides (
        slug text primary key, is_off integer not null, price bigint)`,
      `create table tool_changes (
        revision bigint primary key, slug text not null, what text not null,
        made_by text not null, at bigint not null)`,
    ],
  },
  {
    name: 'tool-overrides-2',
    sql: ['alter table tool_overrides add column factor bigint'],
  },
]

export interface OverrideRow {
  readonly isOff: boolean
  /** Micro-dollars; null where the tool keeps its own price. */
  readonly price: number | null
  /** Percent of its own price; null where that is not multiplied. */
  readonly factor: number | null
}

interface Decided {
  readonly next: OverrideRow
  /** In words. */
  readonly what: string
}

export interface ChangeRow {
  readonly slug: string
  readonly what: string
  readonly by: string
  readonly at: number
}

/** What the operator has changed of tools; every change is a line that stays. */
export interface ToolOverrideStore {
  /** Grows with every change. */
  revision(): Promise<number>
  all(): Promise<ReadonlyMap<string, OverrideRow>>
  /** Decides on what holds at that moment, wherever it was changed; null writes nothing. */
  change(
    slug: string,
    made: Pick<ChangeRow, 'by' | 'at'>,
    decide: (before: OverrideRow) => Decided | null,
  ): Promise<void>
  /** The newest first. */
  changes(countMax: number): Promise<readonly ChangeRow[]>
}

interface Row {
  readonly slug: string
  readonly is_off: number
  readonly price: number | null
  readonly factor: number | null
}

const LOCK = 'tool_overrides'
const OVERRIDES = 'select slug, is_off, price, factor from tool_overrides'
const NOTHING: OverrideRow = { isOff: false, price: null, factor: null }

const overrideOf = ({ is_off: off, price, factor }: Row): OverrideRow => ({
  isOff: Number(off) === 1,
  price: price === null ? null : Number(price),
  factor: factor === null ? null : Number(factor),
})

function* changing(
  slug: string,
  { by, at }: Pick<ChangeRow, 'by' | 'at'>,
  decide: (before: OverrideRow) => Decided | null,
): Transaction<Commit<true>> {
  const found = yield* rowOf<Row>(`${OVERRIDES} where slug = $1`, [slug])
  const decided = decide(found ? overrideOf(found) : NOTHING)
  if (!decided) return commitWith(true, [])
  const { isOff, price, factor } = decided.next
  return commitWith(true, [
    {
      sql: `insert into tool_overrides (slug, is_off, price, factor) values ($1, $2, $3, $4)
        on conflict (slug) do update set
          is_off = excluded.is_off, price = excluded.price, factor = excluded.factor`,
      values: [slug, isOff ? 1 : 0, price, factor],
    },
    {
      sql: `insert into tool_changes
        select coalesce(max(revision), 0) + 1, cast($1 as text), cast($2 as text),
          cast($3 as text), cast($4 as bigint) from tool_changes`,
      values: [slug, decided.what, by, at],
    },
  ])
}

export const createToolOverrideStore = (db: Db): ToolOverrideStore => ({
  async revision() {
    const row = await db.one<{ revision: number }>(
      'select coalesce(max(revision), 0) as revision from tool_changes',
    )
    return Number(row?.revision ?? 0)
  },
  async all() {
    const rows = await db.all<Row>(OVERRIDES)
    return new Map(rows.map((row) => [row.slug, overrideOf(row)]))
  },
  async change(slug, made, decide) {
    await db.run(() => changing(slug, made, decide), LOCK)
  },
  async changes(countMax) {
    const rows = await db.all<{ slug: string; what: string; made_by: string; at: number }>(
      'select slug, what, made_by, at from tool_changes order by revision desc limit $1',
      [countMax],
    )
    return rows.map(({ made_by: by, at, ...row }) => ({ ...row, by, at: Number(at) }))
  },
})
