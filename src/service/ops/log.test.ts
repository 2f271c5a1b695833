import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
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

test('the end of a process does not wait for a reader that has gone', async () => {
  const entry = new URL('./log.ts', import.meta.url).href
  const code = `import { createLog } from '${entry}'
    process.stdout.on('error', () => {})
    const log = createLog('info')
    setTimeout(() => { log.info({ a: 1 }, 'last'); process.exit(7) }, 300)`
  const command = `("$NODE" --input-type=module -e "$CODE"; exit $?) | true; exit \${PIPESTATUS[0]}`
  const env = { ...process.env, NODE: process.execPath, CODE: code }
  const child = spawn('bash', ['-c', command], { env, detached: true, stdio: 'ignore' })
  const late = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), 20_000)
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  clearTimeout(late)
  expect(exitCode).toBe(7)
})

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
