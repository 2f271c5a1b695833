import type { RunnerTask } from 'vitest'
import type { TestProject } from 'vitest/node'
import { RUN_SEED } from './seed.ts'
import { LEFT_FILES } from './tags.ts'

/**
 * Around a whole run: says which seed it plays, and at the end how many tests were left to others.
 */
export default function setup({ vitest }: TestProject): () => void {
  say(`Drawn inputs and schedules follow from TEST_SEED=${RUN_SEED}.`)
  return () => {
    if (process.env['TEST_EXTENT'] || vitest.getGlobalTestNamePattern()) return
    const left = vitest.state.getFiles().flatMap((file) => file.tasks.flatMap(leftOut)).length
    const files = process.env[LEFT_FILES] ?? '0'
    if (left > 0 || files !== '0')
      say(
        `${left} long tests, and ${files} files of long tests, were left to CI and other commits. npm run test:all runs every test.`,
      )
  }
}

function leftOut(task: RunnerTask): readonly RunnerTask[] {
  if (task.type === 'suite') return task.tasks.flatMap(leftOut)
  return task.mode === 'skip' && task.tags?.length ? [task] : []
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
