import { isDeepStrictEqual } from 'node:util'
import type { Provider } from '../../../src/base/core/capability.ts'
import { Fault } from '../../../src/base/core/fault.ts'
import type { Kind } from './mutate.ts'
import type { Outcome } from './play.ts'

/** What is wrong with the outcome of a spoilt answer; undefined if it is right or honest. */
export function wrongIn(
  kind: Kind,
  sound: Outcome,
  spoilt: Outcome,
  providers: readonly Provider[],
): string | undefined {
  if ('thrown' in spoilt) return wrongFault(kind, sound, spoilt.thrown, providers)
  if ('thrown' in sound)
    return kind === 'added' || kind === 'same text' ? 'an answer in place of the fault' : undefined
  const nonsense = nonsenseIn(spoilt.value, sound.value)
  if (nonsense) return nonsense
  switch (kind) {
    case 'no answer':
      return 'an answer made of nothing'
    case 'added':
    case 'same text':
      return isDeepStrictEqual(withoutAdded(spoilt.value), sound.value)
        ? undefined
        : 'another answer'
    case 'wider number':
      return undefined
    default:
      return inventedIn(spoilt.value, sound.value, kind)
  }
}

function wrongFault(
  kind: Kind,
  sound: Outcome,
  thrown: unknown,
  providers: readonly Provider[],
): string | undefined {
  if (!(thrown instanceof Fault)) return `500: ${String(thrown)}`
  const said = `${thrown.code}: ${thrown.message}`
  if (kind === 'added' || kind === 'same text') {
    const before = 'thrown' in sound ? sound.thrown : undefined
    return before instanceof Fault && before.message === thrown.message ? undefined : said
  }
  if ('thrown' in sound) return undefined
  const isTheirs = thrown.code.startsWith('upstream_')
  // An empty list is an answer too: nothing was found.
  if (!isTheirs && kind === 'empty list' && thrown.code === 'not_found') return undefined
  const isNamed = providers.some(({ title }) => thrown.message.includes(title.split(' (')[0]!))
  return isTheirs && isNamed ? undefined : said
}

const NONSENSE = /\b(NaN|undefined|Infinity|Invalid Date)\b|\[object /

function nonsenseIn(value: unknown, before: unknown): string | undefined {
  const known = JSON.stringify(before) ?? ''
  for (const leaf of leavesOf(value)) {
    if (typeof leaf === 'number' && !Number.isFinite(leaf)) return `the number ${leaf}`
    if (typeof leaf !== 'string' || known.includes(JSON.stringify(leaf).slice(1, -1))) continue
    if (NONSENSE.test(leaf) || leaf.startsWith('1970-01-01')) return `the text ${leaf.slice(0, 80)}`
  }
  return undefined
}

function leavesOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [value]
  return Object.values(value).flatMap(leavesOf)
}

/**
 * Less than before is honest: null, a shorter list, a missing member. What was not there before is
 * invented, apart from the very text that the provider now sends.
 */
function inventedIn(value: unknown, before: unknown, kind: Kind, at = ''): string | undefined {
  if (Object.is(value, before) || value === null || value === undefined) return undefined
  if (isSent(value, kind)) return undefined
  if (Array.isArray(value) && Array.isArray(before)) return inventedItem(value, before, kind, at)
  if (isObject(value) && isObject(before)) {
    for (const [name, one] of Object.entries(value)) {
      if (kind === 'unknown word' && name.includes('zz-unknown-7')) continue
      const wrong = inventedIn(one, before[name], kind, `${at}.${name}`)
      if (wrong) return wrong
    }
    return undefined
  }
  if (typeof value === 'string' && typeof before === 'string')
    // A sentence or a list in one text with a part less.
    return before.includes(value)
      ? undefined
      : `${at}: "${value.slice(0, 60)}" for "${before.slice(0, 60)}"`
  return `${at}: ${JSON.stringify(value)?.slice(0, 60)} for ${JSON.stringify(before)?.slice(0, 60)}`
}

function inventedItem(
  value: readonly unknown[],
  before: readonly unknown[],
  kind: Kind,
  at: string,
): string | undefined {
  const left = [...before]
  const others = value.filter((one) => {
    const same = left.findIndex((other) => isDeepStrictEqual(one, other))
    if (same >= 0) left.splice(same, 1)
    return same < 0
  })
  for (const one of others) {
    const found = left.findIndex((other) => inventedIn(one, other, kind, at) === undefined)
    if (found < 0) return `${at}[]: ${JSON.stringify(one).slice(0, 120)} is new`
    left.splice(found, 1)
  }
  return undefined
}

/** Some members are handed on as they are. */
function withoutAdded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAdded)
  if (!isObject(value)) return value
  const members = Object.entries(value).filter(([name]) => name !== 'zzAdded7')
  return Object.fromEntries(members.map(([name, one]) => [name, withoutAdded(one)]))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the mutation itself has put there. */
const isSent = (value: unknown, kind: Kind): boolean =>
  (kind === 'unknown word' && typeof value === 'string' && value.includes('zz-unknown-7')) ||
  (kind === 'other type' && (value === 7 || value === '7'))
