import {
  addItem,
  depthOf,
  dropItem,
  leasedItem,
  readyItems,
  turnItem,
  type Lease,
} from '../../stores/memory-queues.ts'
import type { StoredJson } from '../../engines/formats/stored-json.ts'
import { nothing, secondsOf, work } from './command-handler.ts'

/** Items of one push share the number of its log entry; their position tells them apart. */
const ITEMS_PER_PUSH = 128

interface Push {
  readonly queue: string
  readonly items: readonly StoredJson[]
  readonly delaySeconds: number
}

export const push = work<Push, { queue: string; pushed: number; depth: number }>({
  allows: 'writers',
  // oxlint-disable-next-line require-yield -- it reads nothing
  *check(_space, { items }) {
    return items.map(({ bytes }) => ({ key: null, bytes }))
  },
  *apply(space, { queue, items, delaySeconds }) {
    const { ns, now } = space
    const depth = yield* depthOf(ns, queue)
    const first = space.log('push', queue, { items: items.length }) * ITEMS_PER_PUSH
    const ready = now + delaySeconds * 1000
    for (const [at, { text, bytes }] of items.entries()) {
      const item = { seq: first + at, item: text, bytes, attempts: 0, ready }
      space.writes.push(addItem(ns, queue, item))
      space.grow(1, bytes)
    }
    return { queue, pushed: items.length, depth: depth + items.length }
  },
})

interface Pop {
  readonly queue: string
  readonly count: number
  readonly visibilitySeconds: number
}

export interface Popped {
  readonly id: string
  readonly item: unknown
  readonly attempts: number
  /** Seconds. */
  readonly leaseUntil: number
}

export const pop = work<Pop, { items: readonly Popped[]; depth: number }>({
  allows: 'writers',
  check: nothing,
  *apply(space, { queue, count, visibilitySeconds }) {
    const { ns, now } = space
    const depth = yield* depthOf(ns, queue)
    const found = yield* readyItems(ns, queue, { now, limit: count })
    const until = now + visibilitySeconds * 1000
    const items = found.map(({ seq, item, attempts: before }): Popped => {
      const attempts = before + 1
      space.writes.push(turnItem(ns, queue, { seq, attempts, ready: until }))
      const id = idOf({ seq, attempts })
      return { id, item: JSON.parse(item) as unknown, attempts, leaseUntil: secondsOf(until) }
    })
    if (items.length > 0) space.log('pop', queue, { ids: items.map(({ id }) => id) })
    return { items, depth }
  },
})

interface Acknowledge {
  readonly queue: string
  /** Ids as they were handed out; an unknown id is ignored. */
  readonly ids: readonly string[]
  /** Returns the items to the queue instead of ending them. */
  readonly release: boolean
}

export const acknowledge = work<
  Acknowledge,
  { readonly acknowledged: number; readonly released: number; readonly depth: number }
>({
  allows: 'writers',
  check: nothing,
  *apply(space, { queue, ids, release }) {
    const { ns, now } = space
    const depth = yield* depthOf(ns, queue)
    const ended: string[] = []
    for (const id of new Set(ids)) {
      const lease = leaseOf(id)
      const item = lease && (yield* leasedItem(ns, queue, { lease, now }))
      if (!item) continue
      ended.push(id)
      if (release) {
        space.writes.push(turnItem(ns, queue, { ...item, ready: now }))
      } else {
        space.writes.push(dropItem(ns, queue, item))
        space.grow(-1, -item.bytes)
      }
    }
    if (ended.length > 0) space.log(release ? 'release' : 'ack', queue, { ids: ended })
    const acknowledged = release ? 0 : ended.length
    return { acknowledged, released: release ? ended.length : 0, depth: depth - acknowledged }
  },
})

/** The id names one lease of an item, so a late worker cannot end the lease of another. */
const idOf = ({ seq, attempts }: Lease): string => `q_${seq}.${attempts}`

function leaseOf(id: string): Lease | null {
  const [, seq, attempts] = /^q_(\d{1,15})\.(\d{1,9})$/.exec(id) ?? []
  return seq && attempts ? { seq: Number(seq), attempts: Number(attempts) } : null
}
