import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalogOfTools } from './support/catalog.ts'
import { fileURLToPath } from 'node:url'
import { allowedPackages, packagesReached } from './support/conventions/pure-packages.ts'
import { building } from './support/conventions/building.ts'
import { functionNames } from './support/conventions/function-names.ts'
import { lonelyHelpers } from './support/conventions/helpers.ts'
import { measures, TABLES } from './support/conventions/measures.ts'
import { inSource, isProduct, isUnit, offenders, offendersIn } from './support/conventions/rule.ts'
import { allSources, parse, ROOT, type Import } from './support/conventions/source.ts'
import {
  gaps,
  HARMLESS,
  PURE_LOADERS,
  rings,
  ROOT_FILES,
  walls,
} from './support/conventions/walls.ts'
import { MODULE_LOADERS, words } from './support/conventions/words.ts'

/**
 * The rules for this code, as a program. It names the offender and what to do in its place.
 *
 * @module-tag check
 */
const sources = await allSources()

describe.each([
  ['walls', walls],
  ['words', words],
  ['measures', measures],
  ['building', building],
  ['names of functions', functionNames],
])('%s', (_kind, rules) => {
  describe.each(rules.map((rule) => [rule.says, rule] as const))('%s', (_says, rule) => {
    test('no file breaks the rule', () => {
      expect(offenders(rule, sources)).toEqual([])
    })
    test.each(rule.caught)('catches %s %j', (path, text) => {
      expect(offendersIn(rule, [path, text])).not.toEqual([])
    })
    test.each(rule.spared)('allows %s %j', (path, text) => {
      expect(offendersIn(rule, [path, text])).toEqual([])
    })
  })
})

describe('allowed imports', () => {
  test('every allowed import between folders is used', () => {
    expect(gaps(sources.filter(({ path }) => isProduct(path)))).toEqual([])
  })
  test('catches an unused allowance', () => {
    const found = gaps([parse('src/outside/net/a.ts', `import { request } from 'undici'`)])
    expect(found).toContain('chains imports nothing of net')
    expect(found).toContain('database imports no ^(pg|better-sqlite3)$')
    expect(found).not.toContain('net imports no ^undici$')
  })
  test.each([...MODULE_LOADERS, ...PURE_LOADERS, ...TABLES, ...ROOT_FILES])('%s exists', (path) =>
    expect(sources.map((source) => source.path)).toContain(
      path.startsWith('src/') ? path : `src/${path}`,
    ),
  )
})

describe('import cycles', () => {
  test('no file breaks the rule', () => {
    expect(rings(sources.filter(({ path }) => isProduct(path)))).toEqual([])
  })
  test('catches a cycle of type imports', () => {
    const ring = [
      parse('src/outside/net/a.ts', `import type { B } from './b.ts'`),
      parse('src/outside/net/b.ts', `export { c } from './c.ts'`),
      parse('src/outside/net/c.ts', `export const c = async () => import('./a.ts')`),
    ]
    expect(rings(ring)).toEqual([
      'src/outside/net/a.ts -> src/outside/net/b.ts -> src/outside/net/c.ts -> src/outside/net/a.ts',
    ])
  })
})

describe('a helper of a family has two importers, or is long enough to be its own subject', () => {
  const tool = parse('src/goods/tools/text/a.ts', `import { b } from './_b.ts'`)
  const other = parse('src/goods/tools/text/c.ts', `import { b } from './_b.ts'`)
  const helper = parse('src/goods/tools/text/_b.ts', 'export const b = 1')

  test('no file breaks the rule', () => {
    expect(lonelyHelpers(sources)).toEqual([])
  })
  test('catches a helper of one tool', () => {
    expect(lonelyHelpers([tool, helper])).toEqual([
      'src/goods/tools/text/_b.ts has one importer: move it into src/goods/tools/text/a.ts',
    ])
  })
  test.each([
    ['of two tools', [tool, other, helper]],
    ['with a test', [tool, helper, parse('src/goods/tools/text/_b.test.ts', `import './_b.ts'`)]],
    ['of eighty lines', [tool, parse(helper.path, '\n'.repeat(80))]],
    [
      'of a tool that has no room for it',
      [parse(tool.path, `${tool.text}${'\n'.repeat(180)}`), parse(helper.path, '\n'.repeat(40))],
    ],
    [
      'of a family',
      [
        parse(tool.path, `import a from './_family.ts'`),
        parse('src/goods/tools/text/_family.ts', ''),
      ],
    ],
  ])('allows a helper %s', (_what, files) => {
    expect(lonelyHelpers(files)).toEqual([])
  })
})

