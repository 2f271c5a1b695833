import { defineConfig, mergeConfig } from 'vitest/config'
import all from './vitest.config.ts'

/** `npm run test:long`: ten times the schedules of the simulation. */
export default mergeConfig(
  all,
  defineConfig({
    test: { include: ['test/simulation.test.ts'], env: { SIMULATION_SCHEDULES: '10000' } },
  }),
)
