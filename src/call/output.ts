import type { Provenance } from '../core/provenance.ts'
import type { Tool } from '../core/tool.ts'

/** An answer as the tool has promised it. */
export function outputOf(tool: Tool, answer: unknown, provenance?: Provenance): unknown {
  const output = tool.spec.output.parse(answer)
  if (!isRecord(output)) return output
  return { ...output, ...provenance, ...(tool.untrusted && { untrustedContent: true }) }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
