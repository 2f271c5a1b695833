import { catalogOfTools } from './catalog.ts'
import { runExample } from './run-tool.ts'
import type { Settings } from './upstreams/define.ts'

/** What a pack answers of one step. */
export interface Step {
  readonly slug: string
  readonly label?: string
  readonly ok: boolean
  readonly result?: Readonly<Record<string, unknown>>
  readonly statusCode?: number
  readonly skipped?: true
}

/** Runs a pack against the stand-ins; its steps by label, or else by tool. */
export async function stepsOf(
  ...[slug, input, settings]: [string, Record<string, unknown>, Settings?]
) {
  const pack = (await catalogOfTools()).tools.find((tool) => tool.slug === `skill-${slug}`)!
  const answer = await runExample(pack.spec, input, '2026-06-01T00:00:00Z', settings)
  const steps = answer['steps'] as readonly Step[]
  return { answer, step: Object.fromEntries(steps.map((step) => [step.label ?? step.slug, step])) }
}
