import type { CallContext } from '../../base/core/capability.ts'
import { badInput } from '../../base/core/fault.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { WATCHES, type Facts, type Watch } from './watches.ts'

/** The watch of a product. Throws for an unknown name. */
export function watchOf(product: string): Watch {
  const watch = Object.hasOwn(WATCHES, product) ? WATCHES[product] : undefined
  if (watch) return watch
  throw badInput(`product: must be one of ${Object.keys(WATCHES).join(', ')}.`)
}

export interface CheckedTarget {
  readonly product: string
  readonly target: string
}

type Run = (slug: string, input: JsonObject, call: CallContext) => Promise<unknown>

/**
 * Checks a target once. Throws if one of the tools fails, because missing facts would look like a
 * change.
 */
export async function checkTarget(
  { product, target }: CheckedTarget,
  run: Run,
  call: CallContext,
): Promise<Facts> {
  const found: Facts[] = []
  const { questions, flawOf } = watchOf(product)
  const flaw = flawOf?.(target) ?? null
  if (flaw !== null) throw badInput(`target: ${flaw}`)
  for (const { tool, input, facts } of questions) {
    const answer = await run(tool, input(target), call)
    found.push(isObject(answer) ? facts(answer, target) : {})
  }
  return Object.assign({}, ...found) as Facts
}
