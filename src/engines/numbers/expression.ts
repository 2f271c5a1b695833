import type { MathJsInstance, MathNode } from 'mathjs'
import { badInput } from '../../base/core/fault.ts'

/** Expressions of callers, held to a list of nodes and functions before anything is computed. */

const NODES_MAX = 2_000
const DEPTH_MAX = 100

const ALLOWED_NODES = new Set(['ConstantNode', 'SymbolNode', 'OperatorNode', 'ParenthesisNode'])

/** Functions of one number or a few, which take no memory to speak of. */
const FUNCTIONS = new Set(
  (
    'abs acos acosh asin asinh atan atan2 atanh cbrt ceil cos cosh cot csc exp expm1 fix floor ' +
    'log log10 log1p log2 max min mod nthRoot pow round sec sign sin sinh sqrt square cube tan ' +
    'tanh gcd lcm factorial combinations permutations gamma'
  ).split(' '),
)

export async function loadMath(): Promise<MathJsInstance> {
  // The bundle loads in a twentieth of the time of the modules, and has no types of its own.
  // @ts-expect-error -- its types are those of the package
  const loaded = (await import('mathjs/lib/browser/math.js')) as {
    readonly default: MathJsInstance
  }
  return loaded.default
}

interface Big {
  abs(): Big
  mod(other: Big): Big
  neg(): Big
  isNegative(): boolean
}

/** Makes `mod` and `%` take the sign of the dividend, where the library takes the divisor's. */
export function setRemainder(math: MathJsInstance): void {
  math.import({ mod: remainder }, { override: true })
}

function remainder(dividend: number | Big, divisor: number | Big): number | Big {
  if (typeof dividend === 'number' || typeof divisor === 'number')
    return Number(dividend) % Number(divisor)
  const size = dividend.abs().mod(divisor.abs())
  return dividend.isNegative() ? size.neg() : size
}

/** The tree of an expression; what is not on the list is refused by name. */
export function parsedExpression(
  { parse }: MathJsInstance,
  field: string,
  expression: string,
): MathNode {
  if (depthOf(expression) > DEPTH_MAX)
    throw badInput(`${field}: must be nested at most ${DEPTH_MAX} deep`)
  if (/!\s*!/.test(expression))
    throw badInput(
      `${field}: n!! can mean two things; write factorial(factorial(n)), or the product`,
    )
  const tree = read()
  let count = 0
  tree.traverse((node, _path, parent) => {
    count += 1
    assertAllowed(field, node, parent)
  })
  if (count > NODES_MAX) throw badInput(`${field}: must have at most ${NODES_MAX} parts`)
  return tree

  function read(): MathNode {
    try {
      return parse(usual(expression))
    } catch (thrown) {
      throw badInput(`${field}: cannot be read: ${(thrown as Error).message.slice(0, 200)}`)
    }
  }
}

/** The natural logarithm as `ln`, and powers as `**`, in the notation of the library. */
const usual = (expression: string): string =>
  expression.replace(/(?<![A-Za-z_])ln(?=\s*\()/g, 'log').replaceAll('**', '^')

interface Named {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
  readonly fn?: { readonly name?: string } | string
}

function assertAllowed(field: string, node: Named, parent: Named | null): void {
  if (node.type === 'FunctionNode') {
    const name = typeof node.fn === 'string' ? node.fn : (node.fn?.name ?? '')
    if (!FUNCTIONS.has(name))
      throw badInput(
        `${field}: has no function ${name || 'here'}; allowed: ${[...FUNCTIONS, 'ln'].join(', ')}`,
      )
    return
  }
  // A semicolon or a comment alone is read as a constant without a value.
  const isEmpty = node.type === 'ConstantNode' && node.value === undefined
  if (!ALLOWED_NODES.has(node.type) || isEmpty || typeof node.value === 'string')
    throw badInput(`${field}: must hold numbers, names, operators and calls only`)
  if (node.type === 'ConstantNode' && /^-?(NaN|Infinity)$/.test(String(node.value)))
    throw badInput(`${field}: must hold finite numbers only`)
  // The name of a function stands below its call; elsewhere it would be a function as a value.
  if (
    node.type === 'SymbolNode' &&
    parent?.type !== 'FunctionNode' &&
    FUNCTIONS.has(node.name ?? '')
  )
    throw badInput(`${field}: must call ${node.name ?? ''} with brackets; time is second, minute`)
}

function depthOf(expression: string): number {
  let [depth, most, run] = [0, 0, 0]
  for (const character of expression) {
    if ('([{'.includes(character)) depth += 1
    if (')]}'.includes(character)) depth -= 1
    // Signs and powers in a row nest as brackets do.
    run = '-+~!^*/'.includes(character) ? run + 1 : run
    most = Math.max(most, depth)
  }
  return Math.max(most, run > 1_000 ? DEPTH_MAX + 1 : 0)
}
