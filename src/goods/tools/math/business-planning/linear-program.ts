import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { tidy } from '../../../../engines/numbers/number-fields.ts'

const CONSTRAINTS_MAX = 500
const VARIABLES_MAX = 2_000
const TERMS_MAX = 50_000
const SOLVE_SECONDS_MAX = 5

const nameField = () => z.string().min(1).max(200)
const terms = () => z.record(nameField(), z.number().min(-1e15).max(1e15))
const names = () => z.array(nameField()).max(VARIABLES_MAX).default([])

export default defineTool({
  route: 'POST /api/linear-program',
  name: 'Linear program',
  description:
    'Finds the best mix under linear constraints (linear programming, mixed integer), with slack and shadow prices.',
  asks: [
    'linear programming with integer variables',
    'maximise an objective under linear constraints',
    'best mix of products with limited material',
    'optimise production',
    'cheapest diet',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  heavyField: 'constraints',
  input: z.object({
    objective: terms().describe('Coefficient of each variable, by name; variables are 0 or more.'),
    direction: z
      .enum(['max', 'min'])
      .default('max')
      .describe('Whether the objective is minimised or maximised.'),
    constraints: z
      .array(
        z.object({
          terms: terms(),
          op: z.enum(['<=', '>=', '=']),
          value: z.number().min(-1e15).max(1e15),
        }),
      )
      .min(1)
      .max(CONSTRAINTS_MAX)
      .describe('1 to 500, such as {"terms":{"x":1,"y":2},"op":"<=","value":10}.'),
    integers: names().describe('Variables that must be whole.'),
    binaries: names().describe('Variables that must be 0 or 1.'),
    free: names().describe('Variables that may be below 0.'),
  }),
  output: z.object({
    status: z.enum(['optimal', 'infeasible', 'unbounded', 'time-limit']),
    value: z.number().nullable().describe('Value of the objective; null without a solution.'),
    variables: z.record(z.string(), z.number()),
    slack: z.record(z.string(), z.number()).describe('Slack of each constraint, by its index.'),
    duals: z
      .record(z.string(), z.number())
      .nullable()
      .describe('Change of the value per unit of the right side; null with whole numbers.'),
  }),
  examples: [
    {
      input: {
        objective: { x: 3, y: 2 },
        constraints: [
          { terms: { x: 1, y: 1 }, op: '<=', value: 4 },
          { terms: { x: 1 }, op: '<=', value: 2 },
        ],
      },
      output: {
        status: 'optimal',
        value: 10,
        variables: { x: 2, y: 2 },
        slack: { '0': 0, '1': 0 },
        duals: { '0': 2, '1': 1 },
      },
    },
  ],

  async run(input) {
    const { objective, constraints, integers, binaries, free } = input
    const all = [
      ...new Set([objective, ...constraints.map(({ terms: of }) => of)].flatMap(Object.keys)),
    ]
    if (all.length === 0) throw badInput('objective: must name at least one variable')
    if (all.length > VARIABLES_MAX)
      throw badInput(`objective: must have at most ${VARIABLES_MAX} variables with constraints`)
    if (constraints.reduce((sum, { terms: of }) => sum + Object.keys(of).length, 0) > TERMS_MAX)
      throw badInput(`constraints: must have at most ${TERMS_MAX} terms in all`)
    for (const [field, list] of Object.entries({ integers, binaries, free }))
      for (const name of list)
        if (!all.includes(name))
          throw badInput(`${field}: must name variables of the problem; ${name} is not one`)
    const { default: load } = (await import('highs')) as unknown as Loaded
    const solver = await load()
    const told = solver.solve(programText(input, all), { time_limit: SOLVE_SECONDS_MAX })
    const status = STATES[told.Status]
    if (status === undefined)
      throw badInput(`constraints: must have a solution; the solver answered: ${told.Status}`)
    const isWhole = integers.length + binaries.length > 0
    if (status !== 'optimal') return { status, value: null, variables: {}, slack: {}, duals: null }
    const found = all.map((_, at) => primalOf(told.Columns[`x${at}`]))
    const rows = constraints.map((_, at) => told.Rows.find((row) => row.Name === `c${at}`))
    return {
      status,
      value: tidy(
        all.reduce((sum, name, at) => sum + (objective[name] ?? 0) * (found[at] ?? 0), 0),
      ),
      variables: Object.fromEntries(all.map((name, at) => [name, tidy(found[at] ?? 0)])),
      slack: Object.fromEntries(
        constraints.map(({ op, value, terms: of }, at) => {
          const left = all.reduce(
            (sum, name, place) => sum + (of[name] ?? 0) * (found[place] ?? 0),
            0,
          )
          return [String(at), tidy(op === '>=' ? left - value : value - left)]
        }),
      ),
      duals: isWhole
        ? null
        : Object.fromEntries(rows.map((row, at) => [String(at), tidy(dualOf(row))])),
    }
  },
})

const STATES: Readonly<
  Record<string, 'optimal' | 'infeasible' | 'unbounded' | 'time-limit' | undefined>
> = {
  Optimal: 'optimal',
  Infeasible: 'infeasible',
  Unbounded: 'unbounded',
  'Primal infeasible or unbounded': 'infeasible',
  'Time limit reached': 'time-limit',
}

interface Loaded {
  readonly default: () => Promise<{
    solve(
      program: string,
      options: { readonly time_limit: number },
    ): {
      readonly Status: string
      readonly Columns: Readonly<Record<string, unknown>>
      readonly Rows: readonly { readonly Name: string }[]
    }
  }>
}

const primalOf = (column: unknown): number =>
  (column as { Primal?: number } | undefined)?.Primal ?? 0
const dualOf = (row: unknown): number => (row as { Dual?: number } | undefined)?.Dual ?? 0

interface Problem {
  readonly objective: Readonly<Record<string, number>>
  readonly direction: 'max' | 'min'
  readonly constraints: readonly {
    readonly terms: Readonly<Record<string, number>>
    readonly op: string
    readonly value: number
  }[]
  readonly integers: readonly string[]
  readonly binaries: readonly string[]
  readonly free: readonly string[]
}

/** The format of CPLEX, with our own names, so that a caller's name cannot be read as syntax. */
function programText(problem: Problem, all: readonly string[]): string {
  const own = new Map(all.map((name, at) => [name, `x${at}`]))
  const sum = (of: Readonly<Record<string, number>>): string => {
    const parts = Object.entries(of).map(
      ([name, factor]) => `${factor < 0 ? '-' : '+'} ${Math.abs(factor)} ${own.get(name) ?? ''}`,
    )
    return parts.length === 0 ? '0 x0' : parts.join('\n ')
  }
  const listed = (title: string, list: readonly string[]): string =>
    list.length === 0 ? '' : `${title}\n ${list.map((name) => own.get(name) ?? '').join('\n ')}\n`
  const rows = problem.constraints.map(
    ({ terms: of, op, value }, at) => ` c${at}: ${sum(of)} ${op} ${value}`,
  )
  const open = problem.free
    .filter((name) => !problem.binaries.includes(name))
    .map((name) => ` ${own.get(name) ?? ''} free`)
  return [
    problem.direction === 'max' ? 'Maximize' : 'Minimize',
    ` obj: ${sum(problem.objective)}`,
    'Subject To',
    ...rows,
    ...(open.length === 0 ? [] : ['Bounds', ...open]),
    `${listed('General', problem.integers)}${listed('Binary', problem.binaries)}End`,
  ].join('\n')
}
