import type { MathNode } from 'mathjs'
import { badInput } from '../../../../base/core/fault.ts'
import {
  coefficientsOf,
  constant,
  constantOf,
  fromCoefficients,
  variableOf,
  namesIn,
  type Polynomial,
  product,
  raised,
  reduced,
  scaled,
  sum,
  textOf,
} from './_polynomials.ts'
import { minus, NONE, rationalOf, UNIT } from './_rationals.ts'
import { common, degreeOf, quotient } from './_univariate.ts'

/**
 * An expression as one fraction of two polynomials. A part that is not a sum, product or whole
 * power, such as sin(x), counts as a name of its own, written with its arguments in this form too.
 */
export interface Form {
  readonly top: Polynomial
  readonly bottom: Polynomial
}

interface Tree {
  readonly type: string
  readonly value?: unknown
  readonly name?: string
  readonly fn?: string | { readonly name?: string }
  readonly args?: readonly MathNode[]
  readonly content?: MathNode
}

const ONE = constant(UNIT)

export function formOf(node: MathNode): Form {
  const { type, value, name = '', args = [], content, fn } = node as unknown as Tree
  if (type === 'ParenthesisNode' && content) return formOf(content)
  if (type === 'ConstantNode') {
    const read = rationalOf(String(value))
    if (!read) throw badInput(`expression: must not hold ${String(value)}`)
    return { top: constant(read), bottom: ONE }
  }
  if (type === 'SymbolNode') return atom(name)
  const [first, second] = args
  if (type !== 'OperatorNode' || !first) return called(node, args)
  const sign = typeof fn === 'string' ? fn : ''
  const a = formOf(first)
  if (sign === 'unaryMinus') return { ...a, top: scaled(a.top, minus(UNIT)) }
  if (sign === 'unaryPlus') return a
  if (!second) return called(node, args)
  if (sign === 'pow') return power(a, formOf(second))
  const b = formOf(second)
  if (sign === 'add') return added(a, b)
  if (sign === 'subtract') return added(a, { ...b, top: scaled(b.top, minus(UNIT)) })
  if (sign === 'multiply') return multiplied(a, b)
  if (sign === 'divide') return multiplied(a, inverse(b))
  return called(node, args)
}

/** As text: a sum, or one fraction. */
export function formText({ top, bottom }: Form): string {
  const factor = constantOf(bottom)
  if (factor) return textOf(scaled(top, { top: factor.bottom, bottom: factor.top }))
  const below = textOf(bottom)
  return `${bracketed(textOf(top), / [+-] /)} / ${bracketed(below, / [+*/-] /)}`
}

/**
 * With integer coefficients without a common factor; for one name, without a common polynomial
 * divisor.
 */
export function lowestTerms({ top, bottom }: Form): Form {
  const names = new Set([...namesIn(top), ...namesIn(bottom)])
  const [name] = names
  if (names.size === 1 && name !== undefined) {
    const [a, b] = [coefficientsOf(top, name) ?? [], coefficientsOf(bottom, name) ?? []]
    const shared = a.length === 0 ? [] : common(a, b)
    if (degreeOf(shared) > 0)
      return lowestTerms({
        top: fromCoefficients(quotient(a, shared)[0], name),
        bottom: fromCoefficients(quotient(b, shared)[0], name),
      })
  }
  const [above, below] = reduced(top, bottom)
  return { top: above, bottom: below }
}

/** Writes the square of each cosine by that of its sine, so that terms of a sum cancel. */
export function withoutCosineSquares({ top, bottom }: Form): Form {
  return { top: replaced(top), bottom: replaced(bottom) }
}

function replaced(polynomial: Polynomial): Polynomial {
  let whole: Polynomial = new Map()
  for (const { powers, factor } of polynomial.values()) {
    let term = constant(factor)
    for (const [name, count] of powers) {
      const angle = /^cos(\(.*\))$/s.exec(name)?.[1]
      const squares = angle === undefined ? 0 : Math.floor(count / 2)
      const sine = sum(ONE, scaled(raised(variableOf(`sin${angle}`), 2), minus(UNIT)))
      term = product(term, raised(variableOf(name), count - 2 * squares))
      if (squares > 0) term = product(term, raised(sine, squares))
    }
    whole = sum(whole, term)
  }
  return whole
}

const atom = (name: string): Form => ({ top: variableOf(name), bottom: ONE })

const added = (a: Form, b: Form): Form =>
  textOf(a.bottom) === textOf(b.bottom)
    ? { top: sum(a.top, b.top), bottom: a.bottom }
    : lowestTerms({
        top: sum(product(a.top, b.bottom), product(b.top, a.bottom)),
        bottom: product(a.bottom, b.bottom),
      })

const multiplied = (a: Form, b: Form): Form =>
  lowestTerms({ top: product(a.top, b.top), bottom: product(a.bottom, b.bottom) })

function inverse({ top, bottom }: Form): Form {
  if (top.size === 0) throw badInput('expression: divides by 0')
  return { top: bottom, bottom: top }
}

function power(base: Form, exponent: Form): Form {
  const value = wholeOf(exponent)
  if (value === undefined) {
    const over = bracketed(formText(exponent), /[ -]/)
    return atom(`${bracketed(formText(base), /[ -]/)} ^ ${over}`)
  }
  const { top, bottom } = value < 0 ? inverse(base) : base
  return { top: raised(top, Math.abs(value)), bottom: raised(bottom, Math.abs(value)) }
}

/** A whole power that can be expanded. */
function wholeOf({ top, bottom }: Form): number | undefined {
  const [above, below] = [constantOf(top), constantOf(bottom)]
  if (!above || !below || (above.top * below.bottom) % (above.bottom * below.top) !== 0n) return
  const value = Number((above.top * below.bottom) / (above.bottom * below.top))
  return Math.abs(value) <= 100 ? value : undefined
}

/** A call, or an operator that has no rule here. */
function called(node: MathNode, args: readonly MathNode[]): Form {
  const { fn, type } = node as unknown as Tree
  const written = args.map((one) => formText(lowestTerms(formOf(one))))
  const name = typeof fn === 'string' ? fn : (fn?.name ?? '')
  const known = KNOWN[`${name}(${written.join(', ')})`]
  if (known) return { top: constant(known), bottom: ONE }
  const text =
    type === 'FunctionNode'
      ? `${name}(${written.join(', ')})`
      : name === 'factorial'
        ? `(${written[0]})!`
        : `mod(${written.join(', ')})`
  return atom(text)
}

const KNOWN: Readonly<Record<string, typeof UNIT>> = {
  'sin(0)': NONE,
  'tan(0)': NONE,
  'sqrt(0)': NONE,
  'log(1)': NONE,
  'cos(0)': UNIT,
  'exp(0)': UNIT,
  'sqrt(1)': UNIT,
  'log(e)': UNIT,
}

const bracketed = (text: string, when: RegExp): string => (when.test(text) ? `(${text})` : text)
