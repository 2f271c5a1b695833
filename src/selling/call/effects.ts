import type { ReplyBody } from '../core/call.ts'
import type { Host } from '../core/capability.ts'
import {
  isDeferredEffect,
  type DeferredEffect,
  type EffectHandler,
} from '../core/deferred-effect.ts'
import type { Tool } from '../core/tool.ts'
import { bodyOf } from './reply.ts'
import { outputOf } from './output.ts'
import { plainAnswer } from './run.ts'

/** The answer of a call: known before money moves, or only once a deferred effect is applied. */
export type Answer =
  | { readonly kind: 'body'; readonly body: ReplyBody }
  | {
      readonly kind: 'effect'
      readonly effect: DeferredEffect
      readonly ignored: readonly string[]
      /** Its room was reserved before money left this service: it can no longer be refused. */
      readonly isReserved: boolean
    }

export function answerOf(output: unknown, ignored: readonly string[], isOutside: boolean): Answer {
  return isDeferredEffect(output)
    ? { kind: 'effect', effect: output, ignored, isReserved: isOutside }
    : { kind: 'body', body: bodyOf(output, ignored) }
}

/** The handler of a deferred effect: the capability of the tool that made it. */
export function effectHandlerOf({ slug, spec }: Tool, { by }: DeferredEffect): EffectHandler {
  const found = Object.values(spec.uses).find(({ name }) => name === by)
  if (!found?.effectHandler) throw new Error(`${slug} uses nothing that does the effects of ${by}`)
  return found.effectHandler
}

export const effectHandlersOf = ({ spec }: Tool): readonly EffectHandler[] =>
  Object.values(spec.uses).flatMap(({ effectHandler }) => effectHandler ?? [])

/** For a trial without a sale: applies the effect at once and returns the buyer's answer. */
export async function doneAtOnce(
  tool: Tool,
  output: unknown,
  { db, now }: Pick<Host, 'db' | 'now'>,
): Promise<unknown> {
  if (!isDeferredEffect(output)) return plainAnswer(output)
  const effectContext = { callId: 'trial', now: now() }
  const apply = () => effectHandlerOf(tool, output).apply(output.what as never, effectContext)
  const answer = await db.run(apply, output.lockKey)
  return outputOf(tool, answer)
}
