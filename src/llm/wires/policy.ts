import { badInput } from '../../core/fault.ts'

/** A wire that is added here has a file beside this one, which `all.ts` names. */
export const WIRE_NAMES = ['chat', 'messages', 'responses'] as const

export type WireName = (typeof WIRE_NAMES)[number]

/**
 * What becomes of a field of a request, by the wire that the provider speaks:
 * - `mapped`: it is sent on, in the provider's words;
 * - `dropped`: it is not sent, and the answer says so;
 * - `refused`: the answer would not be what was asked for.
 */
export type Treatment = 'mapped' | 'dropped' | 'refused'

export type Row = Readonly<Record<WireName, Treatment>>

/** One row for every field that a wire defines. What has no row is dropped and disclosed. */
export type Policy = Readonly<Record<string, Row>>

export const onAll = (treatment: Treatment): Row =>
  Object.fromEntries(WIRE_NAMES.map((wire) => [wire, treatment])) as Row

export const only = (wire: WireName, otherwise: Treatment): Row => ({
  ...onAll(otherwise),
  [wire]: 'mapped',
})

/** Fields of the gateway itself, that no provider hears of. */
const OWN = new Set(['cache', 'model', 'stream', 'stream_options'])

export interface Applied {
  /** Fields that are sent on where both sides speak the same wire. */
  readonly kept: Record<string, unknown>
  readonly dropped: readonly string[]
}

/**
 * Sorts the fields of a request for a provider, and tells which members of `asked` are not in what
 * is `known` of it. Throws for fields that are refused.
 */
export function applyPolicy(
  policy: Policy,
  { asked, known }: Readonly<Record<'asked' | 'known', Readonly<Record<string, unknown>>>>,
  to: WireName,
): Applied {
  const kept: Record<string, unknown> = {}
  const dropped = [...new Set(membersLost(asked, known))]
  for (const [name, value] of Object.entries(known)) {
    if (OWN.has(name)) continue
    const treatment = Object.hasOwn(policy, name) ? policy[name]?.[to] : 'dropped'
    if (treatment === 'mapped') kept[name] = value
    else if (saysNothing(value)) continue
    else if (treatment === 'refused')
      throw badInput(`${name}: is not served here; leave it out, or take another wire or tier.`)
    else dropped.push(name.slice(0, 60))
  }
  return { kept, dropped }
}

/** How many members of messages are looked at to say which were dropped. */
const LOST_MAX = 100

/** Members by their path without indexes, such as `messages.content.video_url`. */
function membersLost(asked: unknown, known: unknown, path = ''): readonly string[] {
  if (asked === known || typeof asked !== 'object' || asked === null) return []
  if (typeof known !== 'object' || known === null) return []
  const kept = known as Record<string, unknown>
  const lost: string[] = []
  for (const [name, value] of Object.entries(asked)) {
    if (lost.length >= LOST_MAX) break
    const at = Array.isArray(asked) ? path : `${path}${path && '.'}${name.slice(0, 60)}`
    if (Object.hasOwn(kept, name)) lost.push(...membersLost(value, kept[name], at))
    else if (!saysNothing(value)) lost.push(at)
  }
  return lost
}

/** Whether a field asks for nothing that would not happen without it. */
const saysNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  value === '' ||
  value === 1 ||
  value === 0 ||
  (Array.isArray(value) && (value.length === 0 || (value.length === 1 && value[0] === 'text')))
