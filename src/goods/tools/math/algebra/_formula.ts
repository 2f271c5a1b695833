import type { MathJsInstance, MathNode } from 'mathjs'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { loadMath, parsedExpression, setRemainder } from '../../../../engines/numbers/expression.ts'

/** Formulas of one or more unknowns over the real numbers. */

const CONSTANTS: Readonly<Record<string, number>> = {
  pi: Math.PI,
  e: Math.E,
  tau: 2 * Math.PI,
  phi: (1 + Math.sqrt(5)) / 2,
}

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,30}$/

export const expressionField = (lengthMax: number) => z.string().trim().min(1).max(lengthMax)

export const variableField = () =>
  z
    .string()
    .regex(NAME)
    .refine((name) => !Object.hasOwn(CONSTANTS, name), {
      error: `must not be a constant: ${Object.keys(CONSTANTS).join(', ')}`,
    })

export interface Algebra {
  readonly math: MathJsInstance
  readonly read: (text: string) => MathNode
}

/** What the real numbers do not hold, such as sqrt(-1) or 7 mod 0, is no number. */
export async function algebra(): Promise<Algebra> {
  const bundle = await loadMath()
  const math = bundle.create((bundle as unknown as { readonly all: object }).all as never)
  math.config({ predictable: true })
  setRemainder(math)
  return { math, read: (text) => parsedExpression(math, 'expression', text) }
}

/** Names of numbers that the caller chooses. */
export function unknownsIn(tree: MathNode): readonly string[] {
  const names = new Set<string>()
  tree.traverse((node, path, parent) => {
    const { type, name = '' } = node as { readonly type: string; readonly name?: string }
    if (type !== 'SymbolNode' || (parent?.type === 'FunctionNode' && path === 'fn')) return
    if (!Object.hasOwn(CONSTANTS, name)) names.add(name)
  })
  return [...names].toSorted()
}

export type Values = Readonly<Record<string, number>>

/** Computes the value; NaN if there is no real value. */
export function valueOf(tree: MathNode): (values: Values) => number {
  const compiled = tree.compile()
  return (values) => {
    try {
      const value: unknown = compiled.evaluate({ ...CONSTANTS, ...values })
      return typeof value === 'number' ? value : NaN
    } catch {
      return NaN
    }
  }
}

const allowed = (variable: string) => [variable, ...Object.keys(CONSTANTS)].join(', ')

/** As a function of one unknown; other names are refused. */
export function functionOf(tree: MathNode, variable: string): (x: number) => number {
  const other = unknownsIn(tree).find((name) => name !== variable)
  if (other !== undefined)
    throw badInput(
      `expression: must not hold the unknown name ${other}; allowed are ${allowed(variable)}`,
    )
  const compiled = tree.compile()
  const scope: Record<string, number> = { ...CONSTANTS }
  return (x) => {
    scope[variable] = x
    try {
      const value: unknown = compiled.evaluate(scope)
      return typeof value === 'number' ? value : NaN
    } catch {
      return NaN
    }
  }
}

const PROBES = 24
const PROBES_MIN = 4

/**
 * Whether two functions have the same values at all sample points where both have one. The points
 * are always the same. Null if too few points have a value.
 */
export function agree(
  worthA: (values: Values) => number,
  worthB: (values: Values) => number,
  names: readonly string[],
): boolean | null {
  let compared = 0
  for (let probe = 1; probe <= PROBES; probe += 1) {
    const values = Object.fromEntries(names.map((name, at) => [name, placeOf(probe, at)]))
    const [one, other] = [worthA(values), worthB(values)]
    if (!Number.isFinite(one) || !Number.isFinite(other)) continue
    compared += 1
    if (Math.abs(one - other) > 1e-6 * Math.max(1e-6, Math.abs(one), Math.abs(other))) return false
  }
  return compared >= PROBES_MIN ? true : null
}

/** The slope by differences; NaN if two step widths do not agree. */
export function slopeOf(worth: (values: Values) => number, variable: string) {
  return (values: Values): number => {
    const x = values[variable] ?? 0
    const at = (by: number) => worth({ ...values, [variable]: x + by })
    const by = (step: number) =>
      (at(-2 * step) - 8 * at(-step) + 8 * at(step) - at(2 * step)) / (12 * step)
    const [wide, narrow] = [by(1e-3), by(2.5e-4)]
    return Math.abs(wide - narrow) <= 1e-7 * Math.max(1e-3, Math.abs(narrow)) ? narrow : NaN
  }
}

/** Sample points from about -6 to 6, denser near 0 (multiples of irrational numbers). */
function placeOf(probe: number, at: number): number {
  const share = (probe * Math.SQRT2 * (at + 1) + at * 0.37 + probe * 0.01) % 1
  return (share - 0.4) * (probe % 3 === 0 ? 10 : 3)
}
