import {
  addMessage,
  countMessages,
  dropMessage,
  waitingMessages,
} from '../../stores/memory-inbox.ts'
import type { StoredJson } from '../../engines/formats/stored-json.ts'
import { nothing, secondsOf, work } from './command-handler.ts'

/**
 * Strangers can fill an inbox, so it is a space of its own: a full inbox takes no room from the
 * namespace of its owner.
 */
export const inboxOf = (wallet: string): string => `inbox:${wallet}`

interface Send {
  readonly to: string
  readonly body: StoredJson
  readonly topic: string
  readonly ttlSeconds: number
}

interface Sent {
  readonly messageId: string
  readonly to: string
  readonly from: string
  /** Seconds. */
  readonly expiresAt: number
}

export const send = work<Send, Sent>({
  allows: 'anyone',
  // oxlint-disable-next-line require-yield -- it reads nothing
  *check(_space, { body }) {
    return [{ key: null, bytes: body.bytes }]
  },
  // oxlint-disable-next-line require-yield -- it reads nothing
  *apply(space, { to, body, topic, ttlSeconds }) {
    const { ns, actor: sender, now } = space
    const seq = space.count()
    const expires = now + ttlSeconds * 1000
    const { text, bytes } = body
    space.writes.push(addMessage(ns, { seq, sender, topic, body: text, bytes, sent: now, expires }))
    space.grow(1, bytes)
    return { messageId: `msg_${seq}`, to, from: sender, expiresAt: secondsOf(expires) }
  },
})

interface Collect {
  readonly topic: string | null
  readonly limit: number
  /** Takes the messages out of the inbox. */
  readonly acknowledge: boolean
}

export interface Received {
  readonly messageId: string
  readonly from: string
  readonly topic: string | null
  readonly body: unknown
  readonly sentIso: string
}

export const collect = work<Collect, { messages: readonly Received[]; remaining: number }>({
  allows: 'owner',
  check: nothing,
  *apply(space, { topic, limit, acknowledge }) {
    const { ns, now } = space
    const waiting = yield* countMessages(ns, { topic, now })
    const found = yield* waitingMessages(ns, { topic, now }, limit)
    if (acknowledge) {
      for (const message of found) {
        space.writes.push(dropMessage(ns, message))
        space.grow(-1, -message.bytes)
      }
    }
    const messages = found.map((message) => ({
      messageId: `msg_${message.seq}`,
      from: message.sender,
      topic: message.topic === '' ? null : message.topic,
      body: JSON.parse(message.body) as unknown,
      sentIso: new Date(message.sent).toISOString(),
    }))
    return { messages, remaining: waiting - found.length }
  },
})
