import { formatUsd, usdOf, type Dollars } from './money.ts'
import type { Shapes, Tool, ToolSpec } from './tool.ts'

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

/** What a file of `src/goods/packs` exports: several tools behind one payment. */
export interface Pack extends Pick<ToolSpec, 'asks' | 'uses' | 'input' | 'output' | 'examples'> {
  readonly title: string
  /** One sentence. */
  readonly tagline: string
  readonly steps: readonly PackStep[]
  /** Runs the steps that are not left out. */
  run(behind: PackTools, ...call: Parameters<ToolSpec['run']>): ReturnType<ToolSpec['run']>
  /** The schemas of its tool as JSON, where they are known without its file. */
  readonly shapes?: () => Shapes
}

/** The tool that runs the steps of a pack. Its price is the sum of theirs. */
export function packSpec(pack: Pack, behind: PackTools): ToolSpec {
  const { title, tagline, asks, uses, examples } = pack
  const { slug, parts, leftOut } = behind
  const steps = pack.steps.filter(({ name }) => !leftOut.includes(name))
  const tools = [...new Set(steps.map(({ tool }) => tool))]
  const price = formatUsd(usdOf(parts.reduce((sum, part) => sum + part.price, 0)))
  const oneCall =
    `One POST and one payment of ${price} run ${tools.join(', ')}; ` +
    'each step answers or fails by itself.' +
    (leftOut.length > 0 ? ` This instance is not set up for ${leftOut.join(', ')}.` : '')
  return {
    route: `POST /api/skill/${slug}`,
    name: title,
    description: `${tagline} One payment for ${tools.join(', ')}.`,
    ...(asks && { asks }),
    price: price as Dollars,
    uses,
    ...(parts.some((part) => part.spec.pace === 'slow') && { pace: 'slow' as const }),
    // To look at the schemas loads the file of a pack that was kept.
    get input() {
      return pack.input
    },
    get output() {
      return pack.output
    },
    examples,
    run: (given, context) => pack.run(behind, given, context),
    pack: { slug, title, tagline, tools, oneCall },
  }
}
