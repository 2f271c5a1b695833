import {
  folderOf,
  inSource,
  isProduct,
  isScanned,
  isTest,
  isUnit,
  nodesThat,
  type Rule,
  type Sample,
} from './rule.ts'
import { written, type Node } from './source.ts'

interface Ban {
  readonly says: string
  readonly instead: string
  covers(path: string): boolean
  /** The word for an offending node. */
  found(node: Node, path: string): string | null | undefined | false
  readonly caught: readonly Sample[]
  readonly spared?: readonly Sample[]
}

const ban = ({ found, spared = [], ...rest }: Ban): Rule => ({
  ...rest,
  spared,
  offences: (source) => nodesThat(source, (node) => found(node, source.path)),
})

/** The function that is called, as written. */
const called = (node: Node): string =>
  node.type === 'CallExpression' ? written(node['callee']) : ''

const member = (node: Node): string => (node.type === 'MemberExpression' ? written(node) : '')

/** Loads files and native code of packages that have no other way. */
const MODULE_LOADERS = new Set([
  'src/lib/package-file.ts',
  'src/payments/x402/evm/curve.ts',
  'src/chains/evm/curve.ts',
  'src/sandbox/anvil.ts',
  'src/threads/_ocr.ts',
])

const FAULTLESS = new Set(['src/config.ts', 'src/main.ts'])
const CLASSES = new Set(['Fault', 'ConfigProblem'])
const CLOCKS = new Set(['tools', 'packs', 'reports', 'stores'])
const TIMERS = new Set(['setTimeout', 'setInterval'])

const environment: readonly Rule[] = [
  ban({
    says: 'no code goes around its imports',
    instead: 'import what you need, so that the rules can see it',
    covers: (path) => isProduct(path) && !MODULE_LOADERS.has(path),
    found: (node) =>
      (/^process\.(getBuiltinModule|binding|dlopen)$/.test(member(node)) && member(node)) ||
      (/^(eval|Function|require|createRequire)$/.test(called(node)) && called(node)) ||
      (node.type === 'NewExpression' && written(node['callee']) === 'Function' && 'new Function'),
    caught: [
      ['src/tools/a/b.ts', `const fs = process.getBuiltinModule('node:fs')`],
      ['src/tools/a/b.ts', `const run = new Function('return 1')`],
      ['src/net/a.ts', `const load = createRequire(import.meta.url)`],
      ['src/net/a.ts', `eval(text)`],
    ],
    spared: [['src/net/a.ts', `const all = await import('./b.ts')`]],
  }),
  ban({
    says: 'only config.ts and main.ts read the environment',
    instead: 'take a Config, or `host.setting(name)`',
    covers: (path) => isProduct(path) && !FAULTLESS.has(path),
    found: (node) => member(node) === 'process.env' && 'process.env',
    caught: [['src/net/a.ts', `const proxy = process.env['PROXY']`]],
    spared: [['src/config.ts', `const all = process.env`]],
  }),
  ban({
    says: 'nobody writes to the console',
    instead: 'log through ops/log.ts',
    covers: inSource,
    found: (node) => member(node).startsWith('console.') && 'console',
    caught: [['src/net/a.ts', `console.log(1)`]],
  }),
  ban({
    says: 'only net/ opens connections',
    instead: 'use the client of net/request.ts, or a capability',
    covers: (path) => isProduct(path) && folderOf(path) !== 'net',
    found: (node) =>
      /^(globalThis\.)?fetch$/.test(called(node)) ? 'fetch(' : isSocket(node) && 'WebSocket',
    caught: [
      ['src/payments/a.ts', `await fetch('https://a.example')`],
      ['src/tools/a/b.ts', `await globalThis.fetch('https://a.example')`],
      ['src/tools/a/b.ts', `new WebSocket('wss://a.example')`],
    ],
    spared: [
      ['src/http/a.ts', `app.fetch(request)`],
      ['src/net/a.ts', `fetch('https://a.example')`],
    ],
  }),
]

const isSocket = (node: Node): boolean =>
  node.type === 'NewExpression' && ['WebSocket', 'EventSource'].includes(written(node['callee']))

