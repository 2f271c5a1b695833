import type { Db } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const searchMigrations: readonly Migration[] = [
  {
    name: 'searches-1',
    sql: [
      `create table searches (
        day bigint not null, words text not null, searches bigint not null,
        unmatched bigint not null, nearest text, primary key (day, words))`,
    ],
  },
  {
    name: 'searches-2',
    sql: [
      `create table search_words (
        day bigint not null, word text not null, clients bigint not null, marks text not null,
        primary key (day, word))`,
      'create table search_keys (day bigint primary key, secret text not null)',
    ],
  },
]

/** Searches with the same words on one day, without the clients. */
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

/** A word, and a hexadecimal mark of a client that searched for it on that day. */
export interface MarkedWord {
  readonly day: number
  readonly word: string
  readonly mark: string
}

/** The same over several days. */
export interface SearchedOver extends Omit<SearchedWords, 'day'> {
  readonly firstDay: number
  readonly lastDay: number
}

export interface SearchStore {
  add(rows: readonly SearchedWords[]): Promise<void>
  /** The secret by which all replicas mark clients on a day; the first one brings it. */
  secretOf(day: number, fresh: string): Promise<string>
  /** Counts the clients of words, each once a day, and no more of them than `most`. */
  mark(marks: readonly MarkedWord[], most: number): Promise<void>
  /** Words that so many clients searched for on one day. */
  wordsOfMany(day: number, least: number): Promise<readonly string[]>
  /** Throws away the secrets and marks of the days before that one: their counts stay. */
  unmark(day: number): Promise<void>
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
/** Different words whose clients are counted on one day. */
const MARKED_A_DAY = 20_000

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
  async secretOf(day, fresh) {
    const sql = 'insert into search_keys values ($1, $2) on conflict (day) do nothing'
    await db.batch([{ sql, values: [day, fresh] }], 'soon')
    const found = await db.one<{ secret: string }>(
      'select secret from search_keys where day = $1',
      [day],
    )
    return found?.secret ?? fresh
  },
  async mark(marks, most) {
    const full = new Set<number>()
    for (const day of new Set(marks.map((one) => one.day))) {
      const sql = 'select count(*) as count from search_words where day = $1'
      const found = await db.one<{ count: number }>(sql, [day])
      if (Number(found?.count ?? 0) >= MARKED_A_DAY) full.add(day)
    }
    const ordered = marks.toSorted(
      (a, b) => a.day - b.day || order(a.word, b.word) || order(a.mark, b.mark),
    )
    await db.batch(
      ordered.map(({ day, word, mark }) => ({
        sql: full.has(day) ? MARK_KNOWN : MARK,
        values: [day, word, mark, most],
      })),
      'soon',
    )
  },
  async wordsOfMany(day, least) {
    const sql = `select word from search_words where day >= $1 and clients >= $2
      group by word order by max(clients) desc, max(day) desc, word limit ${MANY_READ_MAX}`
    const rows = await db.all<{ word: string }>(sql, [day, least])
    return rows.map(({ word }) => word)
  },
  async unmark(day) {
    await db.batch(
      [
        {
          sql: `update search_words set marks = '' where day < $1 and marks <> ''`,
          values: [day],
        },
        { sql: 'delete from search_keys where day < $1', values: [day] },
      ],
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
    await db.batch(
      ['searches', 'search_words'].map((table) => ({
        sql: `delete from ${table} where day <= $1`,
        values: [Number(row.day)],
      })),
      'soon',
    )
    return true
  },
})

const MANY_READ_MAX = 10_000

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Marks are hexadecimal, so that none of their letters means another one to `like`. */
const MARK = `insert into search_words values ($1, $2, 1, $3)
  on conflict (day, word) do update set clients = search_words.clients + 1,
    marks = search_words.marks || ' ' || excluded.marks
  where search_words.clients < $4 and search_words.marks not like '%' || excluded.marks || '%'`

const MARK_KNOWN = `update search_words set clients = clients + 1, marks = marks || ' ' || $3
  where day = $1 and word = $2 and clients < $4 and marks not like '%' || $3 || '%'`

const COUNT = `insert into searches values ($1, $2, $3, $4, $5)
  on conflict (day, words) do update set searches = searches.searches + excluded.searches,
    unmatched = searches.unmatched + excluded.unmatched,
    nearest = coalesce(excluded.nearest, searches.nearest)`

const COUNT_KNOWN = `update searches set searches = searches + $3, unmatched = unmatched + $4,
  nearest = coalesce($5, nearest) where day = $1 and words = $2`
