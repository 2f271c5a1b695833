import { isBuiltin } from 'node:module'
import {
  folderOf,
  inSource,
  isProduct,
  isScanned,
  isUnit,
  nodesThat,
  type Offence,
  type Rule,
} from './rule.ts'
import { written, type Import, type Source } from './source.ts'

/** What a folder may import besides itself. */
const MAY_IMPORT: Readonly<Record<string, string>> = {
  core: '',
  lib: 'core',
  html: 'core lib',
  article: 'core lib html',
  pdf: 'core lib',
  feeds: 'core lib',
  net: 'core lib',
  chains: 'core lib net',
  threads: 'core lib',
  stores: 'core lib',
  search: 'core lib',
  settings: 'core lib',
  upstreams: 'core lib net chains',
  proxies: 'core lib net upstreams',
  kept: 'core lib stores threads upstreams',
  payments: 'core lib net chains stores',
  purse: 'core lib net chains stores',
  llm: 'core lib net search upstreams stores',
  memory: 'core lib llm search stores',
  sellers: 'core lib net chains search stores purse',
  catalog: 'core search',
  call: 'core lib threads stores payments catalog',
  monitors: 'core lib stores',
  checkout: 'core stores payments catalog call monitors',
  surfaces: 'core payments catalog',
  pages: 'core lib catalog surfaces',
  sandbox: 'core net chains',
  ops: 'core lib stores payments call config.ts',
  http: 'core lib article llm stores payments purse sellers catalog call checkout monitors surfaces pages config.ts',
  a2a: 'core lib stores catalog call surfaces',
  mcp: 'core lib catalog call surfaces',
  tasks: 'core lib stores memory purse sellers call checkout monitors ops',
}

/** Files at the root build the whole, so they may know all of it: `open-*.ts` a part of it each. */
export const ROOT_FILES = new Set(['main.ts', 'house.ts', 'config.ts', 'farebox.ts'])
const isRoot = (folder: string): boolean =>
  ROOT_FILES.has(folder) || /^open-[a-z-]+\.ts$/.test(folder)

/** Engines that work on what they are handed, for whoever needs them. */
const ENGINES = new Set(['lib', 'html', 'article', 'pdf', 'feeds', 'search'])

/** Where a scanned file finds what it puts in `uses`. */
const CAPABILITIES = new Set([
  'monitors',
  'chains',
  'net',
  'threads',
  'upstreams',
  'kept',
  'llm',
  'stores',
  'purse',
  'sellers',
  'memory',
])

const offencesOf = (
  source: Source,
  what: (imported: Import) => string | null,
): readonly Offence[] =>
  source.imports.flatMap((imported) => {
    const word = what(imported)
    return word ? [{ line: imported.line, what: word }] : []
  })

const folders: Rule = {
  says: 'a folder imports only the folders below it',
  instead: 'see who may import whom in test/support/conventions/walls.ts',
  covers: (path) => isProduct(path) && !isScanned(path),
  offences: (source) => offencesOf(source, (imported) => throughWall(source.path, imported)),
  caught: [
    ['src/core/a.ts', `import type { Db } from '../stores/credits.ts'`],
    ['src/payments/a.ts', `export { run } from '../call/run.ts'`],
    ['src/http/free/a.ts', `const tasks = await import('../../tasks/all.ts')`],
    ['src/net/a.ts', `type House = import('../house.ts').House`],
    ['src/call/a.ts', `import { worldFor } from '../../test/support/world.ts'`],
    ['src/attic/a.ts', `import { usd } from '../core/money.ts'`],
    ['src/attic.ts', `import { usd } from './core/money.ts'`],
    ['src/http/a.ts', `import { openAttic } from '../open-attic.ts'`],
    ['src/catalog/a.ts', `import hash from '../tools/encoding/digests/hash.ts'`],
  ],
  spared: [
    ['src/payments/x402/a.ts', `import { usd } from '../../core/money.ts'`],
    ['src/payments/a.ts', `import { usd } from './x402/rail.ts'`],
    ['src/house.ts', `import { run } from './call/run.ts'`],
    ['src/open-attic.ts', `import { run } from './call/run.ts'`],
  ],
}

