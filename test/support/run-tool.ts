import { doneAtOnce } from '../../src/selling/call/effects.ts'
import { parseInput } from '../../src/selling/call/input.ts'
import { runTool, trialFor } from '../../src/selling/call/run.ts'
import { nameTool, type ToolSpec } from '../../src/base/core/tool.ts'
import type { Settings } from './upstreams/define.ts'
import { worldFor } from './world.ts'

/**
 * Parses and runs one tool as a paid call would; rejects with the fault that a buyer would see.
 * Settings that are `given` win over those of the stand-ins.
 */
export async function runExample(
  spec: ToolSpec,
  input: Readonly<Record<string, unknown>>,
  at?: string,
  given?: Settings,
): Promise<Record<string, unknown>> {
  const tool = nameTool(spec, 'test', 'test')
  const world = await worldFor(tool, at ? Date.parse(at) : Date.now(), given)
  const { value } = parseInput(tool, input)
  const payer = { rail: 'test', wallet: '0x00000000000000000000000000000000000000aa' } as const
  const output = await runTool(tool, value, trialFor(payer), world)
  return (await doneAtOnce(tool, output, world.host)) as Record<string, unknown>
}