describe('tools', () => {
  const files = sources.map(({ path }) => path).filter((path) => isUnit(path) && isProduct(path))

  const flatOf = (path: string) => /^src\/goods\/(?:packs|reports)(?=\/)/.exec(path)?.[0]

  test('every family has a _family.ts', () => {
    const families = new Set(
      files.map((path) => flatOf(path) ?? path.split('/').slice(0, 4).join('/')),
    )
    const silent = [...families].filter((family) => !existsSync(join(ROOT, family, '_family.ts')))
    expect(silent).toEqual([])
  })
  test('every tool file is in a family folder and has a name that the loader accepts', () => {
    const place = /^src\/goods\/(packs|reports|tools\/[a-z0-9-]+(\/[a-z0-9-]+)?)\/[a-z0-9-]+\.ts$/
    expect(files.filter((path) => !place.test(path))).toEqual([])
  })
  test('every tool has an example', async () => {
    const { tools } = await catalogOfTools()
    const silent = tools.filter(({ spec }) => spec.examples.length === 0)
    expect(silent.map(({ slug }) => slug)).toEqual([])
    expect(tools.length).toBeGreaterThanOrEqual(files.length)
  })
})

describe('pure tools', async () => {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const { tools } = await catalogOfTools()
  const pure = tools.flatMap((tool) => (tool.pure && tool.file ? [fileURLToPath(tool.file)] : []))
  const reached = new Map(
    [...new Set(pure)].flatMap((file) => [...packagesReached(file.slice(ROOT.length), byPath)]),
  )

  test('import the packages that docs/dependencies.md allows, and no other', async () => {
    const allowed = await allowedPackages()
    const packages = [...reached].filter(([name]) => !name.startsWith('node:'))
    const strange = packages.filter(([name]) => !allowed.includes(name))
    expect(strange.map(([name, at]) => `${name}, imported by ${at}`)).toEqual([])
    expect(allowed.filter((name) => !reached.has(name))).toEqual([])
  })
  test('reach no module of Node that reads files, the network or the process', () => {
    const strange = [...reached].filter(
      ([name, at]) => name.startsWith('node:') && !HARMLESS.has(name) && !PURE_LOADERS.has(at),
    )
    expect(strange.map(([name, at]) => `${name}, imported by ${at}`)).toEqual([])
  })
  test.each([
    [`export const b = async () => import('node-fetch')`, 'node-fetch'],
    [`import { env } from 'process'`, 'node:process'],
    [`import { createRequire } from 'node:module'`, 'node:module'],
  ])('are followed through files of this repository: %s', (text, name) => {
    const [a, b] = [
      parse('src/goods/tools/text/a.ts', `import { b } from '../../../base/core/b.ts'`),
      parse('src/base/core/b.ts', text),
    ]
    const files = new Map([a, b].map((source) => [source.path, source]))
    expect([...packagesReached(a.path, files)]).toEqual([[name, 'src/base/core/b.ts']])
  })
})

/** What `main.ts` loads as soon as it hears signals. */
const START = 'src/service/process/process.ts'

describe('a start', () => {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const isAtOnce = ({ isLazy }: Import): boolean => !isLazy
  const composed = sources.filter(
    ({ path }) => /^src\/goods\/(packs|reports)\/[^/]+\.ts$/.test(path) && isProduct(path),
  )

  test.each(['viem', 'cheerio', 'sharp'])(
    'does not load %s, which only some calls need',
    (name) => {
      const starts = [START, ...composed.map(({ path }) => path)]
      const found = starts.map((path) => packagesReached(path, byPath, isAtOnce).get(name))
      expect([...new Set(found)]).toEqual([undefined])
      expect(starts.length).toBeGreaterThan(80)
    },
  )
  test('loads all imports of its files at once', () => {
    const reached = packagesReached(START, byPath, isAtOnce)
    expect(reached.get('pino')).toMatch(/^src\//)
  })
})

test('the rules read every source file', () => {
  const read = sources.map(({ path }) => path)
  expect(read).toContain('src/main.ts')
  expect(read).toContain('test/conventions.test.ts')
  expect(read.filter(inSource).length).toBeGreaterThan(80)
})
