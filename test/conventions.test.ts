import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalogOfTools } from './support/catalog.ts'
import { measures } from './support/conventions/measures.ts'
import { inSource, isProduct, isUnit, offenders, offendersIn } from './support/conventions/rule.ts'
import { allSources, parse, ROOT } from './support/conventions/source.ts'
import { rings, walls } from './support/conventions/walls.ts'
import { words } from './support/conventions/words.ts'

/**
 * Sections 5, 10 and 11 of the house's design as a program. It names the offender and the way out.
 */
const sources = await allSources()

describe.each([
  ['walls', walls],
  ['words', words],
  ['measures', measures],
])('%s', (_kind, rules) => {
  describe.each(rules.map((rule) => [rule.says, rule] as const))('%s', (_says, rule) => {
    test('the house obeys', () => {
      expect(offenders(rule, sources)).toEqual([])
    })
    test.each(rule.caught)('an offence is caught: %s %j', (path, text) => {
      expect(offendersIn(rule, [path, text])).not.toEqual([])
    })
    test.each(rule.spared)('what is right is spared: %s %j', (path, text) => {
      expect(offendersIn(rule, [path, text])).toEqual([])
    })
  })
})

describe('no file imports itself in a roundabout way', () => {
  test('the house obeys', () => {
    expect(rings(sources.filter(({ path }) => isProduct(path)))).toEqual([])
  })
  test('a ring of types is caught', () => {
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

  test('every family says what it is', () => {
    const families = new Set(files.map((path) => path.split('/').slice(0, 3).join('/')))
    const silent = [...families].filter((family) => !existsSync(join(ROOT, family, '_family.ts')))
    expect(silent).toEqual([])
  })
  test('every tool file lies in a family, under a name that the scan accepts', () => {
    const lost = files.filter(
      (path) => !/^src\/\w+\/[a-z0-9-]+(\/[a-z0-9-]+)?\/[a-z0-9-]+\.ts$/.test(path),
    )
    expect(lost).toEqual([])
  })
  test('every tool shows an example', async () => {
    const { tools } = await catalogOfTools()
    const silent = tools.filter(({ spec }) => spec.examples.length === 0)
    expect(silent.map(({ slug }) => slug)).toEqual([])
    expect(tools.length).toBeGreaterThanOrEqual(files.length)
  })
})

test('the rules read all of the house', () => {
  const read = sources.map(({ path }) => path)
  expect(read).toContain('src/main.ts')
  expect(read).toContain('test/conventions.test.ts')
  expect(read.filter(inSource).length).toBeGreaterThan(80)
})
