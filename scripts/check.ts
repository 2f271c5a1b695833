import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

/**
 * `npm run check`: types, lint, format, unused code, and the tests that read the sources. Prints
 * how long each took, and the output of those that failed. Lint and format look at the files and
 * folders that are named, if some are.
 */
const named = process.argv.slice(2)
const OURS = named.length > 0 ? named : ['src', 'test', 'scripts', 'bench', 'examples']

/** The longest first, so that the last to end is a short one. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  lint: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--quiet', ...OURS],
  conventions: [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=dot',
    'test/conventions.test.ts',
    'test/docs.test.ts',
  ],
  types: ['node_modules/typescript/bin/tsc', '-p', '.'],
  'types of the scripts of pages': [
    'node_modules/typescript/bin/tsc',
    '-p',
    'src/front/pages/web',
    '--incremental',
    'false',
  ],
  unused: ['node_modules/knip/bin/knip.js'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check', ...OURS],
}

const root = fileURLToPath(new URL('..', import.meta.url))
const startedAt = performance.now()
const waiting = Object.entries(CHECKS)
const failed: string[] = []

await Promise.all(Array.from({ length: Math.max(2, availableParallelism() - 1) }, worker))
say(`\n${failed.length === 0 ? 'all good' : `failed: ${failed.join(', ')}`} in ${since(startedAt)}`)
process.exitCode = failed.length === 0 ? 0 : 1

async function worker(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) await run(...next)
}

async function run(name: string, command: readonly string[]): Promise<void> {
  const begun = performance.now()
  const { code, output } = await outcomeOf(command)
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(8)} ${since(begun)}`)
  if (code === 0) return
  failed.push(name)
  say(output.trim())
}

function outcomeOf(command: readonly string[]): Promise<{ code: number; output: string }> {
  const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...plain },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  return new Promise((resolve) => {
    child.once('error', (thrown) => resolve({ code: 1, output: String(thrown) }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

function since(begun: number): string {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