const repeatable: readonly Rule[] = [
  ban({
    says: 'tools and stores read no clock',
    instead: 'take `now()` from the context, or `now` as an argument',
    covers: (path) => isProduct(path) && CLOCKS.has(folderOf(path)),
    found: (node) =>
      member(node) === 'Date.now' || member(node) === 'performance.now'
        ? member(node)
        : isBareDate(node) && 'new Date()',
    caught: [
      ['src/tools/a/b.ts', `const at = Date.now()`],
      ['src/stores/a.ts', `const at = new Date()`],
      ['src/stores/a.ts', `const clock = { now: Date.now }`],
    ],
    spared: [['src/tools/a/b.ts', `const at = new Date(now())`]],
  }),
  ban({
    says: 'no tool draws by Math.random',
    instead: 'use node:crypto, or a generator seeded by the input',
    covers: (path) => isScanned(path) && isProduct(path) && !path.startsWith(GENERATORS),
    found: (node) => member(node) === 'Math.random' && 'Math.random',
    caught: [['src/tools/text/a.ts', `const at = Math.random()`]],
    spared: [['src/tools/identifiers/a.ts', `const at = Math.random()`]],
  }),
  ban({
    says: 'no tool sets a timer',
    instead: 'answer at once; the deadline is `signal`',
    covers: (path) => isScanned(path) && isProduct(path),
    found: (node) => TIMERS.has(called(node).replace(/^globalThis\./, '')) && called(node),
    caught: [['src/tools/a/b.ts', `setTimeout(() => {}, 5)`]],
    spared: [['src/tools/a/b.ts', `await new Promise(setImmediate)`]],
  }),
  ban({
    says: 'no state lives in a module',
    instead: 'keep it in the part that `create*` makes, or in a store',
    covers: isProduct,
    found: (node) =>
      isAtTop(node) &&
      (node.type === 'VariableDeclaration' ? isMutable(node) : isEmptyBox(node)) &&
      'module state',
    caught: [
      ['src/net/a.ts', `let count = 0`],
      ['src/net/a.ts', `export let count = 0`],
      ['src/net/a.ts', `const seen = new Map<string, number>()`],
      ['src/net/a.ts', `const seen = new Set()`],
      ['src/net/a.ts', `const queue: string[] = []`],
      ['src/net/a.ts', `const byName: Record<string, number> = {}`],
    ],
    spared: [
      ['src/net/a.ts', `const NONE: readonly string[] = []`],
      ['src/net/a.ts', `const NOTHING: Readonly<Record<string, number>> = {}`],
      ['src/net/a.ts', `const known = new Set(['a'])`],
      ['src/net/a.ts', `const shapes = new WeakMap<object, string>()`],
      ['src/net/a.ts', `function count() { let n = 0; return new Map() }`],
    ],
  }),
]

/** The family that makes random things on demand. */
const GENERATORS = 'src/tools/identifiers/'

const isBareDate = (node: Node): boolean =>
  node.type === 'NewExpression' &&
  written(node['callee']) === 'Date' &&
  (node['arguments'] as unknown[]).length === 0

function isAtTop(node: Node): boolean {
  for (let above = node.parent; above; above = above.parent) {
    if (above.type.includes('Function') || above.type === 'BlockStatement') return false
  }
  return true
}

const isMutable = (node: Node): boolean => node['kind'] !== 'const'

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

