import { createHmac, randomBytes } from 'node:crypto'
import type { Capability } from '../../base/core/capability.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { partKey } from '../../base/core/parts.ts'
import { wordsOf } from '../../engines/search/terms.ts'
import {
  createSearchStore,
  type MarkedWord,
  type SearchedOver,
  type SearchedWords,
  type SearchStore,
} from '../../stores/searches.ts'

/** A search of tools, as it was made. */
export interface Search {
  readonly query: string
  /** Counted once a day for the same words; the record of it is deleted at the end of the day. */
  readonly client: string
  /** Whether something fits. */
  readonly isMet: boolean
  /** The own tool that came first. */
  readonly nearest: string | null
}

/** Counts what is searched for: words by day, and never who asked. */
export interface Demand {
  note(search: Search): void
  /** Writes the counts of the last moments to the store. */
  flush(): Promise<void>
  /** Forgets what is older than the operator wants to keep. */
  trim(signal: AbortSignal): Promise<void>
}

export const DEMAND = partKey<Demand>('demand')

export interface DemandParts {
  readonly store: SearchStore
  /** 0: for ever. */
  readonly keptDays: number
  now(): number
}

/** Words of fewer clients on a day are not published: they may identify a client. */
const TOLD_MIN = 3
/** Between two flushes. */
const HELD_MAX = 1_000
const SEEN_MAX = 50_000
/** The most that one client adds to a day, so that no client fills it. */
const OF_CLIENT_MAX = 200

/** Clients of one word between two flushes: more than count, as some of them may have counted. */
const CLIENTS_HELD_MAX = 10

/** Words that are marked in one transaction, each for up to that many clients. */
const MARKED_AT_ONCE = 50

type AskedWord = readonly [key: string, clients: ReadonlySet<string>]

export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

export function createDemand({ store, keptDays, now }: DemandParts): Demand {
  const held = new Map<string, SearchedWords>()
  const secret = randomBytes(32)
  let seenOn = 0
  let seen = new Set<string>()
  let counts = new Map<string, number>()
  /** Who searched for a word since the last flush, by its day. */
  const askedBy = new Map<string, Set<string>>()
  let marksOf: { readonly day: number; readonly secret: string } | null = null

  /** A part at a time: a few clients that search for many words may not hold up the others. */
  async function mark(asked: readonly AskedWord[]) {
    for (let at = 0; at < asked.length; at += MARKED_AT_ONCE)
      await store.mark(await marksIn(asked.slice(at, at + MARKED_AT_ONCE)), TOLD_MIN)
  }

  async function marksIn(asked: readonly AskedWord[]): Promise<readonly MarkedWord[]> {
    const marks: MarkedWord[] = []
    for (const [key, clients] of asked) {
      const [on = '', word = ''] = key.split(' ')
      const day = Number(on)
      if (marksOf?.day !== day) {
        const secret = await store.secretOf(day, randomBytes(32).toString('hex'))
        marksOf = { day, secret }
      }
      for (const client of clients)
        marks.push({
          day,
          word,
          mark: markOf(marksOf.secret, `${client} ${word}`),
        })
    }
    return marks
  }

  const hashOf = (text: string): string =>
    createHmac('sha256', secret).update(text).digest('base64').slice(0, 16)

  /** Whether a client asks this for the first time today. Its process forgets it by tomorrow. */
  function isNew(day: number, client: string, words: string): boolean {
    if (day !== seenOn || seen.size >= SEEN_MAX) {
      seenOn = day
      seen = new Set()
      counts = new Map()
    }
    const mark = hashOf(`${client}\n${words}`)
    const who = hashOf(client)
    const count = counts.get(who) ?? 0
    if (seen.has(mark) || count >= OF_CLIENT_MAX) return false
    seen.add(mark)
    counts.set(who, count + 1)
    return true
  }

  return {
    note({ query, client, isMet, nearest }) {
      const words = wordsOfSearch(query).join(' ')
      const day = dayOf(now())
      const key = `${day} ${words}`
      const before = held.get(key)
      if (words === '' || (!before && held.size >= HELD_MAX)) return
      if (!isNew(day, client, words)) return
      for (const word of words.split(' ')) {
        const clients = askedBy.get(`${day} ${word}`) ?? new Set()
        if (clients.size < CLIENTS_HELD_MAX) clients.add(client)
        askedBy.set(`${day} ${word}`, clients)
      }
      held.set(key, {
        day,
        words,
        searches: (before?.searches ?? 0) + 1,
        unmatched: (before?.unmatched ?? 0) + Number(!isMet),
        nearest: nearest ?? before?.nearest ?? null,
      })
    },
    async flush() {
      if (held.size === 0) return
      const rows = [...held.values()]
      const asked = [...askedBy]
      held.clear()
      askedBy.clear()
      await store.add(rows)
      await mark(asked)
    },
    async trim(signal) {
      await store.unmark(dayOf(now()))
      if (keptDays === 0) return
      const before = dayOf(now()) - keptDays
      while (!signal.aborted && (await store.forget(before)));
    },
  }
}

const markOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex').slice(0, 16)

const QUERY_READ_MAX = 1_000
const WORDS_MAX = 8
const WORD_LENGTH_MAX = 24
const DIGITS_MAX = 4
const AROUND = /^[("'“‘[]+|[)\]"'”’.,;:!?]+$/gu
/** No address, no number, no name of a file, no key. */
const PLAIN = /^\p{L}[\p{L}\p{M}\p{N}]*(?:[-'’][\p{L}\p{M}\p{N}]+)*$/u

/** Keys that say what they are, and what is too long for a word that is written so. */
const KEY_LIKE = /^(?:[spr]k|xox[a-z]|glpat)-|^eyJ/
const CODE_LENGTH_MAX = 12
const CODE = /^[\p{Lu}\p{N}]+$|\p{L}\p{N}+\p{L}|\p{Ll}\p{Lu}.*\p{Ll}\p{Lu}.*\p{Lu}/u
const isKeyLike = (piece: string): boolean =>
  KEY_LIKE.test(piece) || (piece.length > CODE_LENGTH_MAX && CODE.test(piece))

/** What is kept of a search: its plain words, each once, in the order of the alphabet. */
export function wordsOfSearch(query: string): readonly string[] {
  const plain = query
    .slice(0, QUERY_READ_MAX)
    .split(/\s+/)
    .map((piece) => piece.replaceAll(AROUND, ''))
    .filter(
      (piece) =>
        piece.length <= WORD_LENGTH_MAX &&
        PLAIN.test(piece) &&
        !isKeyLike(piece) &&
        piece.replaceAll(/\P{N}/gu, '').length <= DIGITS_MAX,
    )
  const words = wordsOf(plain.join(' ')).flatMap(({ folded, isCommon }) =>
    isCommon ? [] : [folded],
  )
  return [...new Set(words)].slice(0, WORDS_MAX).toSorted()
}

/** What was searched for, for tools. */
export interface Searches {
  since(day: number): Promise<{
    readonly rows: readonly SearchedOver[]
    /** Words that enough clients searched for to be told, and how many are enough. */
    readonly told: ReadonlySet<string>
    readonly toldMin: number
    /** Whether the words of all searches were kept. */
    readonly isWhole: boolean
  }>
}

export const searches: Capability<Searches> = {
  name: 'searches',
  settings: [],
  texts: 'public',
  open(host) {
    const store = createSearchStore(host.db)
    return () => ({
      async since(day) {
        await host.part?.(DEMAND)?.flush()
        const [rows, told, isFull] = await Promise.all([
          store.since(day),
          store.wordsOfMany(day, TOLD_MIN),
          store.isFull(day),
        ])
        return { rows, told: new Set(told), toldMin: TOLD_MIN, isWhole: !isFull }
      },
    })
  },
}
