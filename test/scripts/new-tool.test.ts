import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writePack, writeTool } from '../../scripts/_new-tool.ts'
import { createCatalog } from '../../src/selling/catalog/catalog.ts'
import { loadTools } from '../../src/selling/catalog/load.ts'
import type { Pack } from '../../src/base/core/pack.ts'
import { loadedGoods } from '../support/catalog.ts'
import { runExample } from '../support/run-tool.ts'
import { ROOT } from '../support/conventions/source.ts'

let root: string

/** A repository with no tools, on the core of this one. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'farebox-new-'))
  await mkdir(join(root, 'src/base'), { recursive: true })
  for (const path of [
    'src/base/core',
    'src/base/lib',
    'node_modules',
    '.oxfmtrc.json',
    '.oxlintrc.json',
  ])
    await symlink(join(ROOT, path), join(root, path))
})
afterEach(() => rm(root, { recursive: true }))

const load = () => loadTools(join(root, 'src/goods/tools'))

test.each(['text/word-count', 'text/words/word-count', 'text/word-count.ts'])(
  'a new tool runs, with its family: %s',
  async (place) => {
    const written = await writeTool(root, place)
    expect(written).toHaveLength(2)
    const { tools, families } = await load()
    expect(Object.keys(families)).toEqual(['text'])
    const [tool] = tools
    expect(tool?.slug).toBe('word-count')
    expect(tool?.spec.route).toBe('POST /api/word-count')
    const [example] = tool?.spec.examples ?? []
    expect(example?.output).toBeDefined()
    expect(await runExample(tool!.spec, example?.input as Record<string, string>)).toEqual(
      example?.output,
    )
  },
)

test('what it writes passes the formatter and the linter', async () => {
  await writeTool(root, 'text/words/word-count')
  const run = (...command: string[]) =>
    promisify(execFile)(process.execPath, command, { cwd: root })
  await run('node_modules/oxfmt/bin/oxfmt', '--check', 'src/goods/tools')
  await run('node_modules/oxlint/bin/oxlint', 'src/goods/tools')
})

test('a new pack runs tools of this service, and passes the formatter and the linter', async () => {
  await cp(join(ROOT, 'src/goods/packs'), join(root, 'src/goods/packs'), { recursive: true })
  expect(await writePack(root, 'text-check')).toEqual(['src/goods/packs/text-check.ts'])
  const run = (...command: string[]) =>
    promisify(execFile)(process.execPath, command, { cwd: root })
  await run('node_modules/oxfmt/bin/oxfmt', '--check', 'src/goods/packs')
  await run('node_modules/oxlint/bin/oxlint', 'src/goods/packs')
  const written = (await import(join(root, 'src/goods/packs/text-check.ts'))) as { default: Pack }
  const service = await loadedGoods()
  const catalog = createCatalog({ ...service, packs: { 'text-check': written.default } })
  const { spec } = catalog.bySlug('skill-text-check')!
  expect(await runExample(spec, spec.examples[0].input as Record<string, string>)).toMatchObject({
    summary: '2/2 steps succeeded',
  })
  await expect(writePack(root, 'text-check')).rejects.toThrow('exists already')
})

test('a family file that exists is kept', async () => {
  await writeTool(root, 'text/word-count')
  const before = await readFile(join(root, 'src/goods/tools/text/_family.ts'), 'utf8')
  expect(await writeTool(root, 'text/line-count')).toEqual(['src/goods/tools/text/line-count.ts'])
  expect(await readFile(join(root, 'src/goods/tools/text/_family.ts'), 'utf8')).toBe(before)
})

test('a slug is unique over all families', async () => {
  await writeTool(root, 'text/word-count')
  await expect(writeTool(root, 'text/word-count')).rejects.toThrow('word-count: text has that tool')
  await expect(writeTool(root, 'math/words/word-count')).rejects.toThrow('has that tool already')
})

test.each([
  'word-count',
  'text/a/b/word-count',
  'text/WordCount',
  'text/word_count',
  'text/_word-count',
  'text/2-words',
  'text/word-',
  'text/helpers',
  'utils/word-count',
  '../text/word-count',
  '/text/word-count',
  'text/',
])('a bad name is refused: %s', async (place) => {
  await expect(writeTool(root, place)).rejects.toThrow(/kebab-case|expected <family>/)
  await expect(readFile(join(root, 'src/goods/tools'))).rejects.toThrow('ENOENT')
})
