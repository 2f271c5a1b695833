import type { CallContext, Capability, Host, Progress } from '../core/capability.ts'
import { Fault } from '../core/fault.ts'
import { within } from '../core/time-limits.ts'
import { isObject, type JsonObject } from '../lib/json-object.ts'

/** Runs the tools of this service for a report, and says how far it has come. */
export interface ToolRunner {
  run(slug: string, input: JsonObject, withinMs?: number): Promise<unknown>
  /** Milliseconds until the report must be done. */
  leftMs(): number
  /** Whether this instance can run it. */
  has(slug: string): Promise<boolean>
  progress(progress: Progress): void
}

/** Where nobody tells how long a report may take. */
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

/** For reports on records. */
export const toolRunner: Capability<ToolRunner> = {
  name: 'report-tools',
  settings: [],
  runsTools: true,
  open: openToolRunner,
}

/** For reports that hold what strangers wrote. */
export const untrustedToolRunner: Capability<ToolRunner> = {
  ...toolRunner,
  name: 'report-tools-untrusted',
  untrusted: true,
}

/** What could not be had, for the section that says so. */
export interface Missing {
  readonly part: string
  readonly why: string
}

/** The tools of one report, with what failed. */
export interface ReportTools {
  readonly runner: ToolRunner
  readonly signal: AbortSignal
  now(): number
  readonly missing: Missing[]
  /** Tools that were asked, and how many of them answered. */
  readonly asked: { all: number; good: number }
  readonly faults: Fault[]
  /** The answer of a tool that the report cannot do without. */
  must(slug: string, input: JsonObject): Promise<JsonObject>
  /** The answer of a tool; null where it fails, which is then told. */
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

/** Rows of an answer, by the name of their field. */
export function rowsOf(answer: JsonObject | null, name: string): readonly JsonObject[] {
  const rows = answer?.[name]
  return Array.isArray(rows) ? rows.filter(isObject) : []
}

/** The text of a field; null where it is none. */
export function textOf(value: JsonObject | null | undefined, name: string): string | null {
  const found = value?.[name]
  return typeof found === 'string' && found !== '' ? found : null
}

export function numberOf(value: JsonObject | null | undefined, name: string): number | null {
  const found = value?.[name]
  return typeof found === 'number' ? found : null
}

/** The answer of a tool that this instance may lack; null where it does, which is then told. */
export async function ifThere(tools: ReportTools, name: string, tool: string, input: JsonObject) {
  if (await tools.runner.has(tool)) return tools.part(name, tool, input)
  tools.missing.push({ part: name, why: `${tool} is not set up on this instance.` })
  return null
}
