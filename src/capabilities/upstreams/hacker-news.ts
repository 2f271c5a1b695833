import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { MINUTE_MS } from '../../base/core/milliseconds.ts'
import { plainText } from '../../engines/language/plain-text.ts'
import { momentOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()
const number = z.number().nullish()

const Hit = z.object({
  objectID: z.string().regex(/^\d+$/),
  title: text,
  url: text,
  author: text,
  points: number,
  num_comments: number,
  created_at: z.string(),
  story_text: text,
  comment_text: text,
  story_title: text,
  story_url: text,
})

const Hits = z.object({ hits: rowsOf(Hit), nbHits: z.int() })

/** Its children are read one by one: they may be nested deeper than a parser can follow. */
const Item = z.object({
  id: z.int(),
  title: text,
  url: text,
  author: text,
  points: number,
  text,
  created_at: z.string(),
  children: z.array(z.unknown()),
})

export interface SearchHit {
  readonly id: number
  readonly title: string | null
  readonly url: string | null
  readonly author: string | null
  readonly points: number | null
  readonly comments: number | null
  readonly createdIso: string | null
  readonly text: string | null
}

export interface Comment {
  readonly id: number
  readonly author: string | null
  readonly text: string
  /** 0 for a reply to the story itself. */
  readonly depth: number
  readonly createdIso: string | null
}

export interface NewsQuery {
  readonly q: string
  readonly kind: 'story' | 'comment' | 'all'
  readonly sort: 'relevance' | 'date'
  readonly limit: number
  /** Only items written since this time, in milliseconds since the epoch. */
  readonly sinceMs?: number
}

const TAGS = { story: 'story', comment: 'comment', all: '(story,comment,poll,job)' } as const
const PATHS = { relevance: '/api/v1/search', date: '/api/v1/search_by_date' } as const

/** 10,000 requests an hour. */
const PER_SECOND = 2.5

export const hackerNews = defineUpstream({
  name: 'hacker-news',
  title: 'Hacker News Search',
  terms: 'https://www.ycombinator.com/legal/',
  texts: 'public',
  base: 'https://hn.algolia.com',
  limits: { timeoutMs: 15_000, bytesMax: 20_000_000, perSecond: PER_SECOND },
  cacheTtlMs: MINUTE_MS,
  api: (http) => ({
    async search({ q, kind, sort, limit, sinceMs }: NewsQuery) {
      const numericFilters =
        sinceMs === undefined ? undefined : `created_at_i>${Math.floor(sinceMs / 1_000)}`
      const query = { query: q, tags: TAGS[kind], hitsPerPage: limit, numericFilters }
      const { hits, nbHits } = await http.json(PATHS[sort], Hits, { query })
      return { results: hits.slice(0, limit).map(foundOf), total: nbHits }
    },

    /** Comments in reading order: each is followed by its replies. */
    async thread(id: number, commentsMax: number) {
      const refusals = { 404: () => notFound(`Hacker News has no item ${id}.`) }
      const item = await http.json(`/api/v1/items/${id}`, Item, { refusals })
      return { ...item, comments: commentsOf(item.children, commentsMax) }
    },
  }),
})

function foundOf(hit: z.output<typeof Hit>): SearchHit {
  const html = hit.story_text || hit.comment_text
  return {
    id: Number(hit.objectID),
    title: hit.title ?? hit.story_title ?? null,
    url: hit.url || hit.story_url || null,
    author: hit.author ?? null,
    points: hit.points ?? null,
    comments: hit.num_comments ?? null,
    createdIso: momentOf(hit.created_at),
    text: html ? plainText(html) : null,
  }
}

function commentsOf(children: readonly unknown[], most: number): readonly Comment[] {
  const comments: Comment[] = []
  const waiting = children.toReversed().map((child) => ({ child, depth: 0 }))
  while (comments.length < most) {
    const next = waiting.pop()
    if (!next) break
    const { data: item } = Item.safeParse(next.child)
    if (!item) continue
    const { depth } = next
    // A deleted comment has no text, but may have replies.
    if (item.text)
      comments.push({
        id: item.id,
        author: item.author ?? null,
        text: plainText(item.text),
        depth,
        createdIso: momentOf(item.created_at),
      })
    for (const child of item.children.toReversed()) waiting.push({ child, depth: depth + 1 })
  }
  return comments
}
