import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../../scripts/trim.ts', import.meta.url))

/** Runs the script in an installation of one package, and tells which of its files are left. */
async function trim(...words: readonly string[]) {
  const root = await mkdtemp(join(tmpdir(), 'trim-'))
  const script = join(root, 'scripts/trim.ts')
  const files = join(root, 'node_modules/some-package')
  await Promise.all([mkdir(join(root, 'scripts')), mkdir(files, { recursive: true })])
  await writeFile(join(root, 'package.json'), '{"type":"module"}')
  await copyFile(SCRIPT, script)
  for (const name of ['index.js', 'index.js.map', 'index.d.ts'])
    await writeFile(join(files, name), '')
  const said = await new Promise<{ code: number; text: string }>((resolve) => {
    execFile(process.execPath, [script, ...words], (failed, stdout, stderr) =>
      resolve({ code: failed ? 1 : 0, text: stdout + stderr }),
    )
  })
  return { ...said, left: (await readdir(files)).toSorted() }
}

const ALL = ['index.d.ts', 'index.js', 'index.js.map']

test.each([
  [['--help'], 0],
  [['images'], 1],
])('with %j it removes nothing and says how it is used', async (words, code) => {
  expect(await trim(...words)).toEqual({
    code,
    text: 'usage: npm run trim [-- image]\n',
    left: ALL,
  })
})

test('it removes what is not read, and says how to get it back', async () => {
  const { code, text, left } = await trim()
  expect([code, left]).toEqual([0, ['index.d.ts', 'index.js']])
  expect(text).toBe('Removed from node_modules: 1. `npm ci` brings it back.\n')
  expect((await trim('image')).left).toEqual(['index.js'])
})
