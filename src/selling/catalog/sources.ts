import type { Provider } from '../../base/core/capability.ts'
import type { Tool } from '../../base/core/tool.ts'

/**
 * The sources of a tool's data, for documentation. Both lists are empty for a tool that asks no
 * source.
 */
export interface Sources {
  /** Third parties, whose terms apply to the data. */
  readonly providers: readonly Provider[]
  /** Other sources, such as `the site that the call names`. */
  readonly reads: readonly string[]
}

/** The sources of a tool, and of the tools that it runs. */
export function sourcesOf(tool: Tool): Sources {
  const used = [tool, ...(tool.parts ?? [])].flatMap(({ spec }) => Object.values(spec.uses))
  const providers = used.flatMap((capability) => capability.providers ?? [])
  return {
    providers: [...new Map(providers.map((provider) => [provider.title, provider])).values()],
    reads: [...new Set(used.flatMap((capability) => capability.reads ?? []))],
  }
}
