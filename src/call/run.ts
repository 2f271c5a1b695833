import type { Host, Scope, Uses } from '../core/capability.ts'
import { isDeferredEffect } from '../core/deferred-effect.ts'
import { Fault } from '../core/fault.ts'
import { events, isPayload, type Events } from '../core/payload.ts'
import { createSourceLog, type Provenance } from '../core/provenance.ts'
import { threadWork } from '../core/thread-work.ts'
import type { Payer, Tool } from '../core/tool.ts'
import { threads, type Threads } from '../threads/threads.ts'

/** Opens what a tool uses, for one call. */
export type Open = (uses: Uses, call: Scope) => Record<string, unknown>

export interface Running {
  readonly host: Host
  readonly open: Open
}

/** Each capability is opened once for the host, and then lent to every call. */
export function createOpener(host: Host): Open {
  const opened = new Map<string, (call: Scope) => unknown>()
  return (uses, call) => {
    const context: Record<string, unknown> = {}
    for (const [as, capability] of Object.entries(uses)) {
      const lend = opened.get(capability.name) ?? capability.open(host)
      opened.set(capability.name, lend)
      context[as] = lend(call)
    }
    return context
  }
}

const TOOL_IN_THREAD = threadWork<typeof import('../threads/_tool.ts')>(
  import.meta.url,
  '../threads/_tool.ts',
)

/**
 * Runs a tool that is already paid for, under its deadline. Packs, jobs and the router call it too.
 * Answers plain data that fits the tool's `output`, a payload, or a deferred effect to apply later.
 */
export async function runTool(
  tool: Tool,
  input: unknown,
  payer: Payer,
  { host, open }: Running,
  caller: AbortSignal,
): Promise<unknown> {
  const deadline = AbortSignal.timeout(tool.deadlineMs)
  const signal = AbortSignal.any([caller, deadline])
  const sources = createSourceLog(host.now)
  async function work(): Promise<unknown> {
    const { place } = tool.spec
    const where = typeof place === 'function' ? place(input as never) : place
    if (where === 'thread' && tool.file !== undefined)
      return inThread(tool.file, open({ threads }, { signal })['threads'] as Threads)
    const { wallet } = payer
    const lent = open(tool.spec.uses, { signal, sources })
    const context = { ...lent, signal, now: host.now, wallet }
    return begun(await tool.spec.run(input as never, context), signal)
  }

  const inThread = (file: string, { run }: Threads) =>
    run(TOOL_IN_THREAD, { file, slug: tool.slug, input, now: host.now() })

  const answer = await unlessAborted(tool, work, { caller, signal })
  if (isPayload(answer) || isDeferredEffect(answer)) return answer
  return outputOf(tool, answer, tool.live ? sources.provenance() : undefined)
}

/** An answer as the tool has promised it. */
export function outputOf(tool: Tool, answer: unknown, provenance?: Provenance): unknown {
  const output = tool.spec.output.parse(answer)
  if (!isRecord(output)) return output
  return { ...output, ...provenance, ...(tool.untrusted && { untrustedContent: true }) }
}

/**
 * A stream has answered when its first event is in hand: until then it may fail, or be too late.
 */
async function begun(answer: unknown, signal: AbortSignal): Promise<unknown> {
  if (!isPayload(answer) || answer.payload !== 'events') return answer
  const chunks = answer.chunks[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (signal.aborted) await chunks.return?.()
  return events(resumed(first, chunks))
}

async function* resumed(
  first: IteratorResult<string>,
  rest: AsyncIterator<string>,
): Events['chunks'] {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

/** A tool that ignores its signal still answers in time, though its work may go on unseen. */
async function unlessAborted(
  tool: Tool,
  run: () => Promise<unknown>,
  { caller, signal }: { caller: AbortSignal; signal: AbortSignal },
): Promise<unknown> {
  const ended = () =>
    caller.aborted
      ? new Fault('caller_gone', 'The caller hung up.')
      : new Fault('upstream_timeout', `${tool.slug} took longer than ${tool.deadlineMs / 1000} s.`)
  if (signal.aborted) throw ended()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(ended())
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([aborted, run()])
  } catch (thrown) {
    throw signal.aborted ? ended() : thrown
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** A tool that lacks a setting says so before it quotes a price; a pack, if all of its tools do. */
export function assertConfigured(tool: Tool, host: Host): void {
  const [missing, ...others] = [tool, ...(tool.parts ?? [])].map((one) => missingIn(one, host))
  const ofParts = others.every(Boolean) ? others[0] : null
  const told = missing ?? ofParts
  if (told) throw new Fault('not_configured', told)
}

function missingIn({ spec }: Tool, host: Host): string | null {
  for (const { name, settings } of Object.values(spec.uses)) {
    const missing = settings.find((setting) => ![setting].flat().some((one) => host.setting(one)))
    if (missing)
      return `${name} is not configured on this instance: ${[missing].flat().join(' or ')} is not set.`
  }
  return null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
