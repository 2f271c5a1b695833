import { badInput, type Fault } from '../../base/core/fault.ts'
import { nameTool, type Tool, type ToolSpec } from '../../base/core/tool.ts'
import { largestField } from '../../engines/threads/threads.ts'
import { outputTextOf } from './output.ts'

/** What a pure tool needs to be run elsewhere than where it was found. */
export interface ToolRun {
  readonly file: string
  readonly slug: string
  readonly input: unknown
  /** Milliseconds since the epoch: a thread cannot use the clock of the service. */
  readonly now: number
}

type Exported = ToolSpec | Readonly<Record<string, ToolSpec>>

/**
 * The validated answer as JSON: copying, validating and writing a long one would block the event
 * loop. The signal is not used here: a thread that nobody waits for is terminated.
 */
export async function work({ file, slug, input, now }: ToolRun): Promise<string> {
  const tool = await toolIn(file, slug)
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
