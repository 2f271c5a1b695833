import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { tidy } from '../../../../engines/numbers/number-fields.ts'

const TASKS_MAX = 1_000
const LINKS_MAX = 10_000
const MS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS } as const

export default defineTool({
  route: 'POST /api/schedule-tasks',
  name: 'Task schedule',
  description:
    'Schedules tasks with dependencies over workers: start and end times, slack, critical path and finish.',
  asks: [
    'critical path of tasks with dependencies',
    'schedule tasks over several workers',
    'when is the project done',
    'critical path',
    'plan the work of a team',
    'who does what when',
    'Gantt',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    tasks: z
      .array(
        z.object({
          name: line(200).min(1),
          duration: z.number().min(0).max(1e9),
          after: z.array(line(200).min(1)).max(TASKS_MAX).default([]),
          resource: line(200)
            .optional()
            .describe('Resource that only one task can hold at a time.'),
        }),
      )
      .min(1)
      .max(TASKS_MAX)
      .describe('1 to 1000 tasks; after names those that must be finished before.'),
    workers: z
      .int()
      .min(1)
      .max(100)
      .default(1)
      .describe('Number of workers, each with one task at a time, 1 to 100.'),
    startIso: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Start of the plan; adds startIso and endIso to the answer.'),
    unit: z
      .enum(['minute', 'hour', 'day'])
      .default('day')
      .describe('Unit of durations, for startIso.'),
  }),
  output: z.object({
    schedule: z
      .array(
        z.object({
          name: z.string(),
          worker: z.int().describe('Number of the worker, from 1.'),
          start: z.number(),
          end: z.number().describe('End of the task, exclusive.'),
          slack: z.number().describe('Delay that the dependencies alone allow.'),
          critical: z.boolean(),
          startIso: z.string().optional(),
          endIso: z.string().optional(),
        }),
      )
      .describe('Tasks by their start.'),
    makespan: z.number().describe('Length of the plan until the last end.'),
    leastMakespan: z
      .number()
      .describe('Shortest possible plan, without limits on workers and resources.'),
    criticalPath: z.array(z.string()).describe('Longest chain of dependencies.'),
  }),
  examples: [
    {
      input: {
        tasks: [
          { name: 'a', duration: 2 },
          { name: 'b', duration: 1, after: ['a'] },
          { name: 'c', duration: 2 },
        ],
        workers: 2,
      },
      output: {
        schedule: [
          { name: 'a', worker: 1, start: 0, end: 2, slack: 0, critical: true },
          { name: 'c', worker: 2, start: 0, end: 2, slack: 1, critical: false },
          { name: 'b', worker: 1, start: 2, end: 3, slack: 0, critical: true },
        ],
        makespan: 3,
        leastMakespan: 3,
        criticalPath: ['a', 'b'],
      },
    },
  ],

  run({ tasks, workers, startIso, unit }) {
    const plan = planOf(tasks)
    const placed = listed(plan, workers)
    const zero = startIso === undefined ? null : Date.parse(startIso)
    const at = (time: number) => {
      const moment = new Date((zero ?? 0) + time * MS[unit])
      if (Number.isNaN(moment.getTime()))
        throw badInput('startIso: must leave the end within the range of dates')
      return moment.toISOString()
    }
    const makespan = Math.max(0, ...placed.map(({ end }) => end))
    return {
      schedule: placed.map(({ step, worker, start, end }) => ({
        name: step.name,
        worker,
        start: tidy(start),
        end: tidy(end),
        slack: tidy(step.latest - step.earliest),
        critical: isZero(step.latest - step.earliest, plan.length),
        ...(zero !== null && { startIso: at(start), endIso: at(end) }),
      })),
      makespan: tidy(makespan),
      leastMakespan: tidy(
        plan.reduce((most, step) => Math.max(most, step.earliest + step.duration), 0),
      ),
      criticalPath: longestChain(plan),
    }
  },
})

interface Step {
  readonly name: string
  readonly duration: number
  readonly resource: string | undefined
  readonly before: readonly number[]
  earliest: number
  latest: number
  /** Longest path from its start to the end of the plan. */
  urgency: number
}

const isZero = (slack: number, scale: number): boolean => Math.abs(slack) <= 1e-9 * (1 + scale)

interface ScheduleInput {
  readonly name: string
  readonly duration: number
  readonly after: readonly string[]
  readonly resource?: string | undefined
}

