import type { Host, Scope, Uses } from '../core/capability.ts'
import { Fault } from '../core/fault.ts'
import { isPayload, type Payload } from '../core/payload.ts'
import type { Payer, Tool } from '../core/tool.ts'

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

/**
 * Runs a tool that is already paid for, under its deadline. Packs, jobs and the router come in here.
 * Answers plain data that fits the tool's `output`, or a payload.
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
  const context = {
    ...open(tool.spec.uses, { signal }),
    signal,
    now: host.now,
    wallet: payer.wallet,
  }
  const answer = await unlessAborted(tool, () => tool.spec.run(input as never, context as never), {
    caller,
    deadline,
  })
  if (isPayload(answer)) return answer
  const output = tool.spec.output.parse(answer)
  return tool.untrusted && isRecord(output) ? { ...output, untrustedContent: true } : output
}

/** A tool that ignores its signal still answers in time, though its work may go on unseen. */
async function unlessAborted(
  tool: Tool,
  run: () => unknown,
  { caller, deadline }: { caller: AbortSignal; deadline: AbortSignal },
): Promise<unknown> {
  const ended = () =>
    caller.aborted
      ? new Fault('caller_gone', 'The caller hung up.')
      : new Fault('upstream_timeout', `${tool.slug} took longer than ${tool.deadlineMs / 1000} s.`)
  const either = AbortSignal.any([caller, deadline])
  if (either.aborted) throw ended()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(ended())
  either.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([aborted, (async () => run())()])
  } catch (thrown) {
    throw either.aborted ? ended() : thrown
  } finally {
    either.removeEventListener('abort', abort)
  }
}

/** A tool that lacks a setting says so before it quotes a price. */
export function assertConfigured(tool: Tool, host: Host): void {
  for (const { name, settings } of Object.values(tool.spec.uses)) {
    const missing = settings.find((setting) => !host.setting(setting))
    if (missing) {
      throw new Fault(
        'not_configured',
        `${name} is not configured on this instance: ${missing} is not set.`,
      )
    }
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
