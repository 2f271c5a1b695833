import type { CallContext, Capability, Host, Progress } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { within } from '../../base/core/time-limits.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'

/** Runs the tools of this service for a report, and reports its progress. */
export interface ToolRunner {
  run(slug: string, input: JsonObject, withinMs?: number): Promise<unknown>
  /** Milliseconds until the deadline of the report. */
  leftMs(): number
  /** Whether this instance can run the tool. */
  has(slug: string): Promise<boolean>
  progress(progress: Progress): void
}

/** The default time of a report. */
const SLOW_MS = 180_000

function openToolRunner(host: Host): (call: CallContext) => ToolRunner {
  return (call) => ({
    async run(slug, input, withinMs) {
      if (withinMs === undefined) return host.run(slug, input, call)
      return within(withinMs, slug, call.signal, (signal) =>
        host.run(slug, input, { ...call, signal }),
      )
    },
    leftMs: () => Math.max(0, (call.until ?? host.now() + SLOW_MS) - host.now()),
    has: async (slug) => {
      const tool = await host.toolOf?.(slug)
      return tool !== undefined && tool.alone === undefined
    },
    progress: (progress) => call.progress?.(progress),
  })
}

export const toolRunner: Capability<ToolRunner> = {
  name: 'report-tools',
  texts: 'some',
  settings: [],
  runsTools: true,
  open: openToolRunner,
}

/** A part that could not be obtained, for the section on missing parts. */
export interface Missing {
  readonly part: string
  readonly why: string
}

/** The tools of one report, with their failures. */
export interface ReportTools {
  readonly runner: ToolRunner
  readonly signal: AbortSignal
  now(): number
  readonly missing: Missing[]
  /** The number of tools that were called, and of those that answered. */
  readonly asked: { all: number; good: number }
  readonly faults: Fault[]
  /** Calls a required tool; its failure fails the report. */
  must(slug: string, input: JsonObject): Promise<JsonObject>
  /** Calls an optional tool; null if it fails. The failure is reported as a missing part. */
  part(name: string, slug: string, input: JsonObject, withinMs?: number): Promise<JsonObject | null>
}

export function reportToolsOf(
  runner: ToolRunner,
  signal: AbortSignal,
  now: () => number,
): ReportTools {
  const missing: Missing[] = []
  const faults: Fault[] = []
  const asked = { all: 0, good: 0 }
  async function run(slug: string, input: JsonObject, withinMs?: number): Promise<JsonObject> {
    signal.throwIfAborted()
    asked.all += 1
    const answer = await runner.run(slug, input, withinMs)
    asked.good += 1
    return isObject(answer) ? answer : {}
  }
  return {
    runner,
    signal,
    now,
    missing,
    asked,
    faults,
    must: run,
    async part(name, slug, input, withinMs) {
      try {
        return await run(slug, input, withinMs)
      } catch (thrown) {
        if (!(thrown instanceof Fault) || thrown.code === 'caller_gone') throw thrown
        signal.throwIfAborted()
        missing.push({ part: name, why: thrown.message })
        faults.push(thrown)
        return null
      }
    },
  }
}

/** The rows in a field of an answer. */
export function rowsOf(answer: JsonObject | null, name: string): readonly JsonObject[] {
  const rows = answer?.[name]
  return Array.isArray(rows) ? rows.filter(isObject) : []
}

/** The text in a field; null if it is not text. */
export function textOf(value: JsonObject | null | undefined, name: string): string | null {
  const found = value?.[name]
  return typeof found === 'string' && found !== '' ? found : null
}

export function numberOf(value: JsonObject | null | undefined, name: string): number | null {
  const found = value?.[name]
  return typeof found === 'number' ? found : null
}

/**
 * Calls a tool that this instance may lack; null if it does. This is reported as a missing part.
 */
export async function ifThere(tools: ReportTools, name: string, tool: string, input: JsonObject) {
  if (await tools.runner.has(tool)) return tools.part(name, tool, input)
  tools.missing.push({ part: name, why: `${tool} is not set up on this instance.` })
  return null
}
