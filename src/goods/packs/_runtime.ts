import { z } from 'zod'
import type { CallContext, Capability, Host } from '../../base/core/capability.ts'
import { badInput, Fault } from '../../base/core/fault.ts'
import type { Pack, PackTools } from '../../base/core/pack.ts'
import { lateSignal } from '../../base/core/time-limits.ts'
import type { Asks, Context, Example } from '../../base/core/tool.ts'
import { nameOf, StepAnswer, walk, type EndedStep, type RunTool, type Step } from './_steps.ts'

interface PackSpec<I extends z.ZodObject> {
  readonly title: string
  /** One sentence. */
  readonly tagline: string
  /** Two questions that a buyer would type, in other words than the tagline's. */
  readonly asks?: Asks
  readonly input: I
  /** Inputs that hold a secret of the caller. The answer is stored, so it does not repeat them. */
  readonly secrets?: readonly (keyof z.output<I> & string)[]
  /** In an order in which each step comes after those that it waits for. */
  readonly steps: readonly [Step<z.output<I>>, ...Step<z.output<I>>[]]
  readonly examples: readonly [
    Example<z.input<I>, PackAnswer>,
    ...Example<z.input<I>, PackAnswer>[],
  ]
}

const Output = z.object({
  pack: z.string().describe('Slug of the pack.'),
  args: z.record(z.string(), z.unknown()).describe('The input after validation, without secrets.'),
  steps: z.array(StepAnswer).describe('The tools that were run, in order.'),
  summary: z.string().describe('Result of the steps, in words.'),
  leftOut: z
    .array(z.string())
    .optional()
    .describe(
      'Steps that this instance is not set up for: they are not run, and not in the price.',
    ),
})

type PackAnswer = z.output<typeof Output>

const toolRunner: Capability<RunTool> = {
  name: 'tool-runner',
  texts: 'some',
  settings: [],
  runsTools: true,
  open: (host: Host) => (call: CallContext) => async (slug, input, signal) =>
    host.run(slug, input, { ...call, signal }),
}

type Lent = Context<{ readonly toolRunner: typeof toolRunner }, 'anyone'>

/** Time for the answer itself, after the last step. */
const ANSWER_MS = 3_000

/** Several tools behind one payment. A step that fails reports it, and the others continue. */
export function definePack<I extends z.ZodObject>(spec: PackSpec<I>): Pack {
  const { title, tagline, asks, secrets = [], input, examples } = spec
  const pack: unknown = {
    title,
    tagline,
    asks,
    uses: { toolRunner },
    input,
    output: Output,
    examples,
    steps: spec.steps.map((step) => ({
      name: nameOf(step),
      tool: step.tool,
      needs: typeof step.after === 'function' ? [] : (step.after ?? []),
    })),
    async run({ slug, parts, leftOut }: PackTools, given: z.output<I>, lent: Lent) {
      const { toolRunner, signal, now } = lent
      const steps = spec.steps.filter((step) => !leftOut.includes(nameOf(step)))
      const stepsMs = Math.max(...parts.map(({ limits }) => limits.firstEventMs)) - ANSWER_MS
      const deadline = lateSignal(stepsMs)
      const run: RunTool = (name, input) =>
        toolRunner(name, input, AbortSignal.any([signal, deadline]))
      const ended = await walk(steps, given, { run, now, deadline, stepsMs })
      const answers = ended.map(({ answer }) => answer)
      const done = answers.filter(({ ok }) => ok)
      if (done.length === 0) throw allStepsFailed(ended)
      return {
        pack: slug,
        args: shownOf(given, secrets),
        steps: answers,
        summary: `${done.length}/${answers.length} steps succeeded`,
        ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
      }
    },
  }
  return pack as Pack
}

const shownOf = (given: Readonly<Record<string, unknown>>, secrets: readonly string[]) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !secrets.includes(name)))

/** If no step succeeds, the pack fails like its first step, and is not charged. */
function allStepsFailed(ended: readonly EndedStep[]): Fault {
  const first = ended.find(({ fault }) => fault !== null)
  if (!first?.fault) return badInput('The input must give at least one step something to do.')
  const { code, message, detail } = first.fault
  const { retryAfterSeconds } = detail
  return new Fault(code, `No step succeeded; ${first.answer.slug}: ${message}`, {
    cause: first.fault,
    body: { steps: ended.map(({ answer }) => answer) },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}