function throughWall(path: string, { file }: Import): string | null {
  if (file === null) return null
  const [from, to] = [folderOf(path), folderOf(file)]
  if (!inSource(file)) return `${from} imports ${file}`
  if (isScanned(file) && from !== 'farebox.ts') return `${from} imports a tool, ${file}`
  if (isRoot(from) || from === to) return null
  const allowed = MAY_IMPORT[from]
  if (allowed === undefined) return `nothing is said of the folder ${from}`
  return allowed.split(' ').includes(to) ? null : `${from} imports ${to}`
}

const goods: Rule = {
  says: 'a tool imports core, engines, neighbours of its family, and what it uses',
  instead: 'put it in `uses`, or share it through a `_neighbour`, lib/ or an engine of its own',
  covers: (path) => isScanned(path) && isProduct(path),
  offences: (source) => offencesOf(source, (imported) => beyondReach(source, imported)),
  caught: [
    ['src/tools/text/a.ts', `import b from './b.ts'`],
    ['src/tools/text/a.ts', `import { b } from '../math/_b.ts'`],
    ['src/tools/text/a.ts', `import { runTool } from '../../call/run.ts'`],
    ['src/tools/text/a.ts', `import { resolver } from '../../net/resolver.ts'\nresolver.open()`],
    ['src/tools/text/_a.ts', `import { resolver } from '../../net/resolver.ts'`],
    ['src/reports/a.ts', `import b from './b.ts'`],
    ['src/reports/a.ts', `import { b } from '../tools/text/_b.ts'`],
  ],
  spared: [
    ['src/tools/text/words/a.ts', `import { b } from './_b.ts'`],
    ['src/tools/text/words/a.ts', `import { b } from '../letters/_b.ts'`],
    ['src/reports/a.ts', `import { b } from './_b.ts'`],
    ['src/tools/text/a.ts', `import { text } from '../../lib/fields.ts'`],
    ['src/tools/text/a.ts', `import { linksOf } from '../../html/links.ts'`],
    ['src/tools/text/_a.ts', `import type { Resolver } from '../../net/resolver.ts'`],
    [
      'src/tools/text/a.ts',
      `import { resolver } from '../../net/resolver.ts'\nexport default defineTool({ uses: { resolver } })`,
    ],
    [
      'src/tools/text/a.ts',
      `import { brave } from '../../upstreams/brave.ts'\nexport default defineTool({ uses: { web: brave } })`,
    ],
  ],
}

function beyondReach(source: Source, { file, values }: Import): string | null {
  if (file === null) return null
  const to = folderOf(file)
  if (to === 'core' || ENGINES.has(to)) return null
  if (isScanned(file)) {
    if (isUnit(file)) return `it imports the tool ${file}`
    return familyOf(source.path) === familyOf(file) ? null : `it imports ${file} of another family`
  }
  if (!CAPABILITIES.has(to)) return `it imports ${file}`
  const unused = values.find((name) => !usesOf(source).has(name))
  return unused ? `it takes ${unused} from ${to} without using it` : null
}

/** Packs are one family, whose files lie beside each other; so are reports. */
const familyOf = (path: string): string =>
  ['packs', 'reports'].includes(folderOf(path))
    ? `src/${folderOf(path)}`
    : path.split('/').slice(0, 3).join('/')

/** Names that stand as values in a `uses: { ... }`. */
function usesOf({ nodes }: Source): ReadonlySet<string> {
  const lists = nodes.filter(({ type, key }) => type === 'Property' && written(key) === 'uses')
  const properties = lists.flatMap((node) => {
    const { properties: members = [] } = node['value'] as { properties?: readonly unknown[] }
    return members as readonly { readonly value?: unknown }[]
  })
  return new Set(properties.map(({ value }) => written(value)))
}

