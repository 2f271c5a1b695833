import { badInput, type Fault } from '../../base/core/fault.ts'
import { isJsonInput, jsonInput, valueOfInput } from '../../base/core/json-input.ts'
import { nameTool, type Tool, type ToolSpec } from '../../base/core/tool.ts'
import { largestField } from '../../engines/threads/threads.ts'
import { outputTextOf } from './output.ts'

/** What a pure tool needs to be run elsewhere than where it was found. */
export interface ToolRun {
  readonly file: string
  readonly slug: string
  readonly input: PackedInput
  /** Milliseconds since the epoch: a thread cannot use the clock of the service. */
  readonly now: number
}

/** An input on its way between threads. */
export type PackedInput = { readonly json: string } | { readonly value: unknown }

/** To write and read fewer values as JSON takes longer than to copy them. */
const PACKED_VALUES_MIN = 500

/** Many values are copied as text in a fraction of the time that objects take. */
export function packed(input: unknown): PackedInput {
  if (isJsonInput(input)) return { json: input.json }
  const values = plainValues(input)
  return values !== null && values >= PACKED_VALUES_MIN
    ? { json: JSON.stringify(input) }
    : { value: input }
}

export const unpacked = (input: PackedInput): unknown =>
  'json' in input ? jsonInput(input.json) : input.value

/** How many values one holds with itself; null if JSON would not bring it back as it was. */
function plainValues(value: unknown): number | null {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return 1
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? 1 : null
  if (typeof value !== 'object') return null
  const isList = Array.isArray(value)
  const isRecord = Object.getPrototypeOf(value) === Object.prototype
  if (!isList && (!isRecord || Object.hasOwn(value, 'toJSON'))) return null
  let count = 1
  for (const member of isList ? value : Object.values(value)) {
    const inner = plainValues(member)
    if (inner === null) return null
    count += inner
  }
  return count
}

type Exported = ToolSpec | Readonly<Record<string, ToolSpec>>

/**
 * The validated answer as JSON: copying, validating and writing a long one would block the event
 * loop. The signal is not used here: a thread that nobody waits for is terminated.
 */
export async function work({ file, slug, input: sent, now }: ToolRun): Promise<string> {
  const tool = await toolIn(file, slug)
  const input = valueOfInput(unpacked(sent))
  const { signal } = new AbortController()
  try {
    const answer = await tool.spec.run(input as never, { signal, now: () => now })
    return outputTextOf(tool, answer)
  } catch (thrown) {
    throw isTooDeep(thrown) ? tooDeep(tool.spec.heavyField ?? largestField(input)) : thrown
  }
}

/** Libraries that read what nests by calling themselves run out of stack. */
const isTooDeep = (thrown: unknown): boolean =>
  thrown instanceof RangeError && /call stack/.test(thrown.message)

const tooDeep = (field = 'input'): Fault =>
  badInput(`${field}: is nested too deeply; send something simpler`)

/** A tool as its file exports it, alone or among others by slug. */
export async function toolIn(file: string, slug: string): Promise<Tool> {
  const { default: exported } = (await import(file)) as { default: Exported }
  const spec = (slug in exported ? exported[slug as never] : exported) as ToolSpec
  return nameTool(spec, '', slug)
}
