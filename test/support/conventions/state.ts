import { bare, bindingsOf, type Bindings } from './bindings.ts'
import { isProduct, type Offence, type Rule } from './rule.ts'
import { written, type Node } from './source.ts'

export const state: Rule = {
  says: 'no state lives in a module',
  instead: 'keep it in the part that `create*` makes, or in a store',
  covers: isProduct,
  offences({ nodes, lineAt }) {
    const bindings = bindingsOf(nodes)
    return nodes.flatMap((node): Offence[] => {
      const isState = isAtTop(node) && (isVariable(node) || isEmptyBox(node))
      const changed = isState ? null : changedBy(node, bindings)
      if (isState) return [{ line: lineAt(node.start), what: 'module state' }]
      return changed ? [{ line: lineAt(node.start), what: `a change of ${changed}` }] : []
    })
  },
  caught: [
    ['src/outside/net/a.ts', `let count = 0`],
    ['src/outside/net/a.ts', `export let count = 0`],
    ['src/outside/net/a.ts', `const seen = new Map<string, number>()`],
    ['src/outside/net/a.ts', `const seen = new Set()`],
    ['src/outside/net/a.ts', `const queue: string[] = []`],
    ['src/outside/net/a.ts', `const byName: Record<string, number> = {}`],
    ['src/outside/net/a.ts', `const counts = { hits: 0 }\nconst hit = () => { counts.hits += 1 }`],
    ['src/outside/net/a.ts', `const counts = { hits: 0 }\nfunction hit() { counts.hits++ }`],
    [
      'src/outside/net/a.ts',
      `const counts = { hits: { a: 0 } }\nconst hit = () => { counts.hits.a++ }`,
    ],
    ['src/outside/net/a.ts', `const counts = [0]\nconst hit = () => { counts[0] = 1 }`],
    ['src/outside/net/a.ts', `const queue = ['a']\nconst add = (a: string) => queue.push(a)`],
    [
      'src/outside/net/a.ts',
      `const known = new Set(['a'])\nconst add = (a: string) => known.add(a)`,
    ],
    [
      'src/outside/net/a.ts',
      `const known = new Map([['a', 1]])\nconst forget = () => known.clear()`,
    ],
    ['src/outside/net/a.ts', `const all = { a: 1 }\nconst forget = () => { delete all.a }`],
    [
      'src/outside/net/a.ts',
      `const all = { a: 1 }\nconst set = () => Object.assign(all, { a: 2 })`,
    ],
    ['src/outside/net/a.ts', `import { all } from './b.ts'\nconst add = () => all.push(1)`],
    ['src/outside/net/a.ts', `import { all } from './b.ts'\nconst add = () => { all.a = 1 }`],
  ],
  spared: [
    ['src/outside/net/a.ts', `const NONE: readonly string[] = []`],
    ['src/outside/net/a.ts', `const NOTHING: Readonly<Record<string, number>> = {}`],
    [
      'src/outside/net/a.ts',
      `const known = new Set(['a'])\nconst knows = (a: string) => known.has(a)`,
    ],
    ['src/outside/net/a.ts', `const shapes = new WeakMap<object, string>()\nshapes.set({}, 'a')`],
    ['src/outside/net/a.ts', `function count() { let n = 0; return new Map() }`],
    [
      'src/outside/net/a.ts',
      `const all = ['a']\nconst copy = () => { const all = ['b']; all.push('c') }`,
    ],
    ['src/outside/net/a.ts', `const all = ['a']\nconst add = (all: string[]) => all.push('c')`],
    [
      'src/outside/net/a.ts',
      `import { createHash } from 'node:crypto'\ncreateHash('md5').update('a')`,
    ],
  ],
}

function isAtTop(node: Node): boolean {
  for (let above = node.parent; above; above = above.parent) {
    if (above.type.includes('Function') || above.type === 'BlockStatement') return false
  }
  return true
}

const isVariable = (node: Node): boolean =>
  node.type === 'VariableDeclaration' && node['kind'] !== 'const'

/** A collection that is made empty is there to be filled. */
function isEmptyBox(node: Node): boolean {
  if (node.type === 'NewExpression')
    return (
      ['Map', 'Set'].includes(written(node['callee'])) &&
      (node['arguments'] as unknown[]).length === 0
    )
  const members = node['elements'] ?? node['properties']
  return (
    ['ArrayExpression', 'ObjectExpression'].includes(node.type) &&
    node.parent?.type === 'VariableDeclarator' &&
    !isReadonly(node.parent['id'] as Node) &&
    (members as unknown[]).length === 0
  )
}

/** `const NONE: readonly string[] = []` cannot be filled. */
const isReadonly = (id: Node): boolean => {
  const { typeAnnotation: type } = (id['typeAnnotation'] ?? {}) as { typeAnnotation?: Node }
  if (type?.type === 'TSTypeOperator') return type['operator'] === 'readonly'
  return written(type?.['typeName']).startsWith('Readonly')
}

const LIST_CHANGES = ['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill']
const CHANGES = new Set([...LIST_CHANGES, 'copyWithin', 'set', 'add', 'delete', 'clear'])
const ASSIGNING = /^(Object\.(assign|defineProperty)|Reflect\.(set|deleteProperty))$/

/** The constant of a module, ours or another, that a node changes; null if it changes none. */
function changedBy(node: Node, bindings: Bindings): string | null {
  if (node.type === 'AssignmentExpression') return constantIn(node['left'] as Node, bindings)
  if (node.type === 'UpdateExpression') return constantIn(node['argument'] as Node, bindings)
  if (node.type === 'UnaryExpression')
    return node['operator'] === 'delete' ? constantIn(node['argument'] as Node, bindings) : null
  if (node.type !== 'CallExpression') return null
  const callee = bare(node['callee'] as Node)
  const [first] = node['arguments'] as readonly Node[]
  if (ASSIGNING.test(written(callee)) && first)
    return constantIn(first, bindings) ?? constantNamed(first, bindings)
  if (callee.type !== 'MemberExpression' || !CHANGES.has(written(callee['property']))) return null
  return constantIn(callee, bindings)
}

/** The constant whose member, however deep, a node is. */
function constantIn(given: Node, bindings: Bindings): string | null {
  let at = bare(given)
  if (at.type !== 'MemberExpression') return null
  while (at.type === 'MemberExpression') at = bare(at['object'] as Node)
  return constantNamed(at, bindings)
}

function constantNamed(node: Node, bindings: Bindings): string | null {
  const name = node.type === 'Identifier' ? written(node) : ''
  const binding = name ? bindings.of(name, node) : null
  if (!binding || binding.scope.type !== 'Program') return null
  const made = binding.init && bare(binding.init)
  return binding.isImport || (made && holdsData(made)) ? name : null
}

/** Weak collections hold nothing by themselves. */
const holdsData = ({ type, callee }: Node): boolean =>
  type === 'ArrayExpression' ||
  type === 'ObjectExpression' ||
  (type === 'NewExpression' && !written(callee).startsWith('Weak'))
