import type { ShapedAnswer } from '../../base/core/upstream-log.ts'
import { operationOf, shapeOf, type ShapeOf } from '../../base/lib/shape-of.ts'
import type { UpstreamShape, UpstreamShapeStore } from '../../stores/upstream-shapes.ts'

export interface ShapeWatchParts {
  readonly upstreamShapes: UpstreamShapeStore
  /** Tells the operator, once for each change. */
  tell(title: string, sentence: string): void
  now(): number
}

/** Answers of one operation are looked at no more often. */
const EVERY_MS = 2_000
/** So many answers make a shape. */
const STEADY = 5
/** A change is one if so many answers in a row have it. */
const IN_A_ROW = 3
const OPERATIONS_MAX = 400

interface Known {
  samples: number
  readonly members: Map<string, { count: number; readonly types: Set<string> }>
  readonly inARow: Map<string, number>
  readonly told: Set<string>
  lookedAt: number
  isNew: boolean
}

/** Notices that answers of a provider have changed: a member is missing, or has another type. */
export function createShapeWatch({ upstreamShapes: store, tell, now }: ShapeWatchParts) {
  const known = new Map<string, Known>()
  let loading: Promise<void> | undefined
  let isLoaded = false

  async function load(): Promise<void> {
    for (const { title, operation, samples, members } of await store.all()) {
      const read = Object.entries(members).map(
        ([path, [count, ...types]]) => [path, { count, types: new Set(types) }] as const,
      )
      known.set(keyOf(title, operation), { ...nothing(), samples, members: new Map(read) })
    }
    isLoaded = true
  }

  function shaped({ title, path, value, refusedAt }: ShapedAnswer): void {
    const operation = operationOf(path)
    const key = keyOf(title, operation)
    const before = known.get(key)
    if (!before && known.size >= OPERATIONS_MAX) return
    const one = before ?? nothing()
    known.set(key, one)
    const say = (change: string) => {
      if (!one.told.has(change)) tell(title, `${operation}: ${change}`)
      one.told.add(change)
    }
    if (refusedAt !== undefined) say(`answers are refused: ${refusedAt}`)
    if (now() - one.lookedAt < EVERY_MS) return
    one.lookedAt = now()
    const shape = shapeOf(value)
    const changes = one.samples < STEADY ? [] : changesIn(one, shape)
    for (const change of one.inARow.keys()) if (!changes.includes(change)) one.inARow.delete(change)
    for (const change of changes) {
      const count = (one.inARow.get(change) ?? 0) + 1
      one.inARow.set(change, count)
      if (count >= IN_A_ROW) say(change)
    }
    // What has just changed is not learned before it is told.
    if (changes.every((change) => one.told.has(change))) fold(one, shape)
  }

  return {
    /** Reads what was known before, at the first answer; those until then are not looked at. */
    shaped(answer: ShapedAnswer): void {
      loading ??= load().catch(() => {
        loading = undefined
      })
      if (isLoaded) shaped(answer)
    },
    async flush(): Promise<void> {
      const changed = [...known].filter(([, one]) => one.isNew)
      for (const [, one] of changed) one.isNew = false
      if (changed.length > 0) await store.put(changed.map(([key, one]) => storedOf(key, one)))
    },
  }
}

const keyOf = (title: string, operation: string): string => `${title}\n${operation}`

const nothing = (): Known => ({
  samples: 0,
  members: new Map(),
  inARow: new Map(),
  told: new Set(),
  lookedAt: -Infinity,
  isNew: false,
})

function fold(one: Known, shape: ShapeOf): void {
  one.samples += 1
  one.isNew = true
  for (const [path, types] of shape) {
    const member = one.members.get(path) ?? { count: 0, types: new Set() }
    one.members.set(path, member)
    member.count += 1
    for (const type of types) member.types.add(type)
  }
}

function changesIn(one: Known, shape: ShapeOf): readonly string[] {
  const changes: string[] = []
  for (const [path, { count, types }] of one.members) {
    const is = shape.get(path)
    if (is) {
      const others = [...is].filter((type) => !types.has(type))
      if (others.length > 0)
        changes.push(
          `${nameOf(path)} is ${others.join(' or ')} where it was ${[...types].join(' or ')}`,
        )
    } else if (count === one.samples && hasParent(path, shape))
      changes.push(`${nameOf(path)} is missing`)
  }
  return changes
}

const nameOf = (path: string): string => (path === '' ? 'the whole answer' : `member ${path}`)

/** Whether an answer holds the object that had the member. */
function hasParent(path: string, shape: ShapeOf): boolean {
  if (path === '' || path.endsWith('[]') || path.endsWith('*')) return false
  const parent = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : ''
  return shape.get(parent)?.has('object') ?? false
}

function storedOf(key: string, { samples, members }: Known): UpstreamShape {
  const [title = '', operation = ''] = key.split('\n')
  const told = [...members].map(([path, { count, types }]) => [path, [count, ...types]] as const)
  return {
    title,
    operation,
    samples,
    members: Object.fromEntries(told),
  }
}
