import { partKey } from '../src/base/core/parts.ts'
import { UPSTREAM_LOG, type ShapedAnswer, type UpstreamLog } from '../src/base/core/upstream-log.ts'
import { operationOf, shapeOf, type ShapeOf } from '../src/base/lib/shape-of.ts'
import type { NamedRecording } from '../test/support/recordings/form.ts'

/** Hears the answers that come while tools run. */
export function createListener() {
  const heard: ShapedAnswer[] = []
  const log: UpstreamLog = {
    paced() {},
    ended() {},
    shaped: (answer) => void heard.push(answer),
  }
  return {
    heard,
    part: <T>(key: ReturnType<typeof partKey<T>>): T | undefined =>
      key.name === UPSTREAM_LOG.name ? (log as T) : undefined,
  }
}

/**
 * How live answers differ from the recorded ones of the same operation, as lines of a patch to the
 * recordings. A recording is cut to what matters, so a member that it lacks is no difference.
 */
export function differencesOf(
  live: readonly ShapedAnswer[],
  recordings: readonly NamedRecording[],
): readonly string[] {
  const recorded = recordings.flatMap(({ exchanges }) =>
    exchanges.flatMap(({ request, response: { json, status } }) =>
      json === undefined || status !== 200 ? [] : { path: request.path, value: json },
    ),
  )
  const lines = live.flatMap(({ path, value }) => {
    const operation = operationOf(placeOf(path))
    const same = recorded.filter((one) => operationOf(one.path) === operation)
    if (same.length === 0) return []
    const known = unionOf(same.map((one) => shapeOf(one.value)))
    return patchOf(known, shapeOf(value)).map((line) => `${operation}  ${line}`)
  })
  return [...new Set(lines)]
}

const placeOf = (path: string): string => URL.parse(path)?.pathname ?? path

function unionOf(shapes: readonly ShapeOf[]): ShapeOf {
  const union = new Map<string, Set<string>>()
  for (const shape of shapes)
    for (const [path, types] of shape)
      union.set(path, new Set([...(union.get(path) ?? []), ...types]))
  return union
}

function patchOf(known: ShapeOf, live: ShapeOf): readonly string[] {
  return [...known].flatMap(([path, types]) => {
    const is = live.get(path)
    const was = [...types].join(' or ')
    if (is) {
      const others = [...is].filter((type) => !types.has(type))
      return others.length === 0 ? [] : [`- ${path}: ${was}`, `+ ${path}: ${others.join(' or ')}`]
    }
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('.')))
    const isMissing = !path.endsWith('[]') && live.get(parent)?.has('object')
    return isMissing ? [`- ${path}: ${was}`] : []
  })
}
