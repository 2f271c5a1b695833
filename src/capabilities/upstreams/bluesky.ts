import { z } from 'zod'
import { badInput, notFound } from '../../base/core/fault.ts'
import { MINUTE_MS } from '../../base/core/milliseconds.ts'
import { momentOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'
import { objectIn } from '../../base/lib/json-object.ts'

const text = z.string().nullish()
const number = z.int().nullish()

const Profile = z.object({
  did: z.string(),
  handle: z.string(),
  displayName: text,
  description: text,
  followersCount: number,
  followsCount: number,
  postsCount: number,
  createdAt: text,
})

const Post = z.object({
  uri: z.string(),
  record: z.object({ text: z.string(), createdAt: text }),
  likeCount: z.int(),
  repostCount: z.int(),
  replyCount: z.int(),
  indexedAt: text,
})

const Feed = z.object({
  feed: rowsOf(z.object({ post: Post, reason: z.object({ $type: text }).nullish() })),
  cursor: text,
})

export interface BlueskyPost {
  readonly uri: string
  readonly text: string
  readonly createdIso: string | null
  readonly likes: number
  readonly reposts: number
  readonly replies: number
}

const Refusal = z.object({ error: text, message: text })

export const bluesky = defineUpstream({
  name: 'bluesky',
  title: 'Bluesky',
  terms: 'https://bsky.social/about/support/tos',
  texts: 'public',
  base: 'https://public.api.bsky.app',
  limits: { timeoutMs: 10_000, bytesMax: 3_000_000, perSecond: 10 },
  cacheTtlMs: MINUTE_MS,
  refusals: { 400: refusalOf },
  api: (http) => ({
    async profile(actor: string) {
      const found = await http.json('/xrpc/app.bsky.actor.getProfile', Profile, {
        query: { actor },
      })
      return { ...found, createdIso: momentOf(found.createdAt) }
    },

    /** Posts of the account itself, newest first, without replies and reposts. */
    async posts(actor: string, limit: number, cursor: string | undefined) {
      const query = { actor, limit, cursor, filter: 'posts_no_replies' }
      const answer = await http.json('/xrpc/app.bsky.feed.getAuthorFeed', Feed, { query })
      const own = answer.feed.filter(
        ({ reason }) => !reason || reason.$type?.endsWith('#reasonPin'),
      )
      return { posts: own.map(({ post }) => postOf(post)), cursor: answer.cursor || null }
    },
  }),
})

function postOf(post: z.output<typeof Post>): BlueskyPost {
  return {
    uri: post.uri,
    text: post.record.text,
    createdIso: momentOf(post.record.createdAt) ?? momentOf(post.indexedAt),
    likes: post.likeCount,
    reposts: post.repostCount,
    replies: post.replyCount,
  }
}

/** The author's client writes the time of a post, so it may be invalid. */

function refusalOf(body: string) {
  const { error, message } = Refusal.safeParse(objectIn(body)).data ?? {}
  const isGone = /not found|takendown|deactivated|suspended|could not (find|resolve)/i
  if (isGone.test(`${error} ${message}`)) return notFound('Bluesky shows no such account.')
  return badInput(`actor, cursor: Bluesky refuses them: ${(message ?? '').slice(0, 200)}`)
}
