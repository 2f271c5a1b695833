import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../src/base/core/optional-engines.ts'
import { packageOf } from './support/conventions/pure-packages.ts'
import { allSources, ROOT, type Source } from './support/conventions/source.ts'

type Versions = Readonly<Record<string, string>>

const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(
  await readFile(join(ROOT, 'package.json'), 'utf8'),
) as { dependencies: Versions; peerDependencies: Versions; optionalDependencies: Versions }
const engines = Object.entries(ENGINES) as [string, { readonly packages: readonly string[] }][]

const all = await allSources()

/** What an installation without development runs. */
const isShipped = ({ path }: Source): boolean =>
  /^(src|scripts)\//.test(path) && !/\.test(-d)?\.ts$/.test(path)

test('every package of an installation is named by a file that ships', () => {
  const text = all.filter(isShipped).map((source) => source.text)
  const isNamed = (name: string): boolean =>
    text.some((one) => new RegExp(`['"\`]${name.replaceAll('.', '\\.')}['"\`/]`).test(one))
  const names = Object.keys({ ...dependencies, ...peerDependencies })
  expect(names.filter((name) => !isNamed(name))).toEqual([])
})

test('a file that ships imports only packages of an installation', () => {
  const known = { ...dependencies, ...peerDependencies, ...optionalDependencies, farebox: '' }
  const foreign = all.filter(isShipped).flatMap(({ path, imports }) =>
    imports
      .filter(({ from, file, values }) => file === null && values.length > 0 && !isBuiltin(from))
      .filter(({ from }) => !Object.hasOwn(known, packageOf(from)))
      .map(({ from }) => `${path}: ${from}`),
  )
  expect(foreign).toEqual([])
})

describe('an engine', () => {
  test('has packages of its own, each with a version', () => {
    const packages = engines.flatMap(([, { packages: named }]) => named)
    expect(packages.toSorted()).toEqual(Object.keys(peerDependencies).toSorted())
  })

  test('is named by every tool, or capability, that reaches one of its packages', () => {
    const files = new Map(all.map((source) => [source.path, source]))
    const tools = all.filter(({ path }) => /^src\/goods\/tools\/.*\/[a-z][^/]*\.ts$/.test(path))
    const silent = tools.filter(isShipped).flatMap(({ path }) => {
      const reached = reachedFrom(path, files)
      return engines
        .filter(([, { packages }]) => reached.some((source) => importsOneOf(source, packages)))
        .filter(([name]) => !reached.some(({ text }) => names(text, name)))
        .map(([name]) => `${path}: ${name}`)
    })
    expect(silent).toEqual([])
  })
})

const names = (text: string, engine: string): boolean =>
  text.includes(`engine: '${engine}'`) || text.includes(`loadEngine('${engine}'`)

const importsOneOf = ({ imports }: Source, packages: readonly string[]): boolean =>
  imports.some(({ from, values }) => values.length > 0 && packages.includes(packageOf(from)))

/** A file and all that it loads, also in other threads, which are named by their paths. */
function reachedFrom(start: string, files: ReadonlyMap<string, Source>): readonly Source[] {
  const seen = new Set<string>()
  const found: Source[] = []
  const visit = (path: string): void => {
    const source = files.get(path)
    if (!source || seen.has(path)) return
    seen.add(path)
    found.push(source)
    for (const { file, values } of source.imports)
      if (file !== null && values.length > 0) visit(file)
    for (const [, thread = ''] of source.text.matchAll(/'(\.[\w./-]*\/_[\w-]+\.ts)'/g))
      if (source.text.includes(`URL('${thread}'`) || thread.endsWith('-thread.ts'))
        visit(join(path, '..', thread))
  }
  visit(start)
  return found
}
