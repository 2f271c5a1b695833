import { isBuiltin } from 'node:module'
import {
  districtOf,
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

/** What the files of a district may import besides those of their own district. */
const DISTRICTS: Readonly<Record<string, string>> = {
  base: '',
  engines: 'base',
  stores: 'base',
  outside: 'base engines',
  capabilities: 'base engines stores outside',
  buying: 'base engines stores outside',
  goods: 'base engines outside capabilities',
  selling: 'base engines stores outside capabilities/monitors',
  front: 'base engines stores capabilities buying selling',
  service: 'base engines stores outside capabilities buying selling front',
}

/** The folders of its own district that a folder may import. Who is not listed knows no other. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  lib: 'core',
  article: 'html language',
  charts: 'formats',
  dangers: 'language',
  feeds: 'language',
  numbers: 'language',
  onchain: 'numbers',
  openapi: 'formats',
  'payment-wires': 'numbers onchain',
  time: 'numbers',
  stores: 'database',
  chains: 'net',
  kept: 'upstreams',
  llm: 'upstreams',
  memory: 'llm',
  sellers: 'purse',
  call: 'payments catalog',
  checkout: 'payments catalog call',
  pages: 'surfaces',
  http: 'pages surfaces',
  mcp: 'surfaces',
  a2a: 'surfaces',
  ops: 'settings',
  build: 'settings ops tasks sandbox',
  process: 'settings ops build',
}

/** Folders that know less of other districts than their district may. */
const NARROWER: Readonly<Record<string, string>> = {
  upstreams: 'base engines outside',
  memory: 'base engines stores',
  monitors: 'base stores',
  proxies: 'base engines outside capabilities/upstreams',
  catalog: 'base engines',
  surfaces: 'base selling',
  pages: 'base engines selling',
  mcp: 'base selling',
  a2a: 'base stores selling',
  settings: 'base engines',
  sandbox: 'outside',
  ops: 'base engines stores selling',
  tasks: 'base stores',
  process: 'engines outside capabilities selling',
}

/** Files at the root start the service, or are what an operator imports: they may know all. */
export const ROOT_FILES = new Set(['main.ts', 'farebox.ts'])

/** Threads are handed to a tool in `uses`; the other engines work on what they are handed. */
const isEngine = (path: string): boolean =>
  (districtOf(path) === 'engines' && folderOf(path) !== 'threads') || folderOf(path) === 'lib'

/** Where a scanned file finds what it puts in `uses`. */
const CAPABILITIES = new Set(['stores', 'outside', 'capabilities', 'buying'])

const isCapability = (path: string): boolean =>
  CAPABILITIES.has(districtOf(path)) || folderOf(path) === 'threads'

const offencesOf = (
  source: Source,
  what: (imported: Import) => string | null,
): readonly Offence[] =>
  source.imports.flatMap((imported) => {
    const word = what(imported)
    return word ? [{ line: imported.line, what: word }] : []
  })

const districts: Rule = {
  says: 'a district imports only the districts below it, and a folder only its neighbours there',
  instead: 'see who may import whom in test/support/conventions/walls.ts',
  covers: (path) => isProduct(path) && !isScanned(path),
  offences: (source) => offencesOf(source, (imported) => throughWall(source.path, imported)),
  caught: [
    ['src/base/core/a.ts', `import type { Db } from '../../stores/credits.ts'`],
    ['src/base/core/a.ts', `import { usd } from '../lib/fields.ts'`],
    ['src/engines/pdf/a.ts', `import { tagsOf } from '../html/tags.ts'`],
    ['src/engines/pdf/a.ts', `import { client } from '../../outside/net/request.ts'`],
    ['src/stores/a.ts', `import { linksOf } from '../engines/html/links.ts'`],
    ['src/stores/database/a.ts', `import type { Credits } from '../credits.ts'`],
    ['src/outside/net/a.ts', `import type { Chain } from '../chains/networks.ts'`],
    ['src/outside/net/a.ts', `type Service = import('../../service/build/service.ts').Service`],
    ['src/capabilities/upstreams/a.ts', `import { credits } from '../../stores/credits.ts'`],
    ['src/capabilities/llm/a.ts', `import type { Till } from '../../selling/payments/till.ts'`],
    ['src/capabilities/memory/a.ts', `import type { Purse } from '../../buying/purse/purse.ts'`],
    ['src/buying/purse/a.ts', `import { MARKET } from '../sellers/market.ts'`],
    ['src/goods/proxies/a.ts', `import { run } from '../../selling/call/run.ts'`],
    ['src/selling/payments/a.ts', `export { run } from '../call/run.ts'`],
    ['src/selling/call/a.ts', `import { llm } from '../../capabilities/llm/ask.ts'`],
    ['src/selling/call/a.ts', `import { worldFor } from '../world.ts'`],
    ['src/selling/catalog/a.ts', `import hash from '../../goods/tools/encoding/digests/hash.ts'`],
    ['src/front/surfaces/a.ts', `import { app } from '../http/app.ts'`],
    ['src/front/pages/a.ts', `import type { Stores } from '../../stores/stores.ts'`],
    ['src/front/http/free/a.ts', `const tasks = await import('../../../service/tasks/start.ts')`],
    ['src/service/settings/a.ts', `import { log } from '../ops/log.ts'`],
    ['src/attic/a.ts', `import { usd } from '../base/core/money.ts'`],
    ['src/attic.ts', `import { usd } from './base/core/money.ts'`],
  ],
  spared: [
    ['src/selling/payments/x402/a.ts', `import { usd } from '../../../base/core/money.ts'`],
    ['src/selling/payments/a.ts', `import { usd } from './x402/rail.ts'`],
    ['src/selling/checkout/a.ts', `import { m } from '../../capabilities/monitors/monitors.ts'`],
    ['src/service/build/service.ts', `import { run } from '../../selling/call/run.ts'`],
    ['src/main.ts', `import { run } from './selling/call/run.ts'`],
  ],
}

function throughWall(path: string, { file }: Import): string | null {
  if (file === null) return null
  const [from, to] = [folderOf(path), folderOf(file)]
  const [district, toDistrict] = [districtOf(path), districtOf(file)]
  if (!inSource(file)) return `${from} imports ${file}`
  if (isScanned(file) && from !== 'farebox.ts') return `${from} imports a tool, ${file}`
  if (ROOT_FILES.has(from) || from === to) return null
  if (!(district in DISTRICTS)) return `nothing is said of the district ${district}`
  if (district === toDistrict)
    return listed(NEIGHBOURS[from], [to]) ? null : `${from} imports its neighbour ${to}`
  return listed(NARROWER[from] ?? DISTRICTS[district], [toDistrict, `${toDistrict}/${to}`])
    ? null
    : `${from} imports ${toDistrict}/${to}`
}

const listed = (allowed: string | undefined, names: readonly string[]): boolean =>
  names.some((name) => allowed?.split(' ').includes(name))

const goods: Rule = {
  says: 'a tool imports the base, engines, neighbours of its family, and what it uses',
  instead: 'put it in `uses`, or share it through a `_neighbour`, base/lib or an engine of its own',
  covers: (path) => isScanned(path) && isProduct(path),
  offences: (source) => offencesOf(source, (imported) => beyondReach(source, imported)),
  caught: [
    ['src/goods/tools/text/a.ts', `import b from './b.ts'`],
    ['src/goods/tools/text/a.ts', `import { b } from '../math/_b.ts'`],
    ['src/goods/tools/text/a.ts', `import { runTool } from '../../../selling/call/run.ts'`],
    [
      'src/goods/tools/text/a.ts',
      `import { resolver } from '../../../outside/net/resolver.ts'\nresolver.open()`,
    ],
    ['src/goods/tools/text/_a.ts', `import { resolver } from '../../../outside/net/resolver.ts'`],
    ['src/goods/tools/text/a.ts', `import { pool } from '../../../engines/threads/threads.ts'`],
    ['src/goods/tools/text/a.ts', `import { app } from '../../../front/http/app.ts'`],
    ['src/goods/reports/a.ts', `import b from './b.ts'`],
    ['src/goods/reports/a.ts', `import { b } from '../tools/text/_b.ts'`],
  ],
  spared: [
    ['src/goods/tools/text/words/a.ts', `import { b } from './_b.ts'`],
    ['src/goods/tools/text/words/a.ts', `import { b } from '../letters/_b.ts'`],
    ['src/goods/reports/a.ts', `import { b } from './_b.ts'`],
    ['src/goods/tools/text/a.ts', `import { text } from '../../../base/lib/fields.ts'`],
    ['src/goods/tools/text/a.ts', `import { linksOf } from '../../../engines/html/links.ts'`],
    [
      'src/goods/tools/text/_a.ts',
      `import type { Resolver } from '../../../outside/net/resolver.ts'`,
    ],
    [
      'src/goods/tools/text/a.ts',
      `import { resolver } from '../../../outside/net/resolver.ts'\nexport default defineTool({ uses: { resolver } })`,
    ],
    [
      'src/goods/tools/text/a.ts',
      `import { brave } from '../../../capabilities/upstreams/brave.ts'\nexport default defineTool({ uses: { web: brave } })`,
    ],
    [
      'src/goods/tools/text/a.ts',
      `import { ask } from '../../../capabilities/llm/ask.ts'\nexport default defineTool({ uses: { ask: ask('pro') } })`,
    ],
  ],
}

function beyondReach(source: Source, { file, values }: Import): string | null {
  if (file === null) return null
  const to = folderOf(file)
  if (districtOf(file) === 'base' || isEngine(file)) return null
  if (isScanned(file)) {
    if (isUnit(file)) return `it imports the tool ${file}`
    return familyOf(source.path) === familyOf(file) ? null : `it imports ${file} of another family`
  }
  if (!isCapability(file)) return `it imports ${file}`
  const unused = values.find((name) => !usesOf(source).has(name))
  return unused ? `it takes ${unused} from ${to} without using it` : null
}

/** Packs are one family, whose files lie beside each other; so are reports. */
const familyOf = (path: string): string =>
  ['packs', 'reports'].includes(folderOf(path))
    ? `src/goods/${folderOf(path)}`
    : path.split('/').slice(0, 4).join('/')

/** Names that stand as values in a `uses: { ... }`. */
function usesOf({ nodes }: Source): ReadonlySet<string> {
  const lists = nodes.filter(({ type, key }) => type === 'Property' && written(key) === 'uses')
  const properties = lists.flatMap((node) => {
    const { properties: members = [] } = node['value'] as { properties?: readonly unknown[] }
    return members as readonly { readonly value?: unknown }[]
  })
  return new Set(properties.map(({ value }) => written(calledBy(value) ?? value)))
}

/** A capability may be made for the tool that uses it: `uses: { images: imagesFor(tier) }`. */
const calledBy = (value: unknown): unknown => (value as { callee?: unknown } | undefined)?.callee

export const HARMLESS = new Set([
  'node:crypto',
  'node:buffer',
  'node:zlib',
  'node:url',
  'node:util',
])

/** Load code of packages that cannot load it themselves, or not well. */
export const PURE_LOADERS = new Set([
  'src/base/lib/package-file.ts',
  'src/engines/sql/postgres-parser.ts',
])

const harmless: Rule = {
  says: 'of Node, a tool imports nothing that reaches the network or the disk',
  instead: `only ${[...HARMLESS].join(', ')}; what reaches out is a capability`,
  covers: (path) =>
    (isScanned(path) || isEngine(path)) && isProduct(path) && !PURE_LOADERS.has(path),
  offences: (source) =>
    offencesOf(source, ({ from }) =>
      isBuiltin(from) && !HARMLESS.has(from) ? `it imports ${from}` : null,
    ),
  caught: [
    ['src/goods/tools/text/a.ts', `import { readFile } from 'node:fs/promises'`],
    ['src/goods/tools/text/_a.ts', `const net = await import('node:net')`],
    ['src/goods/tools/text/a.ts', `import process from 'node:process'`],
    ['src/goods/tools/text/a.ts', `import { env } from 'process'`],
    ['src/goods/tools/text/a.ts', `import { createRequire } from 'node:module'`],
    ['src/goods/tools/text/a.ts', `import { readFileSync } from 'fs'`],
    ['src/base/lib/a.ts', `import { lookup } from 'node:dns'`],
    ['src/engines/html/a.ts', `import { readFile } from 'node:fs/promises'`],
    ['src/engines/onchain/a.ts', `import { connect } from 'node:net'`],
  ],
  spared: [['src/goods/tools/text/a.ts', `import { createHash } from 'node:crypto'`]],
}

/** Packages, and modules of Node, that live in one place. */
const HOMES: readonly (readonly [module: RegExp, homes: readonly string[]])[] = [
  [/^(hono|@hono\/)/, ['http']],
  [/^(pg|better-sqlite3)$/, ['database']],
  [/^undici$/, ['net']],
  [/^(node:)?(http|https|http2|net|tls|dgram|dns)(\/|$)/, ['net', 'http', 'ops', 'sandbox']],
  [/^(node:)?child_process$/, ['sandbox', 'llm', 'threads']],
  [/^(node:)?cluster$/, ['process']],
  [/^(node:)?module$/, ['lib', 'chains', 'pages', 'threads', 'sandbox', 'catalog']],
  [/^(node:)?vm$/, ['threads']],
  [/^(node:)?(process|inspector|repl|wasi)(\/|$)/, []],
  [/^(@x402\/|mppx)/, ['payments']],
  [/^viem/, ['onchain', 'chains', 'payments', 'purse']],
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
    ['src/selling/call/a.ts', `import { Hono } from 'hono'`],
    ['src/service/tasks/a.ts', `import pg from 'pg'`],
    ['src/selling/payments/a.ts', `import { fetch } from 'undici'`],
    ['src/stores/a.ts', `import { request } from 'node:http'`],
    ['src/stores/a.ts', `import { request } from 'http'`],
    ['src/base/core/a.ts', `import { getBuiltinModule } from 'node:process'`],
    ['src/base/core/a.ts', `import { createRequire } from 'node:module'`],
  ],
  spared: [['src/front/http/a.ts', `import { Hono } from 'hono'`]],
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
    ['src/outside/net/a.ts', `import './b.ts'`],
    ['src/outside/net/a.ts', `start()`],
    ['src/outside/net/a.ts', `for (const one of all) register(one)`],
  ],
  spared: [['src/outside/net/a.ts', `export const start = () => { go() }`]],
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
      'src/goods/tools/a/b.ts',
      `const A = threadWork<typeof import('./_a-thread.ts')>(import.meta.url, './_b-thread.ts')`,
    ],
    ['src/goods/tools/a/b.ts', `const A = threadWork<Work>(import.meta.url, './_b-thread.ts')`],
  ],
  spared: [
    [
      'src/goods/tools/a/b.ts',
      `const A = threadWork<typeof import('./_a-thread.ts')>(import.meta.url, './_a-thread.ts')`,
    ],
  ],
}

