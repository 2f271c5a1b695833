import { parseInput } from '../../src/call/input.ts'
import { runTool } from '../../src/call/run.ts'
import { nameTool, type ToolSpec } from '../../src/core/tool.ts'
import { worldFor } from './world.ts'

/** Parses and runs one tool as a paid call would; rejects with the fault that a buyer would see. */
export async function runExample(
  spec: ToolSpec,
  input: Readonly<Record<string, unknown>>,
  at?: string,
): Promise<Record<string, unknown>> {
  const tool = nameTool(spec, 'test', 'test')
  const world = await worldFor(tool, at ? Date.parse(at) : Date.now())
  const { value } = parseInput(tool, input)
  const payer = { rail: 'test', wallet: '0x00000000000000000000000000000000000000aa' } as const
  const answer = await runTool(tool, value, payer, world, new AbortController().signal)
  return answer as Record<string, unknown>
}
