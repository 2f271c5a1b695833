import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { summaryOf, type Report } from './_summary.ts'

/**
 * `npm run test:all`: every test, and at the end two lines that say how they ended. With
 * `--rest <report>` it runs only what an `npm test` of the same commit left out, and adds that run
 * up from its report.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')

const [flag, given] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'farebox-tests-'))
const reports: (Report | null)[] = given === undefined ? [] : [await reportIn(given)]
reports.push(await run('most', [], flag === '--rest' ? 'rest' : 'all'))
// Measures processor time, so it has the machine for itself.
reports.push(await run('alone', ['--config', 'vitest.long.config.ts', 'test/doors/'], 'all'))
await rm(folder, { recursive: true })
const { text, isGood } = summaryOf(reports)
process.stdout.write(text)
process.exitCode = isGood ? 0 : 1

async function run(name: string, args: readonly string[], extent: string): Promise<Report | null> {
  const file = join(folder, `${name}.json`)
  const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const child = spawn(process.execPath, [VITEST, 'run', ...args, ...outputs], {
    cwd: ROOT,
    env: { ...process.env, TEST_EXTENT: extent },
    stdio: 'inherit',
  })
  await new Promise((resolve) => child.once('exit', resolve))
  return reportIn(file)
}

/** Null where the run left none. */
async function reportIn(path: string): Promise<Report | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Report
  } catch {
    process.stderr.write(`The test run left no report in ${path}.\n`)
    return null
  }
}
