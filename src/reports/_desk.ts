import type { CallContext, Capability, Host, Progress } from '../core/capability.ts'
import { Fault } from '../core/fault.ts'
import { isObject, type JsonObject } from '../lib/json-object.ts'

/** Runs the tools of this house for a report, and says how far it has come. */
export interface Desk {
  run(slug: string, input: JsonObject, withinMs?: number): Promise<unknown>
  /** Milliseconds until the report must be done. */
  leftMs(): number
  /** Whether this instance can run it. */
  has(slug: string): Promise<boolean>
  progress(progress: Progress): void
}

/** Where nobody tells how long a report may take. */
const SLOW_MS = 180_000

function openDesk(host: Host): (call: CallContext) => Desk {
  return (call) => ({
    async run(slug, input, withinMs) {
      if (withinMs === undefined) return host.run(slug, input, call)
      const late = AbortSignal.timeout(Math.max(0, withinMs))
      const signal = AbortSignal.any([call.signal, late])
      return host.run(slug, input, { ...call, signal }).catch((thrown: unknown) => {
        if (!late.aborted || call.signal.aborted) throw thrown
        throw new Fault('upstream_timeout', `${slug} was not done in time.`)
      })
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
export const desk: Capability<Desk> = {
  name: 'report-desk',
  settings: [],
  runsTools: true,
  open: openDesk,
}

/** For reports that hold what strangers wrote. */
export const openDeskToAll: Capability<Desk> = {
  ...desk,
  name: 'report-desk-untrusted',
  untrusted: true,
}

/** What could not be had, for the section that says so. */
export interface Missing {
  readonly part: string
  readonly why: string
}

/** The tools of one report, with what failed. */
export interface Bench {
  readonly desk: Desk
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

export function benchOf(desk: Desk, signal: AbortSignal, now: () => number): Bench {
  const missing: Missing[] = []
  const faults: Fault[] = []
  const asked = { all: 0, good: 0 }
  async function run(slug: string, input: JsonObject, withinMs?: number): Promise<JsonObject> {
    signal.throwIfAborted()
    asked.all += 1
    const answer = await desk.run(slug, input, withinMs)
    asked.good += 1
    return isObject(answer) ? answer : {}
  }
  return {
    desk,
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
export async function ifThere(bench: Bench, name: string, tool: string, input: JsonObject) {
  if (await bench.desk.has(tool)) return bench.part(name, tool, input)
  bench.missing.push({ part: name, why: `${tool} is not set up on this instance.` })
  return null
}
