import type { Tool, ToolSpec } from './tool.ts'

/** The tools behind a pack on one instance. */
export interface PackTools {
  /** Its name among the packs. */
  readonly slug: string
  /** The tool of each step that this instance can run, in the order of the steps. */
  readonly parts: readonly Tool[]
  /** Slugs of tools whose steps are left out, because this instance is not set up for them. */
  readonly leftOut: readonly string[]
}

/** What a file of `src/packs` exports: several tools behind one payment. */
export interface Pack {
  /** The tool of each step, by slug; a tool that runs in two steps stands here twice. */
  readonly tools: readonly string[]
  /** The tool that runs those steps. Its price is the sum of theirs. */
  toolOf(behind: PackTools): ToolSpec
}
