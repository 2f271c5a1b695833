import { bare, bindingsOf, type Bindings } from './bindings.ts'
import { isProduct, isScanned, type Offence, type Rule } from './rule.ts'
import { written, type Node } from './source.ts'

/** What names one tool, or the few that belong together, beside its slug. */
const TELLING = /(^|\.)(slug|tool\.(path|family)|(payer|payment|credential|authorization)\.rail)$/

export const slugs: Rule = {
  says: 'shared code compares no slug',
  instead: 'give the tool or the rail a field, and let each answer for itself',
  covers: (path) => isProduct(path) && !isScanned(path),
  offences({ nodes, lineAt }) {
    const judge = judgeOf(bindingsOf(nodes))
    return nodes.flatMap((node): Offence[] =>
      judge(node) ? [{ line: lineAt(node.start), what: 'a decision by slug' }] : [],
    )
  },
  caught: [
    ['src/selling/call/a.ts', `if (tool.slug === 'hash') skip()`],
    ['src/selling/call/a.ts', 'if (tool.slug === `hash`) skip()'],
    ['src/selling/call/a.ts', "if (`${tool.slug}` === 'hash') skip()"],
    ['src/selling/call/a.ts', 'if (slug === `v1-${wire}`) skip()'],
    ['src/selling/call/a.ts', `if (tool?.slug === 'hash') skip()`],
    ['src/selling/call/a.ts', `if ((tool.slug as string) === 'hash') skip()`],
    ['src/selling/call/a.ts', `if (slug.split('-')[0] === 'memory') skip()`],
    ['src/selling/call/a.ts', `const hash = 'hash'\nif (slug === hash) skip()`],
    ['src/selling/call/a.ts', `import { HASH } from './b.ts'\nif (slug === HASH) skip()`],
    ['src/selling/call/a.ts', `const { slug: name } = tool\nif (name === 'hash') skip()`],
    ['src/selling/call/a.ts', `const { slug: name = '' } = tool\nif (name === 'hash') skip()`],
    ['src/selling/call/a.ts', `const name = tool.slug\nif (name === 'hash') skip()`],
    ['src/selling/call/a.ts', `const a = tool.slug\nconst b = a\nif (b === 'hash') skip()`],
    ['src/selling/call/a.ts', `const isFree = ({ slug: name }: Tool) => name === 'hash'`],
    ['src/selling/call/a.ts', `if (tool.path === '/api/hash') skip()`],
    ['src/selling/call/a.ts', `if (tool.family === 'encoding') skip()`],
    ['src/selling/call/a.ts', `const { family } = tool\nif (family === 'encoding') skip()`],
    ['src/selling/call/a.ts', `if (payer.rail === 'pow') skip()`],
    ['src/selling/call/a.ts', `const { rail } = payer\nif (rail === 'pow') skip()`],
    ['src/selling/call/a.ts', `switch (tool.slug) { case 'hash': skip() }`],
    ['src/selling/call/a.ts', `if (['hash', 'dns'].includes(tool.slug)) skip()`],
    ['src/selling/call/a.ts', `if (['hash', 'dns'].some((one) => one === tool.slug)) skip()`],
    ['src/selling/call/a.ts', `if (['hash'].find((one) => one === slug)) skip()`],
    [
      'src/selling/call/a.ts',
      `const free = ['hash']\nif (free.some((one) => one === slug)) skip()`,
    ],
    [
      'src/selling/call/a.ts',
      `import { FREE } from './b.ts'\nif (FREE.some((a) => a === slug)) skip()`,
    ],
    ['src/selling/call/a.ts', `const FREE = new Set(['hash'])\nif (FREE.has(slug)) skip()`],
    ['src/selling/call/a.ts', `const free = new Set(['hash'])\nif (free.has(tool.slug)) skip()`],
    [
      'src/selling/call/a.ts',
      `const free = new Set(['hash'] as const)\nif (free.has(slug)) skip()`,
    ],
    ['src/selling/call/a.ts', `import { free } from './b.ts'\nif (free.has(slug)) skip()`],
    ['src/selling/call/a.ts', `const FREE = { hash: true }\nif (FREE[slug]) skip()`],
    ['src/selling/call/a.ts', `const free = { hash: true }\nif (free[tool.slug]) skip()`],
    ['src/selling/call/a.ts', `const free = { hash: true }\nif (slug in free) skip()`],
    ['src/selling/call/a.ts', `if (Object.hasOwn({ hash: true }, slug)) skip()`],
    ['src/selling/call/a.ts', `if (FREE.has(slug)) skip()`],
    ['src/selling/call/a.ts', `if (slug.startsWith('memory-')) skip()`],
    ['src/selling/call/a.ts', 'if (slug.startsWith(`memory-`)) skip()'],
    ['src/selling/call/a.ts', `if (/^memory-/.test(tool.slug)) skip()`],
    ['src/selling/call/a.ts', `const memory = /^memory-/\nif (memory.test(tool.slug)) skip()`],
  ],
  spared: [
    ['src/selling/call/a.ts', `if (tool.slug === slug || tool.slug === '') skip()`],
    ['src/selling/call/a.ts', `const tools = new Map(all)\nif (tools.has(slug)) skip()`],
    ['src/selling/call/a.ts', `const tool = tools[slug]`],
    ['src/selling/call/a.ts', `const tool = tools.find((one) => one.slug === slug)`],
    [
      'src/selling/call/a.ts',
      `function a({ slug: name }) {}\nfunction b(name) { return name === 'on' }`,
    ],
    ['src/selling/call/a.ts', `if (network.family === 'evm' || request.path === '/') skip()`],
    ['src/selling/call/a.ts', String.raw`if (!/^\/api\/[a-z0-9-]+$/.test(tool.path)) refuse()`],
    [
      'src/selling/call/a.ts',
      `const known = new Set(tools.map((one) => one.slug))\nknown.has(slug)`,
    ],
  ],
}

