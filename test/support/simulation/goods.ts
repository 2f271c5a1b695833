import { z } from 'zod'
import { badInput } from '../../../src/base/core/fault.ts'
import { usd, usdOf } from '../../../src/base/core/money.ts'
import { events } from '../../../src/base/core/tool-output.ts'
import { defineTool, nameTool, type Route, type Tool } from '../../../src/base/core/tool.ts'
import type { Life, World } from './world.ts'

/** What the tools did, over all lives of the process. */
export interface Workshop {
  /** The tools of one life. */
  toolsOf(life: Life): readonly Tool[]
  /** Runs that stood beside another of the same proof. */
  readonly oddities: readonly string[]
}

export const SLUGS = ['quick', 'lookup', 'stream', 'quoted', 'metered', 'slow'] as const
export type Slug = (typeof SLUGS)[number]

/** What a call costs. */
export const PRICES: Readonly<Record<Slug, number>> = {
  quick: usd('$0.001'),
  lookup: usd('$0.002'),
  stream: usd('$0.001'),
  quoted: usd('$0.003'),
  metered: usd('$0.002'),
  slow: usd('$0.500'),
}

/** What its payer must sign for. */
export const quoteOf = (slug: Slug): number => (slug === 'metered' ? usd('$0.003') : PRICES[slug])

/** What the message of an intended bug says, so that others can be told from it. */
export const PLANNED_BUG = 'a planned bug'

const STEP_MS = 15_000
const RESULTS = { answer: 70, fault: 10, bug: 5, hang: 15 }
const Input = z.object({
  ask: z.string().describe('What is asked; the answer tells it again.'),
  alone: z.string().describe('What only one run at a time may serve, if anything.'),
  words: z.coerce.number().int().default(3),
})
const Output = z.object({ run: z.number(), ask: z.string() })
type GoodsInput = z.output<typeof Input>

export function createWorkshop(world: World): Workshop {
  const oddities: string[] = []
  const running = new Map<string, { readonly run: number; readonly life: Life }>()
  let runs = 0

  /** Counts the run, and watches that it is the only one that its proof pays for. */
  function begin(life: Life, alone: string, signal: AbortSignal): { run: number; end(): void } {
    const run = ++runs
    const other = running.get(alone)
    if (other?.life.alive && alone !== '')
      oddities.push(`run ${run} began beside run ${other.run} of ${alone}`)
    running.set(alone, { run, life })
    const end = (): void => {
      if (running.get(alone)?.run === run) running.delete(alone)
    }
    signal.addEventListener('abort', end, { once: true })
    return { run, end }
  }

  async function work(life: Life, { ask, alone }: GoodsInput, signal: AbortSignal) {
    const { run, end } = begin(life, alone, signal)
    try {
      for (let left = 1 + world.random.below(2); left > 0; left--)
        await world.step(life, `run ${run} of ${ask}`, () => {}, STEP_MS)
      const result = world.calm ? 'answer' : world.random.weighted(RESULTS)
      if (result === 'fault') throw badInput('ask: no.')
      if (result === 'bug') throw new Error(PLANNED_BUG)
      if (result === 'hang') await new Promise(() => {})
      return { run, ask }
    } finally {
      end()
    }
  }

  async function* chunks(
    life: Life,
    asked: GoodsInput,
    signal: AbortSignal,
  ): AsyncIterable<string> {
    const answer = await work(life, asked, signal)
    yield `data: ${JSON.stringify(answer)}\n\n`
    await world.step(life, `more of run ${answer.run}`, () => {}, STEP_MS)
    yield 'data: end\n\n'
  }

  function specOf(slug: Slug, life: Life) {
    const dollars = `$${PRICES[slug] / 1_000_000}` as const
    const quoted = {
      from: '$0.001',
      quote: ({ words }: GoodsInput) => usdOf(words * 1_000),
    } as const
    const metered = { ...quoted, actual: () => usdOf(PRICES.metered) } as const
    const prices: Readonly<Partial<Record<Slug, typeof quoted>>> = { quoted, metered }
    return defineTool({
      route: `${slug === 'lookup' ? 'GET' : 'POST'} /api/${slug}` satisfies Route,
      name: slug,
      description: 'Answers what it was asked.',
      price: prices[slug] ?? dollars,
      ...(slug === 'slow' ? { pace: 'slow' } : {}),
      uses: {},
      input: Input,
      output: Output,
      examples: [{ input: { ask: 'a', alone: 'b' } }],
      run: (asked, { signal }) =>
        slug === 'stream' ? events(chunks(life, asked, signal)) : work(life, asked, signal),
    })
  }

  return {
    oddities,
    toolsOf: (life) => SLUGS.map((slug) => nameTool(specOf(slug, life), 'simulated', slug)),
  }
}
