import type { Tool, ToolSpec } from './tool.ts'

/** The tools behind a pack on one instance. */
export interface PackTools {
  /** Its name among the packs. */
  readonly slug: string
  /** The tool of each step that this instance can run, in the order of the steps. */
  readonly parts: readonly Tool[]
  /** Names of the steps that are left out, because this instance cannot run them. */
  readonly leftOut: readonly string[]
}

/** A step of a pack, as the catalog sees it. */
export interface PackStep {
  readonly name: string
  /** Slug of the tool that it runs; two steps may run the same. */
  readonly tool: string
  /** Names of earlier steps. Without one of them, this step never has an input. */
  readonly needs: readonly string[]
}

/** The steps that can run where some tools cannot: not those that need a step which is missing. */
export function stepsLeft<Step extends PackStep>(
  steps: readonly Step[],
  canRun: (step: Step) => boolean,
): readonly Step[] {
  const out = new Set<string>()
  return steps.filter((step) => {
    const isLeft = canRun(step) && !step.needs.some((name) => out.has(name))
    if (!isLeft) out.add(step.name)
    return isLeft
  })
}

/** What a file of `src/packs` exports: several tools behind one payment. */
export interface Pack {
  readonly steps: readonly PackStep[]
  /** The tool that runs those steps. Its price is the sum of theirs. */
  toolOf(behind: PackTools): ToolSpec
}
