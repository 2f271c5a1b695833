import { describe, expect, test } from 'vitest'
import { parseInput } from '../src/call/input.ts'
import { plainAnswer, runTool, trialFor, type Running } from '../src/call/run.ts'
import { Fault } from '../src/core/fault.ts'
import { inputShape } from '../src/core/shape.ts'
import type { Tool } from '../src/core/tool.ts'
import { catalogOfTools } from './support/catalog.ts'
import { worldFor } from './support/world.ts'

const { tools } = await catalogOfTools()
/** Those that take nothing but their input. */
const chosen = tools.filter(({ spec }) => Object.keys(spec.uses).length === 0)
const RUNS = 50
const PAYER = { rail: 'test', wallet: '0x00000000000000000000000000000000000000aa' } as const

/** Beginnings of every format, and values of every type. */
const KINDS: readonly (readonly unknown[])[] = [
  ['', ' ', '{', '[', '<', '{"a":', '---\n', 'BEGIN:VCALENDAR', 'a,b\n1', '=', '\\', '$', '$[?'],
  ['.a|', 'UEsDBA==', 'e1xydGY=', 'AAAA', '////', 'é漢😀', 'x'.repeat(5_000), '<a>'.repeat(50)],
  ['[['.repeat(40), '\uFEFF', '%YAML 1.2', '"', "'", '```', 'WEBVTT\n\n', 'POINT(', 'From: a\n\n'],
  ['{{#a}}', '{{', '(a+)+$', '\\u', '\ud800', '\0', '\u202e', '👩‍👩‍👧', '@@ -1 +1 @@\n', '%', '"\''],
  ['-1', '0', '0.5', '1e30', '9'.repeat(90), '0x1f', 'NaN', 'Infinity', '2026-02-30'],
  [-1, 0, 1, 1e15, 0.5, null, true, [], {}, [1], [{}], [[]], [null], ['a'], { constructor: 1 }],
  [{ a: { b: [1, null, 'x'] } }, [{ a: 1, b: null }, { a: 'x' }], { type: 'Point' }],
]
const ODD = KINDS.flat()

/** The same numbers in each run. */
function createDraw(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** An example with one or two of its fields spoilt. */
function spoilt(tool: Tool, draw: (below: number) => number): Record<string, unknown> {
  const { examples } = tool.spec
  const input = { ...(examples[draw(examples.length)]?.input as Record<string, unknown>) }
  const names = Object.keys(inputShape(tool).properties)
  for (let times = 0; times <= draw(2); times += 1) {
    const name = names[draw(names.length)] ?? ''
    const value = ODD[draw(ODD.length)]
    const before = input[name]
    if (typeof before === 'string' && typeof value === 'string' && draw(2) === 0) {
      const at = draw(before.length)
      input[name] = before.slice(0, at) + value.slice(0, 40) + before.slice(at + draw(6))
    } else input[name] = value
  }
  return input
}

describe('a spoilt input is answered or refused by the name of its field', () => {
  test.each(chosen.map((tool) => [tool.slug, tool] as const))('%s', async (_slug, tool) => {
    const draw = createDraw(7)
    const world = tool.pure ? undefined : await worldFor(tool, 0)
    for (let run = 0; run < RUNS; run += 1) {
      const input = spoilt(tool, draw)
      const told = await outcome(tool, input, world)
      // What a provider refuses is not for the caller to mend.
      if (told instanceof Fault && told.code !== 'bad_input' && world) continue
      if (told instanceof Fault)
        expect([input, told.message]).toEqual([input, expect.stringMatching(/^[\w.]+(, \w+)*: /)])
      else expect([input, tool.spec.output.safeParse(told).error]).toEqual([input, undefined])
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
