import { takesWork, type Tool } from '../../base/core/tool.ts'

/** A call that shows a newcomer how calls are made. */
export interface Sample {
  readonly slug: string
  readonly path: string
  /** JSON. */
  readonly body: string
}

/** A small call of a tool that everybody can pay for, best of one for every day; null without. */
export function sampleOf(tools: readonly Tool[]): Sample | null {
  const able = tools.filter(
    (tool) => tool.method === 'POST' && takesWork(tool) && tool.unavailable === undefined,
  )
  const everyday = able.filter(({ spec }) => spec.everyday === true)
  const [least] = (everyday.length > 0 ? everyday : able)
    .map(({ slug, path, spec }) => ({ slug, path, body: JSON.stringify(spec.examples[0].input) }))
    // It is quoted with single quotes in a shell.
    .filter(({ body }) => !body.includes("'"))
    .toSorted((one, other) => one.body.length - other.body.length)
  return least ?? null
}
