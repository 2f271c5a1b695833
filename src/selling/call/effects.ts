import type { ReplyBody } from '../../base/core/call.ts'
import type { Host } from '../../base/core/capability.ts'
import {
  isDeferredEffect,
  type AppliedEffect,
  type DeferredEffect,
  type EffectHandler,
} from '../../base/core/deferred-effect.ts'
import type { Tool } from '../../base/core/tool.ts'
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

/** The answer that an applied effect gives to its buyer. */
export const effectOutput = (
  tool: Tool,
  { value, hasPublicText }: Omit<AppliedEffect, 'writes'>,
): unknown => outputOf(tool, value, hasPublicText ? { untrustedContent: true } : {})

/** For a trial without a sale: applies the effect at once and returns the buyer's answer. */
export async function doneAtOnce(
  tool: Tool,
  output: unknown,
  { db, now }: Pick<Host, 'db' | 'now'>,
): Promise<unknown> {
  if (!isDeferredEffect(output)) return plainAnswer(output)
  const effectContext = { callId: 'trial', now: now() }
  const apply = () => effectHandlerOf(tool, output).apply(output.what as never, effectContext)
  return db.run(function* () {
    const { writes, ...done } = yield* apply()
    return { value: effectOutput(tool, done), writes }
  }, output.lockKey)
}
