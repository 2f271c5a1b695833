import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { POLL_LIMIT } from './test/support/clock.ts'

// Set here, since native code does not see what a thread sets for itself.
process.env['FONTCONFIG_FILE'] = fileURLToPath(new URL('./src/ops/fonts.conf', import.meta.url))

/** Runs `npm run check` on a copy of the repository, which takes a minute. */
export const LONG_TESTS = ['test/scripts/new-files.test.ts']

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...LONG_TESTS],
    pool: 'threads',
    isolate: false,
    maxWorkers: availableParallelism(),
    globalSetup: ['test/support/scratch.ts', 'test/support/children.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: POLL_LIMIT },
  },
})