const language: readonly Rule[] = [
  ban({
    says: 'no value is of type any',
    instead: 'say `unknown` and look, or name the type',
    covers: inSource,
    found: (node) => node.type === 'TSAnyKeyword' && 'any',
    caught: [['src/net/a.ts', `export const a = (b: any) => b`]],
  }),
  ban({
    says: 'values and functions; the classes are Fault and ConfigProblem',
    instead: 'a `create*` function answers an object',
    covers: isProduct,
    found: (node) =>
      /^Class(Declaration|Expression)$/.test(node.type) &&
      !CLASSES.has(written(node['id'])) &&
      `class ${written(node['id'])}`,
    caught: [['src/net/a.ts', `export class Pool {}`]],
    spared: [['src/core/a.ts', `export class Fault extends Error {}`]],
  }),
  ban({
    says: 'no enums, namespaces or decorators',
    instead: 'a union of literals, a file, a function',
    covers: () => true,
    found: (node) =>
      ['TSEnumDeclaration', 'TSModuleDeclaration', 'Decorator'].includes(node.type) && node.type,
    caught: [
      ['src/net/a.ts', `enum State { on }`],
      ['src/net/a.ts', `namespace State { export const on = 1 }`],
    ],
  }),
  ban({
    says: 'only scanned files export a default, and always do',
    instead: 'export by name; `export default` is for tools, packs, reports and free endpoints',
    covers: (path) => inSource(path),
    found: (node, path) => {
      const scanned =
        isUnit(path) || path.endsWith('/_family.ts') || /^src\/http\/free\/[a-z]/.test(path)
      if (node.type === 'ExportDefaultDeclaration') return !scanned && 'a default export'
      if (node.type !== 'Program' || !scanned || isTest(path)) return false
      const has = (node['body'] as readonly Node[]).some(
        ({ type }) => type === 'ExportDefaultDeclaration',
      )
      return !has && 'no default export'
    },
    caught: [
      ['src/net/a.ts', `export default 1`],
      ['src/tools/a/_b.ts', `export default 1`],
      ['src/tools/a/b.ts', `export const b = 1`],
      ['src/http/free/a.ts', `export const a = {}`],
    ],
    spared: [
      ['src/tools/a/b.ts', `export default defineTool({})`],
      ['src/http/free/a.ts', `export default {}`],
    ],
  }),
  ban({
    says: 'shared code compares no slug',
    instead: 'give the tool a field, and let every tool answer for itself',
    covers: (path) => isProduct(path) && !isScanned(path),
    found: (node) => judgesSlug(node) && 'a decision by slug',
    caught: [
      ['src/call/a.ts', `if (tool.slug === 'hash') skip()`],
      ['src/call/a.ts', `switch (tool.slug) { case 'hash': skip() }`],
      ['src/call/a.ts', `if (['hash', 'dns'].includes(tool.slug)) skip()`],
      ['src/call/a.ts', `const FREE = new Set(['hash'])\nif (FREE.has(slug)) skip()`],
      ['src/call/a.ts', `const FREE = { hash: true }\nif (FREE[slug]) skip()`],
      ['src/call/a.ts', `if (FREE.has(slug)) skip()`],
      ['src/call/a.ts', `if (slug.startsWith('memory-')) skip()`],
      ['src/call/a.ts', `if (/^memory-/.test(tool.slug)) skip()`],
    ],
    spared: [
      ['src/call/a.ts', `if (tool.slug === slug || tool.slug === '') skip()`],
      ['src/call/a.ts', `const tools = new Map(all)\nif (tools.has(slug)) skip()`],
      ['src/call/a.ts', `const tool = tools[slug]`],
    ],
  }),
]

const isSlug = (node: unknown): boolean => /(^|\.)slug$/.test(written(node))

/** A decision that names slugs: a comparison, a switch, a list, a prefix or a pattern. */
function judgesSlug(node: Node): boolean {
  if (node.type === 'SwitchStatement') return isSlug(node['discriminant'])
  if (node.type === 'BinaryExpression')
    return /^[!=]==?$/.test(String(node['operator'])) && comparesSlug(node['left'], node['right'])
  if (node.type === 'MemberExpression')
    return node['computed'] === true && isSlug(node['property']) && isList(node['object'] as Node)
  if (node.type !== 'CallExpression') return false
  const callee = node['callee'] as Node
  const [argument] = node['arguments'] as readonly Node[]
  if (callee.type !== 'MemberExpression' || !argument) return false
  const on = callee['object'] as Node
  const method = written(callee['property'])
  if (isSlug(on)) return SLUG_TESTS.has(method) && argument.type === 'Literal'
  return LIST_TESTS.has(method) && isSlug(argument) && isList(on)
}

const SLUG_TESTS = new Set(['startsWith', 'endsWith', 'includes', 'match', 'search'])
const LIST_TESTS = new Set(['includes', 'has', 'get', 'indexOf', 'some', 'test', 'exec'])

/** A list or pattern that is written in the code, here or as a constant of another file. */
function isList(node: Node): boolean {
  if (['ArrayExpression', 'ObjectExpression', 'Literal'].includes(node.type)) return true
  return node.type === 'Identifier' && /^[A-Z][A-Z0-9_]*$/.test(written(node))
}

function comparesSlug(left: unknown, right: unknown): boolean {
  const literals = [left, right]
    .map((side) => side as Node)
    .filter(({ type }) => type === 'Literal')
  return [left, right].some(isSlug) && literals.some(({ value }) => value !== '')
}

export const words: readonly Rule[] = [...environment, ...repeatable, ...language]
