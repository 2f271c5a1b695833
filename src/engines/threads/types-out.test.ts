import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setEnvironmentData, Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'

const HOOK = new URL('./_types-out.mjs', import.meta.url).href
const COMPILER = 'NativeModule internal/deps/amaro/dist/index'

const folder = await mkdtemp(join(tmpdir(), 'farebox-types-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const kept = join(folder, 'kept')
const source = join(folder, 'one.ts')
const entry = join(folder, 'entry.mjs')
await writeFile(
  entry,
  `import { parentPort } from 'node:worker_threads'
   const { said } = await import('${pathToFileURL(source).href}')
   parentPort.postMessage([said, process.moduleLoadList.includes('${COMPILER}')])`,
)

/** What the source says in a new thread, and whether that thread needed the compiler for it. */
function saidInThread(): Promise<readonly [said: string, compiled: boolean]> {
  setEnvironmentData('folder-without-types', kept)
  const execArgv = ['--disable-warning=ExperimentalWarning', '--import', HOOK]
  const thread = new Worker(entry, { env: {}, execArgv })
  return new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject))
}

test('the first thread blanks types out, the next one finds that done', async () => {
  await writeFile(source, `export const said: string = 'über' satisfies string`)
  expect(await saidInThread()).toEqual(['über', true])
  expect(await saidInThread()).toEqual(['über', false])
})

test('what has changed since, or was not kept whole, is not taken', async () => {
  await writeFile(source, `export const said: string = 'new'`)
  expect(await saidInThread()).toEqual(['new', true])
  const [name = ''] = await readdir(kept)
  const file = join(kept, name)
  await truncate(file, (await readFile(file)).length - 1)
  expect(await saidInThread()).toEqual(['new', true])
  expect(await saidInThread()).toEqual(['new', false])
  expect(await readdir(kept)).toEqual([name])
})
