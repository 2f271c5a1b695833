import { configDefaults, defineConfig } from 'vitest/config'
import all, { ALONE } from './vitest.config.ts'

/** `npm run test:long`: many more schedules of calls and purchases, and what a run of its own needs. */
export default defineConfig({
  test: {
    ...all.test,
    include: [
      'test/simulation.test.ts',
      'test/purse/schedules.test.ts',
      'test/bad-input.test.ts',
      'test/pooler-sales.test.ts',
      'test/memory/processes.test.ts',
      'test/scripts/new-files.test.ts',
      ALONE,
    ],
    exclude: configDefaults.exclude,
    env: {
      ...all.test?.env,
      TEST_EXTENT: 'all',
      SIMULATION_SCHEDULES: '10000',
      PURSE_SCHEDULES: '10000',
      MEMORY_INCREMENTS: '10000',
      POOLER_SECONDS: '60',
      BAD_INPUT: 'providers',
    },
  },
})
