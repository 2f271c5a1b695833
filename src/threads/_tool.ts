import type { ToolSpec } from '../core/tool.ts'

/** What a pure tool needs to be run elsewhere than where it was found. */
export interface ToolRun {
  readonly file: string
  readonly slug: string
  readonly input: unknown
  /** Milliseconds since the epoch: the clock of the house does not follow into threads. */
  readonly now: number
}

type Exported = ToolSpec | Readonly<Record<string, ToolSpec>>

/** Nobody listens to the signal here: a thread that is not waited for any more is ended. */
export async function work({ file, slug, input, now }: ToolRun): Promise<unknown> {
  const spec = await specIn(file, slug)
  const { signal } = new AbortController()
  return spec.run(input as never, { signal, now: () => now })
}

/** A tool as its file exports it, alone or among others by slug. */
export async function specIn(file: string, slug: string): Promise<ToolSpec> {
  const { default: exported } = (await import(file)) as { default: Exported }
  return (slug in exported ? exported[slug as never] : exported) as ToolSpec
}
