/** A place in the input that is not yet checked. */
interface InputNode {
  readonly value: object
  readonly name: string
  readonly above: InputNode | null
}

/**
 * What no tool takes, wherever it stands in the input, as a sentence that begins with its path:
 * - half of a surrogate pair: UTF-8 has no form for it, so hashes, signatures and upstreams would
 *   get U+FFFD instead, the same for every such text;
 * - a member named `__proto__`: JSON may hold it, and copies of the object lose it.
 * Null if there is neither. Takes the time of one walk, and no stack however deep the input is.
 */
export function flawIn(input: Readonly<Record<string, unknown>>): string | null {
  const open: InputNode[] = [{ value: input, name: '', above: null }]
  for (let place = open.pop(); place; place = open.pop()) {
    for (const [name, member] of membersOf(place.value)) {
      if (name === '__proto__') return `${pathOf(place)}: must not have a member __proto__.`
      if (typeof name === 'string' && !name.isWellFormed())
        return `${pathOf(place)}: must not have a member whose name holds ${HALF}.`
      if (typeof member === 'string' && !member.isWellFormed())
        return `${pathOf({ value: input, name: String(name), above: place })}: must not hold ${HALF}.`
      if (typeof member === 'object' && member !== null)
        open.push({ value: member, name: String(name), above: place })
    }
  }
  return null
}

const HALF = 'half of a surrogate pair; send whole characters'

const membersOf = (value: object): Iterable<readonly [string | number, unknown]> =>
  Array.isArray(value) ? value.entries() : Object.entries(value)

function pathOf(place: InputNode): string {
  const names: string[] = []
  for (let at: InputNode | null = place; at?.above; at = at.above) names.unshift(at.name)
  return names.join('.') || 'input'
}
