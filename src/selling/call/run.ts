import type { CallContext, Capability, Host, Uses } from '../../base/core/capability.ts'
import { isDeferredEffect } from '../../base/core/deferred-effect.ts'
import { Fault } from '../../base/core/fault.ts'
import { createFairSlots, type FairSlots } from '../../base/lib/fair-slots.ts'
import { usdOf } from '../../base/core/money.ts'
import {
  events,
  isSpecialOutput,
  serialized,
  type Events,
  type Serialized,
} from '../../base/core/tool-output.ts'
import { createSourceLog } from '../../base/core/provenance.ts'
import { limit, type Limiter } from '../../base/core/time-limits.ts'
import { valueOfInput } from '../../base/core/json-input.ts'
import { threadWork } from '../../base/core/thread-work.ts'
import type { Payer } from '../../base/core/payment.ts'
import type { Tool } from '../../base/core/tool.ts'
import { largestField, threads, type Threads } from '../../engines/threads/threads.ts'
import { outputOf } from './output.ts'
import { packed } from './tool-thread.ts'

/** Opens the capabilities of a tool for one call. */
export type Open = (uses: Uses, call: CallContext) => Record<string, unknown>

export interface Running {
  readonly host: Host
  readonly open: Open
  /** Runs work one at a time. */
  readonly turns: FairSlots
}

export const runningOn = (host: Host): Running => ({
  host,
  open: createOpener(host),
  turns: createTurns(),
})

/** One at a time: that bounds the memory, and leaves the other threads of the engine free. */
export const createTurns = (): FairSlots =>
  createFairSlots({
    slots: 1,
    slotsPerClient: 1,
    waitMs: 20_000,
    waitingMax: 64,
    what: 'All slots for heavy calls',
    retryAfterSeconds: 5,
  })

/** Opens each capability once for the host, and lends it to every call. */
export function createOpener(host: Host): Open {
  // Not by name: two of one name would be taken for each other.
  const opened = new Map<Capability<unknown>['open'], (call: CallContext) => unknown>()
  return (uses, call) => {
    const context: Record<string, unknown> = {}
    for (const [as, capability] of Object.entries(uses)) {
      const lend = opened.get(capability.open) ?? capability.open(host)
      opened.set(capability.open, lend)
      context[as] = lend(call)
    }
    return context
  }
}

const TOOL_IN_THREAD = threadWork<typeof import('./tool-thread.ts')>(
  import.meta.url,
  './tool-thread.ts',
)

/**
 * Runs a tool that is already paid, within its limits. Packs, jobs and the router call it too.
 * Answers plain data that fits the tool's `output` or its JSON, a payload, or a deferred effect.
 */
export async function runTool(
  tool: Tool,
  input: unknown,
  call: CallContext,
  { host, open, turns }: Running,
): Promise<unknown> {
  const limiter = limit(tool.slug, tool.limits, call.signal)
  const { signal } = limiter
  const sources = createSourceLog(host.now)
  const until = host.now() + tool.limits.firstEventMs
  const context: CallContext = { ...call, signal, sources, until }
  async function work(): Promise<unknown> {
    const { place } = tool.spec
    const where = typeof place === 'function' ? place(valueOfInput(input) as never) : place
    if (where === 'thread' && tool.file !== undefined)
      return inThread(tool.file, open({ threads }, context)['threads'] as Threads)
    const { wallet } = call.payer
    const lent = { ...open(tool.spec.uses, context), signal, now: host.now, wallet }
    // A call that has timed out keeps its slot until its work ends.
    const leave = where === 'turn' ? await turns.take(context) : () => {}
    const value = valueOfInput(input) as never
    const answer = await Promise.resolve(tool.spec.run(value, lent)).finally(leave)
    return isSpecialOutput(answer) && answer.payload === 'events' ? begun(answer, limiter) : answer
  }

  const inThread = async (file: string, { run }: Threads): Promise<Serialized> => {
    const field = () => tool.spec.heavyField ?? largestField(valueOfInput(input))
    const asked = { file, slug: tool.slug, input: packed(input), now: host.now() }
    return serialized(await run(TOOL_IN_THREAD, asked, { field }))
  }

  let isStreaming = false
  try {
    const answer = await limiter.race(work)
    isStreaming = isSpecialOutput(answer) && answer.payload === 'events'
    const isUntrusted =
      tool.untrusted === 'always' || (tool.untrusted === 'sometimes' && sources.hasPublicText())
    // The tool that runs this one passes the text on.
    if (isUntrusted) call.sources?.readPublicText()
    if (isSpecialOutput(answer) || isDeferredEffect(answer)) return answer
    return outputOf(tool, answer, {
      ...(tool.live && sources.provenance()),
      ...(isUntrusted && { untrustedContent: true }),
    })
  } finally {
    if (!isStreaming) limiter.end()
  }
}

/** The answer of a tool as plain data, for code that reads it. */
export const plainAnswer = (answer: unknown): unknown =>
  isSpecialOutput(answer) && answer.payload === 'serialized' ? JSON.parse(answer.text) : answer

/** The context of an unpaid trial of a tool. */
export const trialFor = (payer: Payer): CallContext => ({
  id: 'trial',
  transport: 'http',
  payer,
  budget: usdOf(0),
  signal: new AbortController().signal,
})

/**
 * A stream counts as answered with its first event; until then it may fail or time out. The time of
 * the settlement and of its reader is not limited, only that of the tool.
 */
async function begun({ chunks, cost, headers }: Events, limiter: Limiter): Promise<Events> {
  const source = chunks[Symbol.asyncIterator]()
  // A source that is stuck in its next event is not waited for.
  const close = () => void source.return?.().catch(() => {})
  if (limiter.signal.aborted) close()
  else limiter.signal.addEventListener('abort', close, { once: true })
  const first = await source.next()
  limiter.pause()
  return events(resumed(first, source, limiter), cost, headers)
}

async function* resumed(
  first: IteratorResult<string>,
  rest: AsyncIterator<string>,
  limiter: Limiter,
): Events['chunks'] {
  try {
    for (let next = first; !next.done; next = await limiter.race(() => rest.next())) {
      limiter.pause()
      yield next.value
      limiter.resume()
    }
  } finally {
    limiter.end()
    void rest.return?.().catch(() => {})
  }
}

/** Throws before anything is paid or run if the tool lacks a setting. */
export function assertConfigured({ unavailable }: Tool): void {
  if (unavailable !== undefined) throw new Fault('not_configured', unavailable)
}

/** Gives a tool less time if the payment expires before its time limit. */
export function withDeadline(tool: Tool, answerBy: number | undefined, now: number): Tool {
  if (answerBy === undefined) return tool
  const firstEventMs = Math.min(tool.limits.firstEventMs, Math.max(0, answerBy - now))
  return { ...tool, limits: { ...tool.limits, firstEventMs } }
}
