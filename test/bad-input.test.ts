/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { parseInput } from '../src/selling/call/input.ts'
import { plainAnswer, runTool, trialFor, type Running } from '../src/selling/call/run.ts'
import { Fault } from '../src/base/core/fault.ts'
import { isSpecialOutput } from '../src/base/core/tool-output.ts'
import type { Tool } from '../src/base/core/tool.ts'
import { catalogOfTools } from './support/catalog.ts'
import { places, withValue } from './support/odd-values.ts'
import { RUN_SEED } from './support/runs/seed.ts'
import { createRandom } from './support/simulation/random.ts'
import { spoilt } from './support/spoilt-inputs.ts'
import { worldFor } from './support/world.ts'

const { tools } = await catalogOfTools()
/** Those that take nothing but their input; in the long run, those that ask providers. */
const chosen = tools.filter(({ spec: { uses } }) =>
  process.env['BAD_INPUT'] === 'providers'
    ? Object.values(uses).some((used) => 'providers' in used)
    : Object.keys(uses).length === 0,
)
const RUNS = 50
/** Some tools need seconds for 50 inputs. They stop early: each commit draws others. */
const DRAWN_MS = 500
const RUNS_MIN = 5
/** Some providers take one question in five seconds. */
const TEST_MS = process.env['BAD_INPUT'] === 'providers' ? 400_000 : 60_000
const PAYER = { rail: 'test', wallet: '0x00000000000000000000000000000000000000aa' } as const

describe('every invalid input is answered, or refused with the name of its field', () => {
  test.each(chosen.map((tool) => [tool.slug, tool] as const))(
    '%s',
    async (_slug, tool) => {
      const draw = createRandom(RUN_SEED).below
      const startedAt = performance.now()
      const isOver = () => performance.now() - startedAt > DRAWN_MS
      const world = tool.pure ? undefined : await worldFor(tool, 0)
      for (let run = 0; run < RUNS && (run < RUNS_MIN || !isOver()); run += 1) {
        const input = spoilt(tool, draw)
        const told = await outcome(tool, input, world)
        // What a provider refuses is not for the caller to mend.
        if (told instanceof Fault && told.code !== 'bad_input' && world) continue
        if (told instanceof Fault)
          expect([input, told.message]).toEqual([input, expect.stringMatching(/^[\w.]+(, \w+)*: /)])
        else if (!isSpecialOutput(told))
          expect([input, tool.spec.output.safeParse(told).error]).toEqual([input, undefined])
      }
    },
    TEST_MS,
  )
})

const BLANK = [' ', '\n', '\t\r\n\u00a0']

describe('white space is answered, or refused, in the place of any text', () => {
  test.each(chosen.map((tool) => [tool.slug, tool] as const))('%s', async (_slug, tool) => {
    const world = tool.pure ? undefined : await worldFor(tool, 0)
    for (const { input } of tool.spec.examples)
      for (const path of places(input))
        for (const blank of BLANK) {
          const asked = withValue(input, path, blank) as Record<string, unknown>
          await outcome(tool, asked, world)
        }
  })
})

async function outcome(
  tool: Tool,
  input: Record<string, unknown>,
  world: Running | undefined,
): Promise<unknown> {
  try {
    const { value } = parseInput(tool, input)
    if (world) return plainAnswer(await runTool(tool, value, trialFor(PAYER), world))
    const { signal } = new AbortController()
    return await tool.spec.run(value as never, { signal, now: () => 0 })
  } catch (thrown) {
    if (thrown instanceof Fault) return thrown
    throw thrown
  }
}
