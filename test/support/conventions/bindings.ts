import { written, type Node } from './source.ts'

/** A name and what it is bound to, within the function or file where it is declared. */
export interface Binding {
  readonly name: string
  /** What it was declared with; null for parameters and names without a value. */
  readonly init: Node | null
  /** The member that it was taken out of `init` or of a parameter: `slug` of `{ slug: name }`. */
  readonly member: string | null
  /** The function, or the file, in which the name is known. */
  readonly scope: Node
  readonly isImport: boolean
}

export interface Bindings {
  /** What a name means at a node; null for names of the language. */
  of(name: string, at: Node): Binding | null
}

const isFunction = ({ type }: Node): boolean => type.includes('Function') && !type.startsWith('TS')

/** All bindings of a file. Names are known in the whole function that declares them. */
export function bindingsOf(nodes: readonly Node[]): Bindings {
  const found = new Map<string, Binding[]>()
  const add = (binding: Binding): void =>
    void found.set(binding.name, [...(found.get(binding.name) ?? []), binding])
  for (const node of nodes) for (const binding of declaredBy(node)) add(binding)
  return {
    of(name, at) {
      const known = (found.get(name) ?? []).filter(({ scope }) => isWithin(at, scope))
      const inner = (one: Binding, other: Binding): number =>
        isWithin(one.scope, other.scope) ? -1 : 1
      return known.toSorted(inner)[0] ?? null
    },
  }
}

function declaredBy(node: Node): Binding[] {
  const scope = scopeOf(node)
  if (node.type === 'VariableDeclarator')
    return named(node['id'] as Node, node['init'] as Node | null, scope)
  if (isFunction(node))
    return (node['params'] as readonly Node[]).flatMap((parameter) => named(parameter, null, node))
  if (/^Import(Default|Namespace)?Specifier$/.test(node.type)) {
    const name = written(node['local'])
    return [{ name, init: null, member: null, scope, isImport: true }]
  }
  return []
}

/** The names of a pattern: `name`, `{ slug: name }`, `[name]`, each with a default or without. */
function named(
  pattern: Node | null,
  init: Node | null,
  scope: Node,
  member: string | null = null,
): Binding[] {
  if (pattern === null) return []
  const { type } = pattern
  if (type === 'Identifier')
    return [{ name: written(pattern), init, member, scope, isImport: false }]
  if (type === 'AssignmentPattern') return named(pattern['left'] as Node, init, scope, member)
  if (type === 'ObjectPattern')
    return (pattern['properties'] as readonly Node[]).flatMap((property) =>
      property.type === 'Property'
        ? named(property['value'] as Node, init, scope, written(property['key']))
        : named(property['argument'] as Node, init, scope),
    )
  if (type === 'ArrayPattern')
    return (pattern['elements'] as readonly (Node | null)[]).flatMap((element) =>
      named(element, null, scope),
    )
  return []
}

function scopeOf(node: Node): Node {
  let above = node
  while (above.parent && !(above !== node && isFunction(above))) above = above.parent
  return above
}

function isWithin(node: Node, scope: Node): boolean {
  for (let at: Node | null = node; at; at = at.parent) if (at === scope) return true
  return false
}

const WRAPPERS = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'ParenthesizedExpression',
  'ChainExpression',
])

/** An expression without what says nothing at run time: casts, brackets, `?.`. */
export function bare(node: Node): Node {
  let at = node
  while (WRAPPERS.has(at.type)) at = at['expression'] as Node
  return at
}
