import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** In a process of its own, because the log is its standard output. */
async function linesOf(script: string): Promise<readonly string[]> {
  const entry = new URL('./log.ts', import.meta.url).href
  const code = `import { createLog } from '${entry}'; const log = createLog('info'); ${script}`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code])
  return stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly msg: string }).msg)
}

const CALLS = `for (const call of ['one', 'two', 'three']) log.written('"ms":1', call)`

test('lines of calls and of other things stand in the order in which they were said', async () => {
  const others = `log.info({}, 'info'); ${CALLS}; log.warn({}, 'warn'); ${CALLS}; log.error({}, 'error')`
  const said = await linesOf(`${CALLS}; ${others}; setImmediate(() => { ${CALLS} })`)
  const calls = ['one', 'two', 'three']
  expect(said).toEqual([...calls, 'info', ...calls, 'warn', ...calls, 'error', ...calls])
})

test('an error on which the process ends is written, with the calls before it', async () => {
  const said = await linesOf(`${CALLS}; log.error({}, 'the end'); process.exit()`)
  expect(said).toEqual(['one', 'two', 'three', 'the end'])
})
