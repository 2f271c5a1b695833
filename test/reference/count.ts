import { spawnSync } from 'node:child_process'
import { write } from './_compare.ts'

/**
 * Runs scripts of this folder one after another and sums what they have compared; without names,
 * those of numbers, of validation and of the primitives of APIs:
 * `node run.mjs test/reference/count.ts units finance`.
 */

const OF_NUMBERS = [
  'math',
  'algebra',
  'statistics',
  'series',
  'graphs',
  'geo',
  'finance',
  'markets',
  'planning',
  'units',
  'validation',
  'validation-documents',
  'api',
  'webhooks',
  'sql-guard',
]

const names = process.argv.slice(2)
let [compared, different, failed] = [0, 0, 0]
for (const name of names.length > 0 ? names : OF_NUMBERS) {
  const script = new URL(`./${name}.ts`, import.meta.url).pathname
  const done = spawnSync(process.execPath, ['run.mjs', script], { encoding: 'utf8' })
  const lines = done.stdout.split('\n').filter((line) => !/^\s/.test(line) && line !== '')
  const sums = lines.map((line) => /(\d+) cases compared, (\d+) differ$/.exec(line) ?? [])
  const [all, others] = [1, 2].map((at) =>
    sums.reduce((sum, found) => sum + Number(found[at] ?? 0), 0),
  ) as [number, number]
  compared += all
  different += others
  write(`${name}: ${all} cases compared, ${others} differ`)
  for (const line of lines.filter((one) => !/cases compared/.test(one))) write(`  ${line}`)
  if (done.status === 0 || others > 0) continue
  failed += 1
  write(`  failed: ${done.stderr.trim().split('\n').at(-1) ?? ''}`)
}
write(`in all: ${compared} cases compared, ${different} differ, ${failed} scripts failed`)
if (different + failed > 0) process.exitCode = 1
