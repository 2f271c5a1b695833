import { configDefaults, defineConfig } from 'vitest/config'
import all, { LONG_TESTS } from './vitest.config.ts'

/** `npm run test:long`: many more schedules of calls and purchases, and what the full run leaves out. */
export default defineConfig({
  test: {
    ...all.test,
    include: [
      'test/simulation.test.ts',
      'test/purse/schedules.test.ts',
      'test/bad-input.test.ts',
      'test/pooler-sales.test.ts',
      'test/memory/processes.test.ts',
      ...LONG_TESTS,
    ],
    exclude: configDefaults.exclude,
    env: {
      SIMULATION_SCHEDULES: '10000',
      PURSE_SCHEDULES: '10000',
      MEMORY_INCREMENTS: '10000',
      POOLER_SECONDS: '60',
      BAD_INPUT: 'providers',
    },
  },
})