/** Earliest and latest starts, by the dependencies alone. */
function planOf(tasks: readonly ScheduleInput[]): Step[] {
  const places = new Map(tasks.map(({ name }, at) => [name, at]))
  if (places.size < tasks.length) throw badInput('tasks: must have different names')
  if (tasks.reduce((sum, { after }) => sum + after.length, 0) > LINKS_MAX)
    throw badInput(`tasks: must have at most ${LINKS_MAX} dependencies in all`)
  const steps: Step[] = tasks.map(({ name, duration, after, resource }) => ({
    name,
    duration,
    resource,
    before: after.map((other) => {
      const place = places.get(other)
      if (place === undefined)
        throw badInput(
          `tasks: must name only tasks in after; ${name} comes after ${other}, which is not a task`,
        )
      return place
    }),
    earliest: 0,
    latest: 0,
    urgency: 0,
  }))
  const order = orderOf(steps)
  for (const step of order)
    step.earliest = Math.max(0, ...step.before.map((at) => endOf(steps[at] as Step)))
  const end = Math.max(...steps.map(endOf))
  for (const step of steps) step.latest = end - step.duration
  for (const step of order.toReversed()) {
    step.urgency = Math.max(step.urgency, step.duration)
    for (const at of step.before) {
      const one = steps[at] as Step
      one.latest = Math.min(one.latest, step.latest - one.duration)
      one.urgency = Math.max(one.urgency, one.duration + step.urgency)
    }
  }
  return steps
}

const endOf = ({ earliest, duration }: Step): number => earliest + duration

function orderOf(steps: readonly Step[]): Step[] {
  const waits = steps.map(({ before }) => before.length)
  const next = steps.map((): number[] => [])
  for (const [at, { before }] of steps.entries()) for (const one of before) next[one]?.push(at)
  const queue = [...steps.keys()].filter((at) => waits[at] === 0)
  for (const at of queue)
    for (const one of next[at] ?? []) {
      waits[one] = (waits[one] ?? 0) - 1
      if (waits[one] === 0) queue.push(one)
    }
  const stuck = steps.find((_, at) => (waits[at] ?? 0) > 0)
  if (stuck)
    throw badInput(`tasks: must not depend on each other in a cycle, as ${stuck.name} does`)
  return queue.map((at) => steps[at] as Step)
}

interface Placed {
  readonly step: Step
  readonly worker: number
  readonly start: number
  readonly end: number
}

/** The most urgent task that can start goes to the first free worker. */
function listed(steps: readonly Step[], workers: number): Placed[] {
  const ends = steps.map(() => Infinity)
  const freeAt = Array.from({ length: workers }, () => 0)
  const heldUntil = new Map<string, number>()
  const left = new Set(steps.keys())
  const placed: Placed[] = []
  for (let now = 0; left.size > 0;) {
    const ready = [...left]
      .filter((at) => (steps[at] as Step).before.every((one) => (ends[one] ?? 0) <= now))
      .toSorted((a, b) => (steps[b] as Step).urgency - (steps[a] as Step).urgency || a - b)
    for (const at of ready) {
      const step = steps[at] as Step
      const worker = freeAt.findIndex((time) => time <= now)
      if (worker < 0) break
      if (step.resource !== undefined && (heldUntil.get(step.resource) ?? 0) > now) continue
      const end = now + step.duration
      freeAt[worker] = end
      ends[at] = end
      if (step.resource !== undefined) heldUntil.set(step.resource, end)
      left.delete(at)
      placed.push({ step, worker: worker + 1, start: now, end })
    }
    const later = ends.filter((end) => end > now && end < Infinity)
    // If there is no later end, a task without duration has just made others ready.
    if (
      later.length > 0 &&
      !ready.some((at) => (steps[at] as Step).duration === 0 && !left.has(at))
    )
      now = Math.min(...later)
  }
  return placed
}

function longestChain(steps: readonly Step[]): string[] {
  const chain: string[] = []
  let at = steps.reduce(
    (best, step, place) => (best < 0 || endOf(step) > endOf(steps[best] as Step) ? place : best),
    -1,
  )
  while (at >= 0) {
    const step = steps[at] as Step
    chain.unshift(step.name)
    at = step.before.find((one) => endOf(steps[one] as Step) === step.earliest) ?? -1
  }
  return chain
}
