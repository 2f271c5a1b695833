import { describe, expect, test } from 'vitest'
import { doneAtOnce } from '../../src/call/effects.ts'
import { parseInput } from '../../src/call/input.ts'
import { runTool, trialFor } from '../../src/call/run.ts'
import type { Tool } from '../../src/core/tool.ts'
import { catalogOfTools } from './catalog.ts'
import { worldFor } from './world.ts'

const payer = { rail: 'test', wallet: '0x00000000000000000000000000000000000000aa' } as const
const SHARDS = 4

/**
 * Every example of one tool in four, run as it would be for a buyer. The files of `test/tools` take
 * a share each, so that several workers run them.
 */
export async function describeExamples(shard: number): Promise<void> {
  const { tools } = await catalogOfTools()
  const share = tools.filter((_tool, at) => at % SHARDS === shard - 1)
  describe.each(share.map((tool) => [tool.slug, tool] as const))('%s', (_slug, tool) => {
    const examples = tool.spec.examples.map((example, at) => [at + 1, example] as const)
    test.each(examples)('example %i', async (_number, example) => {
      const { value, ignored } = parseInput(tool, example.input)
      expect(ignored).toEqual([])
      const answer = await run(tool, value, example.at)
      expect(answer).toBeDefined()
      if ('output' in example) expect(plain(answer)).toEqual(plain(example.output))
    })
  })
}

async function run(tool: Tool, input: unknown, at: string | undefined): Promise<unknown> {
  const world = await worldFor(tool, at ? Date.parse(at) : Date.now())
  const output = await runTool(tool, input, trialFor(payer), world)
  return doneAtOnce(tool, output, world.host)
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
