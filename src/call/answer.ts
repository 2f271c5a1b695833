import type { ReplyBody } from '../core/call.ts'
import type { Host } from '../core/capability.ts'
import { isDeed, type Deed, type Doer } from '../core/deed.ts'
import type { Tool } from '../core/tool.ts'
import { bodyOf } from './reply.ts'
import { outputOf } from './run.ts'

/** What a call is answered with: known before money moves, or not before a deed is done. */
export type Answer =
  | { readonly kind: 'body'; readonly body: ReplyBody }
  | {
      readonly kind: 'deed'
      readonly deed: Deed
      readonly ignored: readonly string[]
      /**
       * What it takes was set aside before money left the house: nothing can refuse it any more.
       */
      readonly isReserved: boolean
    }

export function answerOf(output: unknown, ignored: readonly string[], isOutside: boolean): Answer {
  return isDeed(output)
    ? { kind: 'deed', deed: output, ignored, isReserved: isOutside }
    : { kind: 'body', body: bodyOf(output, ignored) }
}

/** Who does a deed: the capability that the tool uses, and that made it. */
export function doerOf({ slug, spec }: Tool, { by }: Deed): Doer {
  const found = Object.values(spec.uses).find(({ name }) => name === by)
  if (!found?.doer) throw new Error(`${slug} uses nothing that does the deeds of ${by}`)
  return found.doer
}

export const doersOf = ({ spec }: Tool): readonly Doer[] =>
  Object.values(spec.uses).flatMap(({ doer }) => doer ?? [])

/**
 * For whoever tries a tool and sells nothing: what a buyer would be told, the deed done at once.
 */
export async function doneAtOnce(
  tool: Tool,
  output: unknown,
  { db, now }: Pick<Host, 'db' | 'now'>,
): Promise<unknown> {
  if (!isDeed(output)) return output
  const occasion = { callId: 'trial', now: now() }
  const perform = () => doerOf(tool, output).perform(output.what as never, occasion)
  const answer = await db.run(perform, output.lane)
  return outputOf(tool, answer)
}
