import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalogOfTools } from './support/catalog.ts'
import { fileURLToPath } from 'node:url'
import { allowedPackages, packagesReached } from './support/conventions/pure-packages.ts'
import { measures } from './support/conventions/measures.ts'
import { inSource, isProduct, isUnit, offenders, offendersIn } from './support/conventions/rule.ts'
import { allSources, parse, ROOT } from './support/conventions/source.ts'
import { rings, walls } from './support/conventions/walls.ts'
import { words } from './support/conventions/words.ts'

/** The rules for this code, as a program. It names the offender and what to do in its place. */
const sources = await allSources()

describe.each([
  ['walls', walls],
  ['words', words],
  ['measures', measures],
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

describe('no files import each other in a circle', () => {
  test('no file breaks the rule', () => {
    expect(rings(sources.filter(({ path }) => isProduct(path)))).toEqual([])
  })
  test('catches a ring of types', () => {
    const ring = [
      parse('src/net/a.ts', `import type { B } from './b.ts'`),
      parse('src/net/b.ts', `export { c } from './c.ts'`),
      parse('src/net/c.ts', `export const c = async () => import('./a.ts')`),
    ]
    expect(rings(ring)).toEqual(['src/net/a.ts -> src/net/b.ts -> src/net/c.ts -> src/net/a.ts'])
  })
})

describe('tools', () => {
  const files = sources.map(({ path }) => path).filter((path) => isUnit(path) && isProduct(path))

  const isPack = (path: string): boolean => path.startsWith('src/packs/')

  test('every family has a _family.ts', () => {
    const families = new Set(
      files.map((path) => (isPack(path) ? 'src/packs' : path.split('/').slice(0, 3).join('/'))),
    )
    const silent = [...families].filter((family) => !existsSync(join(ROOT, family, '_family.ts')))
    expect(silent).toEqual([])
  })
  test('every tool file is in a family folder and has a name that the loader accepts', () => {
    const lost = files.filter(
      (path) => !/^src\/(packs|\w+\/[a-z0-9-]+(\/[a-z0-9-]+)?)\/[a-z0-9-]+\.ts$/.test(path),
    )
    expect(lost).toEqual([])
  })
  test('every tool has an example', async () => {
    const { tools } = await catalogOfTools()
    const silent = tools.filter(({ spec }) => spec.examples.length === 0)
    expect(silent.map(({ slug }) => slug)).toEqual([])
    expect(tools.length).toBeGreaterThanOrEqual(files.length)
  })
})

describe('pure tools', () => {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  test('import the packages that docs/dependencies.md allows, and no other', async () => {
    const allowed = await allowedPackages()
    const { tools } = await catalogOfTools()
    const reached = new Map<string, string>()
    for (const { pure, file } of tools) {
      if (!pure || !file) continue
      const path = fileURLToPath(file).slice(ROOT.length)
      for (const [name, at] of packagesReached(path, byPath)) reached.set(name, at)
    }
    const strange = [...reached].filter(([name]) => !allowed.includes(name))
    expect(strange.map(([name, at]) => `${name}, imported by ${at}`)).toEqual([])
    expect(allowed.filter((name) => !reached.has(name))).toEqual([])
  })
  test('a package is found behind a file of ours', () => {
    const [a, b] = [
      parse('src/tools/text/a.ts', `import { b } from './_b.ts'`),
      parse('src/tools/text/_b.ts', `export const b = async () => import('node-fetch')`),
    ]
    const files = new Map([a, b].map((source) => [source.path, source]))
    expect([...packagesReached(a.path, files)]).toEqual([['node-fetch', 'src/tools/text/_b.ts']])
  })
})

test('the rules read every source file', () => {
  const read = sources.map(({ path }) => path)
  expect(read).toContain('src/main.ts')
  expect(read).toContain('test/conventions.test.ts')
  expect(read.filter(inSource).length).toBeGreaterThan(80)
})
