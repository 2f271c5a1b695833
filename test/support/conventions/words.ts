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
import { slugs } from './slugs.ts'
import { written, type Node } from './source.ts'
import { state } from './state.ts'

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

/** `const { env } = process`: a member that is taken out of a global. */
const takesOut = (node: Node, global: string, member: RegExp): boolean =>
  node.type === 'VariableDeclarator' &&
  written(node['init']).replace(/^globalThis\./, '') === global &&
  (((node['id'] as Node)['properties'] as readonly Node[] | undefined) ?? []).some(({ key }) =>
    member.test(written(key)),
  )

/** Loads files and native code of packages that have no other way. */
export const MODULE_LOADERS = new Set([
  'src/selling/catalog/definition-cache.ts',
  'src/base/lib/package-file.ts',
  'src/outside/chains/evm/curve.ts',
  'src/service/sandbox/anvil.ts',
  'src/engines/threads/_ocr.ts',
])

const FAULTLESS = new Set(['src/service/settings/config.ts', 'src/service/process/process.ts'])
const CLASSES = new Set(['Fault', 'ConfigProblem'])
const CLOCKS = new Set(['tools', 'packs', 'reports', 'stores'])
const TIMERS = new Set(['setTimeout', 'setInterval'])

const environment: readonly Rule[] = [
  ban({
    says: 'no code goes around its imports',
    instead: 'import what you need, so that the rules can see it',
    covers: (path) => isProduct(path) && !MODULE_LOADERS.has(path),
    found: (node) =>
      (/^(globalThis\.)?process\.(getBuiltinModule|binding|dlopen|mainModule)$/.test(
        member(node),
      ) &&
        member(node)) ||
      (takesOut(node, 'process', /^(getBuiltinModule|binding|dlopen|mainModule)$/) && 'process') ||
      (/^(eval|Function|require|createRequire)$/.test(called(node)) && called(node)) ||
      (node.type === 'NewExpression' && written(node['callee']) === 'Function' && 'new Function'),
    caught: [
      ['src/goods/tools/a/b.ts', `const fs = process.getBuiltinModule('node:fs')`],
      ['src/goods/tools/a/b.ts', `const { getBuiltinModule } = process`],
      ['src/goods/tools/a/b.ts', `globalThis.process.getBuiltinModule('node:fs')`],
      ['src/goods/tools/a/b.ts', `const run = new Function('return 1')`],
      ['src/outside/net/a.ts', `const load = createRequire(import.meta.url)`],
      ['src/outside/net/a.ts', `eval(text)`],
    ],
    spared: [['src/outside/net/a.ts', `const all = await import('./b.ts')`]],
  }),
  ban({
    says: 'only config.ts and process.ts read the environment',
    instead: 'take `Settings`, or `host.setting(name)`',
    covers: (path) => isProduct(path) && !FAULTLESS.has(path),
    found: (node) =>
      (/^(globalThis\.)?process\.env$/.test(member(node)) || takesOut(node, 'process', /^env$/)) &&
      'process.env',
    caught: [
      ['src/outside/net/a.ts', `const proxy = process.env['PROXY']`],
      ['src/outside/net/a.ts', `const { env } = process`],
      ['src/outside/net/a.ts', `const proxy = globalThis.process.env['PROXY']`],
    ],
    spared: [['src/service/settings/config.ts', `const all = process.env`]],
  }),
  ban({
    says: 'nobody writes to the console',
    instead: 'log through ops/log.ts',
    covers: inSource,
    found: (node) => member(node).startsWith('console.') && 'console',
    caught: [['src/outside/net/a.ts', `console.log(1)`]],
  }),
  ban({
    says: 'only net/ opens connections',
    instead: 'use the client of net/request.ts, or a capability',
    covers: (path) => isProduct(path) && folderOf(path) !== 'net',
    found: (node) =>
      /^(globalThis\.)?fetch$/.test(called(node)) ? 'fetch(' : isSocket(node) && 'WebSocket',
    caught: [
      ['src/selling/payments/a.ts', `await fetch('https://a.example')`],
      ['src/goods/tools/a/b.ts', `await globalThis.fetch('https://a.example')`],
      ['src/goods/tools/a/b.ts', `new WebSocket('wss://a.example')`],
    ],
    spared: [
      ['src/front/http/a.ts', `app.fetch(request)`],
      ['src/outside/net/a.ts', `fetch('https://a.example')`],
    ],
  }),
]

const isSocket = (node: Node): boolean =>
  node.type === 'NewExpression' && ['WebSocket', 'EventSource'].includes(written(node['callee']))

/** Where a time becomes a signal. */
const LATE = 'src/base/core/time-limits.ts'

