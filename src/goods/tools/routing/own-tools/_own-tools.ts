import type { CallContext, Capability, InnerTool } from '../../../../base/core/capability.ts'
import { badInput, Fault, notFound } from '../../../../base/core/fault.ts'
import { dollarsOf, usd, usdOf, type Usd } from '../../../../base/core/money.ts'
import { isSpecialOutput } from '../../../../base/core/tool-output.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'

/** The tools of this service, for calls that run several tools. */
export interface OwnTools {
  /** A tool that one call may run for another buyer, or a fault that says why not. */
  toolNamed(slug: string, field: string): Promise<InnerTool>
  run(slug: string, input: JsonObject): Promise<unknown>
}

export interface Ended {
  readonly ok: boolean
  /** Null where it failed. */
  readonly result: unknown
  readonly error: string | null
  readonly fault: Fault | null
}

export const ownTools: Capability<OwnTools> = {
  name: 'own-tools',
  texts: 'some',
  settings: [],
  runsTools: true,
  open: (host) => (call: CallContext) => ({
    async toolNamed(slug, field) {
      const tool = await host.toolOf?.(slug)
      if (!tool) throw notFound(`${field}: no tool is called ${slug}.`)
      const { alone } = tool
      if (alone === undefined) return tool
      throw badInput(`${field}: ${slug} ${alone}; name another tool of this catalog.`)
    },
    async run(slug, input) {
      const answer = await host.run(slug, input, call)
      if (!isSpecialOutput(answer)) return answer
      throw badInput(`${slug}: this input asks for a file or a stream, and must ask for JSON.`)
    },
  }),
}

/** Runs one tool to its end; a fault becomes part of the answer, any other error is thrown. */
export async function ended(run: () => Promise<unknown>): Promise<Ended> {
  try {
    return { ok: true, result: await run(), error: null, fault: null }
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.code === 'caller_gone') throw thrown
    return { ok: false, result: null, error: thrown.message, fault: thrown }
  }
}

/** Where nothing succeeds, the call fails as its first part did, and is not charged. */
export function refuseIfNone(ends: readonly Ended[], what: string): void {
  const first = ends.find(({ fault }) => fault !== null)?.fault
  if (first && ends.every(({ ok }) => !ok))
    throw new Fault(first.code, `No ${what} succeeded: ${first.message}`, { cause: first })
}

/** What one such call costs at least. */
const LEAST = usd('$0.01')

/** What the calls would cost one by one, and never less than one call of several. */
export const quoteFor = (tools: readonly InnerTool[]): Usd => usdOf(Math.max(LEAST, sumOf(tools)))

/** What they would cost one by one, in dollars. */
export const listUsdOf = (tools: readonly InnerTool[]): number => dollarsOf(usdOf(sumOf(tools)))

const sumOf = (tools: readonly InnerTool[]): number =>
  tools.reduce((sum, { price }) => sum + price, 0)
