import type { MathJsInstance, MathNode } from 'mathjs'
import { Fault } from '../../../../base/core/fault.ts'
import { agree, unknownsIn, valueOf } from './_formula.ts'
import { type Form, formOf, formText, lowestTerms } from './_forms.ts'

/** A larger expression is not expanded into a sum or fraction. */
const PARTS_MAX = 120

export function partsOf(tree: MathNode): number {
  let count = 0
  tree.traverse(() => (count += 1))
  return count
}

interface Operation {
  readonly fn: string
  readonly args: readonly { readonly type: string; readonly value?: unknown }[]
}

const WORK: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
}

/** Without factors of 1, sums with 0 and sums of whole numbers. */
export function folded(math: MathJsInstance, tree: MathNode): MathNode {
  const fold = (node: MathNode): MathNode => {
    const mapped = node.map(fold)
    if (mapped.type !== 'OperatorNode') return mapped
    const { fn, args } = mapped as unknown as Operation
    const [a, b] = args.map(({ type, value }) => (type === 'ConstantNode' ? value : undefined))
    const work = WORK[fn]
    if (!work || !Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return mapped
    const value = work(Number(a), Number(b))
    return Number.isSafeInteger(value) && value >= 0 ? math.parse(String(value)) : mapped
  }
  // The library's own simplification takes quadratic time or longer.
  if (partsOf(tree) > PARTS_MAX) return fold(tree)
  return math.simplifyCore(fold(math.simplifyCore(tree)))
}

/** As one sum or fraction, checked with numbers; undefined if it is too long or not equal. */
export function sameForm(
  read: (text: string) => MathNode,
  tree: MathNode,
  change: (form: Form) => Form = (form) => form,
): MathNode | undefined {
  if (partsOf(tree) > PARTS_MAX) return undefined
  try {
    const form = read(formText(lowestTerms(change(formOf(tree)))))
    const isSame = agree(valueOf(tree), valueOf(form), unknownsIn(tree))
    return isSame === true ? form : undefined
  } catch (thrown) {
    if (thrown instanceof Fault) return undefined
    throw thrown
  }
}
