import type { Provider } from '../core/capability.ts'
import type { Tool } from '../core/tool.ts'

/** Whose data a tool answers with, for documentation. Both are empty where it asks nobody. */
export interface Sources {
  /** Third parties, under whose terms the data comes. */
  readonly providers: readonly Provider[]
  /** What it reads besides, such as `the site that the call names`. */
  readonly reads: readonly string[]
}

/** Of a tool, and of all that it runs. */
export function sourcesOf(tool: Tool): Sources {
  const used = [tool, ...(tool.parts ?? [])].flatMap(({ spec }) => Object.values(spec.uses))
  const providers = used.flatMap((capability) => capability.providers ?? [])
  return {
    providers: [...new Map(providers.map((provider) => [provider.title, provider])).values()],
    reads: [...new Set(used.flatMap((capability) => capability.reads ?? []))],
  }
}
