import type { Db } from '../core/db.ts'
import type { Migration } from './migrate.ts'

export const searchMigrations: readonly Migration[] = [
  {
    name: 'searches-1',
    sql: [
      `create table searches (
        day bigint not null, words text not null, searches bigint not null,
        unmatched bigint not null, nearest text, primary key (day, words))`,
    ],
  },
]

/** What was searched for in the same words on one day. Who did is not known. */
export interface SearchedWords {
  /** Days since the epoch. */
  readonly day: number
  /** In the order of the alphabet, with spaces between them. */
  readonly words: string
  readonly searches: number
  /** Those of them that found nothing that fits. */
  readonly unmatched: number
  /** The own tool that came nearest. */
  readonly nearest: string | null
}

/** The same over several days. */
export interface SearchedOver extends Omit<SearchedWords, 'day'> {
  readonly firstDay: number
  readonly lastDay: number
}

export interface SearchStore {
  add(rows: readonly SearchedWords[]): Promise<void>
  /** The most frequent words since a day. */
  since(day: number): Promise<readonly SearchedOver[]>
  /** Whether some words of these days were not kept, because there were too many. */
  isFull(day: number): Promise<boolean>
  /** Deletes one day before that one; false if none is left. */
  forget(day: number): Promise<boolean>
}

/** Different words that are kept of one day, give or take those of one flush. */
const WORDS_A_DAY = 5_000
const READ_MAX = 3_000

export const createSearchStore = (db: Db): SearchStore => ({
  async add(rows) {
    const full = new Set<number>()
    for (const day of new Set(rows.map((row) => row.day))) {
      const found = await db.one<{ count: number }>(
        'select count(*) as count from searches where day = $1',
        [day],
      )
      if (Number(found?.count ?? 0) >= WORDS_A_DAY) full.add(day)
    }
    // Replicas lock the rows in one order, so that they cannot deadlock.
    const ordered = rows.toSorted((a, b) => a.day - b.day || (a.words < b.words ? -1 : 1))
    await db.batch(
      ordered.map(({ day, words, searches, unmatched, nearest }) => ({
        // On a full day only words that are known are counted.
        sql: full.has(day) ? COUNT_KNOWN : COUNT,
        values: [day, words, searches, unmatched, nearest],
      })),
      'soon',
    )
  },
  async since(day) {
    const sql = `select words, sum(searches) as searches, sum(unmatched) as unmatched,
        max(nearest) as nearest, min(day) as "firstDay", max(day) as "lastDay"
      from searches where day >= $1 group by words
      order by sum(searches) desc, words limit ${READ_MAX}`
    const rows = await db.all<SearchedOver>(sql, [day])
    return rows.map(({ words, nearest, ...numbers }) => ({
      words,
      nearest,
      searches: Number(numbers.searches),
      unmatched: Number(numbers.unmatched),
      firstDay: Number(numbers.firstDay),
      lastDay: Number(numbers.lastDay),
    }))
  },
  async isFull(day) {
    const sql = `select day from searches where day >= $1 group by day
      having count(*) >= ${WORDS_A_DAY} limit 1`
    return (await db.one(sql, [day])) !== null
  },
  async forget(day) {
    const row = await db.one<{ day: number | null }>('select min(day) as day from searches')
    if (row === null || row.day === null || Number(row.day) >= day) return false
    const sql = 'delete from searches where day = $1'
    await db.batch([{ sql, values: [Number(row.day)] }], 'soon')
    return true
  },
})

const COUNT = `insert into searches values ($1, $2, $3, $4, $5)
  on conflict (day, words) do update set searches = searches.searches + excluded.searches,
    unmatched = searches.unmatched + excluded.unmatched,
    nearest = coalesce(excluded.nearest, searches.nearest)`

const COUNT_KNOWN = `update searches set searches = searches + $3, unmatched = unmatched + $4,
  nearest = coalesce($5, nearest) where day = $1 and words = $2`
