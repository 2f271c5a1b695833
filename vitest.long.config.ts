import { configDefaults, defineConfig } from 'vitest/config'
import all, { LONG_TESTS } from './vitest.config.ts'

/** `npm run test:long`: ten times the schedules of the simulation, and what the full run leaves out. */
export default defineConfig({
  test: {
    ...all.test,
    include: ['test/simulation.test.ts', ...LONG_TESTS],
    exclude: configDefaults.exclude,
    env: { SIMULATION_SCHEDULES: '10000' },
  },
})