export const HARMLESS = new Set([
  'node:crypto',
  'node:buffer',
  'node:zlib',
  'node:url',
  'node:util',
])

/** Load code of packages that cannot load it themselves, or not well. */
export const PURE_LOADERS = new Set(['src/lib/package-file.ts', 'src/lib/sql/postgres-parser.ts'])

const harmless: Rule = {
  says: 'of Node, a tool imports nothing that reaches the network or the disk',
  instead: `only ${[...HARMLESS].join(', ')}; what reaches out is a capability`,
  covers: (path) =>
    (isScanned(path) || ENGINES.has(folderOf(path))) && isProduct(path) && !PURE_LOADERS.has(path),
  offences: (source) =>
    offencesOf(source, ({ from }) =>
      isBuiltin(from) && !HARMLESS.has(from) ? `it imports ${from}` : null,
    ),
  caught: [
    ['src/tools/text/a.ts', `import { readFile } from 'node:fs/promises'`],
    ['src/tools/text/_a.ts', `const net = await import('node:net')`],
    ['src/tools/text/a.ts', `import process from 'node:process'`],
    ['src/tools/text/a.ts', `import { env } from 'process'`],
    ['src/tools/text/a.ts', `import { createRequire } from 'node:module'`],
    ['src/tools/text/a.ts', `import { readFileSync } from 'fs'`],
    ['src/lib/a.ts', `import { lookup } from 'node:dns'`],
    ['src/html/a.ts', `import { readFile } from 'node:fs/promises'`],
  ],
  spared: [['src/tools/text/a.ts', `import { createHash } from 'node:crypto'`]],
}

/** Packages, and modules of Node, that live in one place. */
const HOMES: readonly (readonly [module: RegExp, homes: readonly string[]])[] = [
  [/^(hono|@hono\/)/, ['http']],
  [/^(pg|better-sqlite3)$/, ['stores']],
  [/^undici$/, ['net']],
  [/^(node:)?(http|https|http2|net|tls|dgram|dns)(\/|$)/, ['net', 'http', 'ops', 'sandbox']],
  [/^(node:)?child_process$/, ['sandbox', 'llm']],
  [/^(node:)?cluster$/, ['ops']],
  [/^(node:)?module$/, ['lib', 'chains', 'pages', 'threads', 'sandbox', 'catalog']],
  [/^(node:)?vm$/, ['threads']],
  [/^(node:)?(process|inspector|repl|wasi)(\/|$)/, []],
  [/^(@x402\/|mppx)/, ['payments']],
  [/^viem/, ['lib', 'chains', 'payments', 'purse']],
]

const homes: Rule = {
  says: 'a framework, a driver and a socket each have one home',
  instead: 'ask the folder that owns it',
  covers: (path) => isProduct(path),
  offences: (source) =>
    offencesOf(source, ({ from }) => {
      const [, at] = HOMES.find(([module]) => module.test(from)) ?? []
      if (!at || at.includes(folderOf(source.path))) return null
      return at.length === 0 ? `it imports ${from}` : `${from} belongs to ${at.join(', ')}`
    }),
  caught: [
    ['src/call/a.ts', `import { Hono } from 'hono'`],
    ['src/tasks/a.ts', `import pg from 'pg'`],
    ['src/payments/a.ts', `import { fetch } from 'undici'`],
    ['src/stores/a.ts', `import { request } from 'node:http'`],
    ['src/stores/a.ts', `import { request } from 'http'`],
    ['src/core/a.ts', `import { getBuiltinModule } from 'node:process'`],
    ['src/core/a.ts', `import { createRequire } from 'node:module'`],
  ],
  spared: [['src/http/a.ts', `import { Hono } from 'hono'`]],
}