/** Where lengths of time have their names. */
const LENGTHS = 'src/base/core/milliseconds.ts'
const LENGTH = /^(SECOND|MINUTE|HOUR|DAY|WEEK)_MS$/

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
      ['src/goods/tools/a/b.ts', `const at = Date.now()`],
      ['src/stores/a.ts', `const at = new Date()`],
      ['src/stores/a.ts', `const clock = { now: Date.now }`],
    ],
    spared: [['src/goods/tools/a/b.ts', `const at = new Date(now())`]],
  }),
  ban({
    says: 'no tool draws by Math.random',
    instead: 'use node:crypto, or a generator seeded by the input',
    covers: (path) => isScanned(path) && isProduct(path) && !path.startsWith(GENERATORS),
    found: (node) => member(node) === 'Math.random' && 'Math.random',
    caught: [['src/goods/tools/text/a.ts', `const at = Math.random()`]],
    spared: [['src/goods/tools/identifiers/a.ts', `const at = Math.random()`]],
  }),
  ban({
    says: 'no tool sets a timer',
    instead: 'answer at once; the deadline is `signal`',
    covers: (path) => isScanned(path) && isProduct(path),
    found: (node) => TIMERS.has(called(node).replace(/^globalThis\./, '')) && called(node),
    caught: [['src/goods/tools/a/b.ts', `setTimeout(() => {}, 5)`]],
    spared: [['src/goods/tools/a/b.ts', `await new Promise(setImmediate)`]],
  }),
  ban({
    says: 'a computed time ends by lateSignal',
    instead: `use \`lateSignal\` of ${LATE}: the runtime throws where the time has a fraction`,
    covers: (path) => isProduct(path) && path !== LATE,
    found: (node) =>
      called(node) === 'AbortSignal.timeout' &&
      !/^[A-Z][A-Z_]*$/.test(written((node['arguments'] as readonly unknown[])[0])) &&
      'AbortSignal.timeout',
    caught: [
      ['src/outside/net/a.ts', `AbortSignal.timeout(leftMs / 3)`],
      ['src/goods/reports/_a.ts', `AbortSignal.timeout(withinMs)`],
    ],
    spared: [
      ['src/outside/net/a.ts', `AbortSignal.timeout(WHOLE_MS)`],
      ['src/outside/net/a.ts', `lateSignal(leftMs / 3)`],
    ],
  }),
  ban({
    says: 'lengths of time have one owner',
    instead: `import it from ${LENGTHS}`,
    covers: (path) => isProduct(path) && path !== LENGTHS,
    found: (node) =>
      node.type === 'VariableDeclarator' && LENGTH.test(written(node['id'])) && written(node['id']),
    caught: [
      ['src/outside/net/a.ts', `const HOUR_MS = 3_600_000`],
      ['src/goods/tools/a/b.ts', `export const DAY_MS = 24 * 3_600_000`],
    ],
    spared: [
      ['src/outside/net/a.ts', `const WAIT_MS = 2 * HOUR_MS`],
      [LENGTHS, `export const HOUR_MS = 3_600_000`],
    ],
  }),
]

/** The family that makes random things on demand. */
const GENERATORS = 'src/goods/tools/identifiers/'

const isBareDate = (node: Node): boolean =>
  node.type === 'NewExpression' &&
  written(node['callee']) === 'Date' &&
  (node['arguments'] as unknown[]).length === 0

const language: readonly Rule[] = [
  ban({
    says: 'no value is of type any',
    instead: 'say `unknown` and look, or name the type',
    covers: inSource,
    found: (node) => node.type === 'TSAnyKeyword' && 'any',
    caught: [['src/outside/net/a.ts', `export const a = (b: any) => b`]],
  }),
  ban({
    says: 'values and functions; the classes are Fault and ConfigProblem',
    instead: 'a `create*` function answers an object',
    covers: isProduct,
    found: (node) =>
      /^Class(Declaration|Expression)$/.test(node.type) &&
      !CLASSES.has(written(node['id'])) &&
      `class ${written(node['id'])}`,
    caught: [['src/outside/net/a.ts', `export class Pool {}`]],
    spared: [['src/base/core/a.ts', `export class Fault extends Error {}`]],
  }),
  ban({
    says: 'no enums, namespaces or decorators',
    instead: 'a union of literals, a file, a function',
    covers: () => true,
    found: (node) =>
      ['TSEnumDeclaration', 'TSModuleDeclaration', 'Decorator'].includes(node.type) && node.type,
    caught: [
      ['src/outside/net/a.ts', `enum State { on }`],
      ['src/outside/net/a.ts', `namespace State { export const on = 1 }`],
    ],
  }),
  ban({
    says: 'only scanned files export a default, and always do',
    instead: 'export by name; `export default` is for tools, packs, reports and free endpoints',
    covers: (path) => inSource(path),
    found: (node, path) => {
      const scanned =
        isUnit(path) || path.endsWith('/_family.ts') || /^src\/front\/http\/free\/[a-z]/.test(path)
      if (node.type === 'ExportDefaultDeclaration') return !scanned && 'a default export'
      if (node.type !== 'Program' || !scanned || isTest(path)) return false
      const has = (node['body'] as readonly Node[]).some(
        ({ type }) => type === 'ExportDefaultDeclaration',
      )
      return !has && 'no default export'
    },
    caught: [
      ['src/outside/net/a.ts', `export default 1`],
      ['src/goods/tools/a/_b.ts', `export default 1`],
      ['src/goods/tools/a/b.ts', `export const b = 1`],
      ['src/front/http/free/a.ts', `export const a = {}`],
    ],
    spared: [
      ['src/goods/tools/a/b.ts', `export default defineTool({})`],
      ['src/front/http/free/a.ts', `export default {}`],
    ],
  }),
]

export const words: readonly Rule[] = [...environment, ...repeatable, state, ...language, slugs]
