import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { POLL_LIMIT } from './test/support/clock.ts'
import { RUN_SEED } from './test/support/runs/seed.ts'
import { Sequencer } from './test/support/runs/sequencer.ts'
import { TAGS } from './test/support/runs/tags.ts'

// Set here, since native code does not see what a thread sets for itself.
process.env['FONTCONFIG_FILE'] = fileURLToPath(
  new URL('./src/service/ops/fonts.conf', import.meta.url),
)

/** Measures the processor time of single requests, which needs a process and a machine of its own. */
export const ALONE = 'test/doors/doors.test.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ALONE],
    pool: 'threads',
    isolate: false,
    // A fifth of the time is waiting.
    maxWorkers: availableParallelism() + 1,
    globalSetup: [
      'test/support/runs/announce.ts',
      'test/support/scratch.ts',
      'test/support/children.ts',
    ],
    sequence: { sequencer: Sequencer },
    tags: TAGS,
    env: { TEST_SEED: String(RUN_SEED) },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: POLL_LIMIT },
  },
})
