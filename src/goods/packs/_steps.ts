import { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import type { Results } from './_results.ts'

type Inputs = Readonly<Record<string, unknown>>

/** Runs tools inside a paid call. */
export type RunTool = (slug: string, input: Inputs, signal: AbortSignal) => Promise<unknown>

/** One tool of a pack. The name of a step is its label, or else its tool. */
export interface Step<Given> {
  readonly tool: string
  /** Required if the tool runs in two steps. */
  readonly label?: string
  /**
   * Names of steps that it waits for. Steps that do not wait for each other run at the same time.
   * If one of a list is left out, so is this step; a function means that it can run without.
   */
  readonly after?: readonly string[] | ((given: Given) => readonly string[])
  /** Input of the tool: one, several that run at the same time, or null to skip the step. */
  input(given: Given, results: Results): Inputs | readonly Inputs[] | null
}

export const StepAnswer = z.object({
  slug: z.string().describe('Slug of the tool.'),
  label: z.string().optional().describe('Name of the step, if the tool runs in two steps.'),
  ok: z.boolean().describe('Whether the tool gave an answer.'),
  tookMs: z.int().describe('Time that it took, in milliseconds.'),
  result: z.unknown().optional().describe('Answer of the tool; a list if it ran several times.'),
  error: z.string().optional().describe('Why there is no answer.'),
  statusCode: z.int().optional().describe('Status that the tool alone would answer.'),
  skipped: z.literal(true).optional().describe('Whether it had no input, and so did not run.'),
})

export type StepAnswer = z.output<typeof StepAnswer>

export interface EndedStep {
  readonly answer: StepAnswer
  readonly fault: Fault | null
}

interface Walk {
  readonly run: RunTool
  readonly deadline: AbortSignal
  readonly stepsMs: number
  now(): number
}

export const nameOf = ({
  tool,
  label,
}: {
  readonly tool: string
  readonly label?: string
}): string => label ?? tool

/** Every step begins as soon as the steps that it waits for have ended. */
export async function walk<Given>(
  steps: readonly Step<Given>[],
  given: Given,
  walking: Walk,
): Promise<readonly EndedStep[]> {
  const running = new Map<string, Promise<EndedStep>>()
  const all = new Set(steps.map(nameOf))
  for (const step of steps) {
    const { after = [] } = step
    const names = typeof after === 'function' ? after(given) : after
    const waits = names.flatMap((name) => {
      const earlier = running.get(name)
      if (!earlier && all.has(name))
        throw new Error(`${nameOf(step)} waits for ${name}, which does not come before it`)
      return earlier ? [earlier.then(({ answer }) => [name, answer.result] as const)] : []
    })
    running.set(
      nameOf(step),
      Promise.all(waits).then((before) =>
        runStep(step, step.input(given, Object.fromEntries(before)), walking),
      ),
    )
  }
  return Promise.all(running.values())
}

async function runStep<Given>(
  { tool, label }: Step<Given>,
  input: ReturnType<Step<Given>['input']>,
  { run, now, deadline, stepsMs }: Walk,
): Promise<EndedStep> {
  const about = { slug: tool, ...(label && { label }) }
  const isList = Array.isArray(input)
  const inputs = [input ?? []].flat() as readonly Inputs[]
  if (inputs.length === 0) {
    const error = 'Skipped: no input for it.'
    return { answer: { ...about, ok: false, tookMs: 0, skipped: true, error }, fault: null }
  }
  const began = now()
  const tookMs = () => Math.max(0, Math.round(now() - began))
  try {
    const results = await Promise.all(inputs.map((one) => run(tool, one, deadline)))
    const result = isList ? results : results[0]
    return { answer: { ...about, ok: true, tookMs: tookMs(), result }, fault: null }
  } catch (thrown) {
    const late = `${tool} did not finish within ${stepsMs / 1000} s.`
    const fault = Fault.from(deadline.aborted ? new Fault('upstream_timeout', late) : thrown)
    if (fault.code === 'caller_gone') throw fault
    const { message: error, status: statusCode } = fault
    return { answer: { ...about, ok: false, tookMs: tookMs(), error, statusCode }, fault }
  }
}