const PATTERN_METHODS = new Set(['startsWith', 'endsWith', 'includes', 'match', 'search'])
const LIST_METHODS = new Set(['includes', 'has', 'get', 'indexOf', 'test', 'exec'])
const EACH_METHODS = new Set(['some', 'every', 'find', 'findIndex', 'filter'])
const SCREAMING = /^[A-Z][A-Z0-9_]*$/

/** Tells decisions that name slugs: a comparison, a switch, a list, a prefix or a pattern. */
function judgeOf(bindings: Bindings): (node: Node) => boolean {
  /** A slug, or what was made of one: under another name, in other letters, a part of it. */
  function isSlug(given: Node, depth = 0): boolean {
    const node = bare(given)
    if (depth > 8) return false
    if (TELLING.test(written(node))) return true
    if (node.type === 'Identifier') return isAlias(written(node), node, depth)
    if (node.type === 'TemplateLiteral')
      return (node['expressions'] as readonly Node[]).some((each) => isSlug(each, depth + 1))
    if (node.type === 'CallExpression') {
      const callee = bare(node['callee'] as Node)
      return callee.type === 'MemberExpression' && isSlug(callee['object'] as Node, depth + 1)
    }
    return (
      node.type === 'MemberExpression' &&
      node['computed'] === true &&
      isSlug(node['object'] as Node, depth + 1)
    )
  }

  function isAlias(name: string, at: Node, depth: number): boolean {
    const binding = bindings.of(name, at)
    if (!binding) return false
    const { init, member } = binding
    const from = init ? written(bare(init)) : ''
    if (member !== null) return TELLING.test(from ? `${from}.${member}` : member)
    return init !== null && init.start !== at.start && isSlug(init, depth + 1)
  }

  /** The constant that a name stands for, or the node itself. */
  function resolved(given: Node): Node {
    const node = bare(given)
    const init = node.type === 'Identifier' && bindings.of(written(node), node)?.init
    return init ? bare(init) : node
  }

  function isText(given: Node): boolean {
    const node = resolved(given)
    if (node.type === 'Literal') return typeof node['value'] === 'string' && node['value'] !== ''
    if (node.type === 'TemplateLiteral')
      return (node['quasis'] as readonly Node[]).some((quasi) => textOf(quasi) !== '')
    return node.type === 'Identifier' && SCREAMING.test(written(node))
  }

  /** A list or pattern that is written in the code, here or as a constant of another file. */
  function isList(given: Node): boolean {
    const node = resolved(given)
    if (node.type === 'ArrayExpression' || node.type === 'ObjectExpression') return holdsText(node)
    if (node.type === 'Literal') return 'regex' in node
    if (node.type === 'NewExpression') {
      const [first] = node['arguments'] as readonly Node[]
      return first !== undefined && isList(first)
    }
    if (node.type !== 'Identifier') return false
    return SCREAMING.test(written(node)) || bindings.of(written(node), node)?.isImport === true
  }

  function holdsText(node: Node): boolean {
    const elements = node['elements'] as readonly (Node | null)[] | undefined
    if (!elements)
      return (node['properties'] as readonly Node[]).some(
        ({ type, computed }) => type === 'Property' && computed !== true,
      )
    return elements.some(
      (each) => each && (isText(each) || (each.type === 'ArrayExpression' && holdsText(each))),
    )
  }

  function judgesCall(node: Node): boolean {
    const callee = bare(node['callee'] as Node)
    const [first, second] = node['arguments'] as readonly Node[]
    if (callee.type !== 'MemberExpression' || !first) return false
    if (/^Object\.(hasOwn|is)$/.test(written(callee)) && second)
      return (isList(first) && isSlug(second)) || (isSlug(first) && isText(second))
    const on = callee['object'] as Node
    const method = written(callee['property'])
    if (PATTERN_METHODS.has(method) && isSlug(on)) return isText(first) || isList(first)
    if (LIST_METHODS.has(method)) return isSlug(first) && isList(on) && !isForm(first, on)
    return EACH_METHODS.has(method) && isList(on) && comparesEach(first)
  }

  /** A pattern with classes of characters says how every path is written. */
  const isForm = (subject: Node, pattern: Node): boolean =>
    written(bare(subject)).endsWith('.path') && textOfPattern(resolved(pattern)).includes('[')

  /** `(one) => one === slug`, and not `(one) => one.slug === slug`. */
  function comparesEach(callback: Node): boolean {
    const [parameter] = (callback['params'] as readonly Node[] | undefined) ?? []
    const body = callback['body'] as Node | undefined
    if (!parameter || body?.type !== 'BinaryExpression') return false
    const sides = [body['left'] as Node, body['right'] as Node].map(bare)
    return (
      sides.some((side) => written(side) === written(parameter)) &&
      sides.some((side) => isSlug(side))
    )
  }

  return (node) => {
    if (node.type === 'SwitchStatement') return isSlug(node['discriminant'] as Node)
    if (node.type === 'CallExpression') return judgesCall(node)
    if (node.type === 'MemberExpression')
      return (
        node['computed'] === true &&
        isSlug(node['property'] as Node) &&
        isList(node['object'] as Node)
      )
    if (node.type !== 'BinaryExpression') return false
    const [left, right] = [node['left'] as Node, node['right'] as Node]
    if (node['operator'] === 'in') return isSlug(left) && isList(right)
    if (!/^[!=]==?$/.test(String(node['operator']))) return false
    return (isSlug(left) && isText(right)) || (isSlug(right) && isText(left))
  }
}

const textOfPattern = (node: Node): string =>
  (node['regex'] as { readonly pattern: string } | undefined)?.pattern ?? ''

const textOf = (quasi: Node): string =>
  String((quasi['value'] as { readonly raw?: string } | undefined)?.raw ?? '')