const quiet: Rule = {
  says: 'importing a file does nothing',
  instead: 'export a function, and call it where the service is built',
  covers: (path) => isProduct(path) && path !== 'src/main.ts',
  offences: (source) =>
    nodesThat(source, (node) => {
      if (node.type === 'ImportDeclaration' && (node['specifiers'] as unknown[]).length === 0)
        return 'an import for its effect'
      return node.parent?.type === 'Program' && STATEMENTS.has(node.type) && 'a statement at import'
    }),
  caught: [
    ['src/net/a.ts', `import './b.ts'`],
    ['src/net/a.ts', `start()`],
    ['src/net/a.ts', `for (const one of all) register(one)`],
  ],
  spared: [['src/net/a.ts', `export const start = () => { go() }`]],
}

const STATEMENTS = new Set([
  'ExpressionStatement',
  'IfStatement',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'TryStatement',
  'SwitchStatement',
])

const THREAD_WORK =
  /threadWork<\s*typeof import\('([^']+)'\)\s*>\(\s*import\.meta\.url,\s*'([^']+)'/

const pairs: Rule = {
  says: 'work for a thread is typed by the file that it names',
  instead: "write threadWork<typeof import('./_a-thread.ts')>(import.meta.url, './_a-thread.ts')",
  covers: isProduct,
  offences: (source) =>
    nodesThat(source, (node) => {
      if (node.type !== 'CallExpression' || written(node['callee']) !== 'threadWork') return null
      const [, typed, named] = THREAD_WORK.exec(source.text.slice(node.start, node.end)) ?? []
      return typed === undefined || typed !== named ? 'two names of a file' : null
    }),
  caught: [
    [
      'src/tools/a/b.ts',
      `const A = threadWork<typeof import('./_a-thread.ts')>(import.meta.url, './_b-thread.ts')`,
    ],
    ['src/tools/a/b.ts', `const A = threadWork<Work>(import.meta.url, './_b-thread.ts')`],
  ],
  spared: [
    [
      'src/tools/a/b.ts',
      `const A = threadWork<typeof import('./_a-thread.ts')>(import.meta.url, './_a-thread.ts')`,
    ],
  ],
}

export const walls: readonly Rule[] = [folders, goods, harmless, homes, quiet, pairs]

/** What the walls allow though nobody does it: such a gap is not seen when somebody begins. */
export function gaps(sources: readonly Source[]): readonly string[] {
  const arrows = new Set<string>()
  for (const { path, imports } of sources) {
    for (const { file, from } of imports) arrows.add(`${folderOf(path)} ${file ?? from}`)
  }
  const all = [...arrows].map((arrow) => arrow.split(' ') as [from: string, to: string])
  const folderGaps = Object.entries(MAY_IMPORT).flatMap(([folder, allowed]) =>
    allowed
      .split(' ')
      .filter((to) => !['', 'core', 'lib'].includes(to))
      .filter((to) => !all.some(([from, file]) => from === folder && folderOf(file) === to))
      .map((to) => `${folder} imports nothing of ${to}`),
  )
  const homeGaps = HOMES.flatMap(([module, places]) =>
    places
      .filter((place) => !all.some(([from, name]) => from === place && module.test(name)))
      .map((place) => `${place} imports no ${module.source}`),
  )
  return [...folderGaps, ...homeGaps]
}

/** Rings of files that import each other, each as one path; imports of types count. */
export function rings(sources: readonly Source[]): readonly string[] {
  const files = new Map(sources.map((source) => [source.path, source]))
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, way: readonly string[]): void => {
    const at = way.indexOf(path)
    if (at >= 0) return void found.push([...way.slice(at), path].join(' -> '))
    if (done.has(path)) return
    for (const { file } of files.get(path)?.imports ?? []) {
      if (file !== null && file !== path) visit(file, [...way, path])
    }
    done.add(path)
  }
  for (const path of files.keys()) visit(path, [])
  return found
}
