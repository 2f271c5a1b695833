import { badInput } from '../../../base/core/fault.ts'
import { sealIn } from './seals.ts'

/** A wire that is added here has a file beside this one, which `all.ts` names. */
export const WIRE_NAMES = ['chat', 'messages', 'responses'] as const

export type WireName = (typeof WIRE_NAMES)[number]

/** A request in words that every wire has, and what of it no other wire has words for. */
export interface Plain {
  readonly request: Readonly<Record<string, unknown>>
  /** By their path, and the kind of what is left out: `tools.web_search`. */
  readonly lost: readonly string[]
}

/**
 * What becomes of a field of a request, by the wire that the provider speaks:
 * - `mapped`: it is sent on, in the provider's words;
 * - `thoughts`: it is sent on where the model takes its thoughts back, else dropped;
 * - `dropped`: it is not sent, and the answer says so;
 * - `refused`: the answer would not be what was asked for.
 */
export type Treatment = 'mapped' | 'thoughts' | 'dropped' | 'refused'

export type Row = Readonly<Record<WireName, Treatment>>

/**
 * One row for every field that a wire defines, and for the members of fields that are translated,
 * by their path without indexes, such as `tools.function.strict`. What has no row is dropped and
 * disclosed, except below a mapped field whose members have none: such a field is data.
 */
export type Policy = Readonly<Record<string, Row>>

export const onAll = (treatment: Treatment): Row =>
  Object.fromEntries(WIRE_NAMES.map((wire) => [wire, treatment])) as Row

export const only = (wire: WireName, otherwise: Treatment): Row => ({
  ...onAll(otherwise),
  [wire]: 'mapped',
})

/** Several members of one field. */
export const rowsOf = (field: string, members: readonly string[], row: Row): Policy =>
  Object.fromEntries(members.map((name) => [`${field}.${name}`, row]))

/** Fields of the gateway itself, that no provider hears of. */
const OWN = new Set(['cache', 'model', 'stream', 'stream_options'])

/** What happens anyway, so that a field which asks for it asks for nothing. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  background: false,
  frequency_penalty: 0,
  logprobs: false,
  n: 1,
  presence_penalty: 0,
  service_tier: 'auto',
  store: false,
  top_logprobs: 0,
  truncation: 'disabled',
}

export interface Applied {
  /** Fields that are sent on where both sides speak the same wire. */
  readonly kept: Record<string, unknown>
  readonly dropped: readonly string[]
}

interface Request {
  readonly body: Readonly<Record<string, unknown>>
  readonly known: Readonly<Record<string, unknown>>
  /** `known` in words that other wires have, and what that leaves out. */
  readonly plain?: Plain | undefined
}

interface WirePair {
  readonly from: WireName
  readonly to: WireName
  /** Whether the model takes its thoughts back. */
  readonly takesThoughts: boolean
}

/**
 * Sorts the fields of a request for a provider, and tells which members of `body` are not in what
 * is `known` of it, and which a translation leaves out. Throws for fields that are refused.
 */
export function applyPolicy(
  policy: Policy,
  { body, known, plain }: Request,
  way: WirePair,
): Applied {
  const kept: Record<string, unknown> = {}
  const dropped = new Set(membersLost(body, known))
  const isTranslated = way.from !== way.to
  if (isTranslated) for (const name of plain?.lost ?? []) dropped.add(name)
  const sent = isTranslated && plain ? plain.request : known
  for (const [name, value] of Object.entries(sent)) {
    if (OWN.has(name)) continue
    if (treatmentOf(policy, name, way) === 'mapped') {
      kept[name] = value
      if (isTranslated) addDropped(policy, way, { path: name, value, dropped })
    } else drop(policy, way, { path: name, value, dropped })
  }
  return { kept, dropped: [...dropped] }
}

function treatmentOf(policy: Policy, path: string, { to, takesThoughts }: WirePair): Treatment {
  const treatment = Object.hasOwn(policy, path) ? policy[path]?.[to] : undefined
  if (treatment === 'thoughts') return takesThoughts ? 'mapped' : 'dropped'
  return treatment ?? 'dropped'
}

interface Member {
  readonly path: string
  readonly value: unknown
  readonly dropped: Set<string>
}

function drop(policy: Policy, way: WirePair, { path, value, dropped }: Member): void {
  if (saysNothing(path, value)) return
  if (treatmentOf(policy, path, way) === 'refused') {
    const isServed = WIRE_NAMES.some((wire) => policy[path]?.[wire] !== 'refused')
    const elsewhere = isServed ? ', or take another wire or tier' : ''
    throw badInput(`${path}: is not served here; leave it out${elsewhere}.`)
  }
  if (dropped.size < LOST_MAX) dropped.add(path)
}

/** Members that a translation leaves out. */
function addDropped(policy: Policy, way: WirePair, { path, value, dropped }: Member): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) addDropped(policy, way, { path, value: item, dropped })
    return
  }
  // Thoughts that go back to the wire which has sealed them lose nothing.
  if (!isParent(policy, path) || sealIn(value, way.from)?.wire === way.to) return
  for (const [name, member] of Object.entries(value)) {
    const at = { path: `${path}.${name.slice(0, 60)}`, value: member as unknown, dropped }
    if (treatmentOf(policy, at.path, way) === 'mapped') addDropped(policy, way, at)
    else drop(policy, way, at)
  }
}

const isParent = (policy: Policy, path: string): boolean => parentsOf(policy).has(path)

const parents = new WeakMap<Policy, ReadonlySet<string>>()

/** Fields whose members have rows. */
function parentsOf(policy: Policy): ReadonlySet<string> {
  const known = parents.get(policy)
  if (known) return known
  const paths = Object.keys(policy).map((path) => path.slice(0, Math.max(0, path.lastIndexOf('.'))))
  const found = new Set(paths)
  parents.set(policy, found)
  return found
}

/** How many members of messages are looked at to say which were dropped. */
const LOST_MAX = 100

/** Members by their path without indexes, such as `messages.content.video_url`. */
function membersLost(body: unknown, known: unknown, path = ''): readonly string[] {
  if (body === known || typeof body !== 'object' || body === null) return []
  if (typeof known !== 'object' || known === null) return []
  const kept = known as Record<string, unknown>
  const lost: string[] = []
  for (const [name, value] of Object.entries(body)) {
    if (lost.length >= LOST_MAX) break
    const at = Array.isArray(body) ? path : `${path}${path && '.'}${name.slice(0, 60)}`
    if (Object.hasOwn(kept, name)) lost.push(...membersLost(value, kept[name], at))
    else if (!saysNothing(at, value)) lost.push(at)
  }
  return lost
}

/** Whether a field asks for nothing that would not happen without it. */
const saysNothing = (path: string, value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (Object.hasOwn(DEFAULTS, path) && DEFAULTS[path] === value) ||
  (path === 'modalities' && JSON.stringify(value) === '["text"]')
