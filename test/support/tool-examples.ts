import { describe, expect, test } from 'vitest'
import { doneAtOnce } from '../../src/selling/call/effects.ts'
import { parseInput } from '../../src/selling/call/input.ts'
import { runTool, trialFor, type Running } from '../../src/selling/call/run.ts'
import { inputShape } from '../../src/base/core/shape.ts'
import type { Tool } from '../../src/base/core/tool.ts'
import { catalogOfTools } from './catalog.ts'
import { unknownFields } from './unknown-fields.ts'
import { worldFor } from './world.ts'

const payer = { rail: 'test', wallet: '0x00000000000000000000000000000000000000aa' } as const
const SHARDS = 4

type Example = Tool['spec']['examples'][number]

interface Run {
  readonly ignored: readonly string[]
  readonly answer: unknown
  /** What the tool handed to others that it ran. */
  readonly handed: readonly Handed[]
}

type Handed = readonly [slug: string, input: Readonly<Record<string, unknown>>]

/** The tools whose examples are wanted, by comma; without it, all. */
const WANTED = process.env['EXAMPLES_OF']?.split(',')

/**
 * Every example of a quarter of the tools, run as it would be for a buyer. The files of
 * `test/tools` take a quarter each, so that several workers run them; `ofLongOnes` marks those that
 * last. Neighbours in the catalog
 * load the same heavy packages, so they stay together.
 */
export async function describeExamples(
  shard: number,
  ofLongOnes: { readonly tags: 'long' },
): Promise<void> {
  const { tools } = await catalogOfTools()
  const wanted = WANTED ? tools.filter(({ slug }) => WANTED.includes(slug)) : tools
  const share = wanted.filter((_, at) => Math.floor((at * SHARDS) / wanted.length) === shard - 1)
  describeEach(
    share.filter((tool) => !isLong(tool)),
    {},
    tools,
  )
  describeEach(share.filter(isLong), ofLongOnes, tools)
}

/** Packs and reports run other tools, whose own examples run too; an engine takes long to load. */
const isLong = ({ spec, file }: Tool): boolean =>
  spec.pack !== undefined || spec.engine !== undefined || file?.includes('/reports/') === true

function describeEach(
  some: readonly Tool[],
  options: { readonly tags?: 'long' },
  tools: readonly Tool[],
): void {
  describe.each(some.map((tool) => [tool.slug, tool] as const))('%s', options, (_slug, tool) => {
    const runOf = onceEach((example: Example) => run(tool, example))
    const examples = tool.spec.examples.map((example, at) => [at + 1, example] as const)
    test.each(examples)('example %i', async (_number, example) => {
      const { ignored, answer } = await runOf(example)
      expect(ignored).toEqual([])
      expect(answer).toBeDefined()
      if ('output' in example) expect(plain(answer)).toEqual(plain(example.output))
    })

    const { pack } = tool.spec
    if (!pack) return
    test('every step hands its tool fields that the tool knows and accepts', async () => {
      const handed: Handed[] = []
      for (const example of tool.spec.examples) handed.push(...(await runOf(example)).handed)
      const used = new Set(handed.map(([slug]) => slug))
      expect(pack.tools.filter((slug) => !used.has(slug))).toEqual([])
      for (const [slug, input] of handed) {
        const step = tools.find((candidate) => candidate.slug === slug)!
        expect([slug, unknownFields(input, inputShape(step).schema)]).toEqual([slug, []])
        expect(step.spec.input.safeParse(input).error).toBeUndefined()
      }
    })
  })
}

async function run(tool: Tool, example: Example): Promise<Run> {
  const { value, ignored } = parseInput(tool, example.input)
  const world = await worldFor(tool, example.at ? Date.parse(example.at) : Date.now())
  const handed: Handed[] = []
  if (tool.spec.pack) record(world.host, handed)
  const output = await runTool(tool, value, trialFor(payer), world)
  return { ignored, answer: await doneAtOnce(tool, output, world.host), handed }
}

/** Writes down what the tool hands to others. */
function record(host: Running['host'], handed: Handed[]): void {
  const { run } = host
  Object.assign(host, {
    run: (...[slug, input, call]: Parameters<typeof run>) => {
      handed.push([slug, input])
      return run(slug, input, call)
    },
  })
}

/** Runs an example once, whichever test asks first. */
function onceEach<In, Out>(make: (given: In) => Promise<Out>): (given: In) => Promise<Out> {
  const made = new Map<In, Promise<Out>>()
  return (given) => {
    const known = made.get(given) ?? make(given)
    made.set(given, known)
    return known
  }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