export const walls: readonly Rule[] = [districts, goods, harmless, homes, quiet, pairs]

/** What the walls allow though nobody does it: such a gap is not seen when somebody begins. */
export function gaps(sources: readonly Source[]): readonly string[] {
  const arrows = sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ file }) => (file === null ? [] : [{ from: path, to: file }])),
  )
  const placesOf = (path: string) => [
    districtOf(path),
    folderOf(path),
    `${districtOf(path)}/${folderOf(path)}`,
  ]
  const unused = (table: Readonly<Record<string, string>>): string[] =>
    Object.entries(table).flatMap(([from, allowed]) =>
      allowed
        .split(' ')
        .filter((to) => to !== '' && to !== 'base')
        .filter(
          (to) =>
            !arrows.some(
              (arrow) =>
                arrow.from !== arrow.to &&
                placesOf(arrow.from).includes(from) &&
                placesOf(arrow.to).includes(to),
            ),
        )
        .map((to) => `${from} imports nothing of ${to}`),
    )
  const modules = sources.flatMap(({ path, imports }) =>
    imports.map(({ from }) => ({ at: folderOf(path), from })),
  )
  const homeGaps = HOMES.flatMap(([module, places]) =>
    places
      .filter((place) => !modules.some(({ at, from }) => at === place && module.test(from)))
      .map((place) => `${place} imports no ${module.source}`),
  )
  return [...[DISTRICTS, NEIGHBOURS, NARROWER].flatMap(unused), ...homeGaps]
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
