import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { POLL_LIMIT } from './test/support/clock.ts'

// Set here, since native code does not see what a thread sets for itself.
process.env['FONTCONFIG_FILE'] = fileURLToPath(new URL('./src/service/ops/fonts.conf', import.meta.url))

/**
 * The first runs `npm run check` on a copy of the repository, which takes a minute. The second
 * measures the processor time of single requests, which needs a process and a machine of its own.
 */
export const LONG_TESTS = ['test/scripts/new-files.test.ts', 'test/doors/doors.test.ts']

const BRIEF_BYTES = 200
const isBrief = ({ moduleId }: TestSpecification) => statSync(moduleId).size < BRIEF_BYTES

/**
 * Large files run first, or long ones where the times of an earlier run are known, so that no worker
 * is alone at the end. A file of a few lines runs what stands elsewhere, for all tools: it is long,
 * and its place is in the middle, where what most tools load is loaded.
 */
class LargeFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- it is not the one of lists
    const sorted = await super.sort(files)
    const [brief, others] = [sorted.filter(isBrief), sorted.filter((file) => !isBrief(file))]
    return others.toSpliced(others.length >> 1, 0, ...brief)
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...LONG_TESTS],
    pool: 'threads',
    isolate: false,
    maxWorkers: availableParallelism(),
    globalSetup: ['test/support/scratch.ts', 'test/support/children.ts'],
    sequence: { sequencer: LargeFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: POLL_LIMIT },
  },
})
