import { configDefaults, defineConfig } from 'vitest/config'
import all from './vitest.config.ts'

/**
 * `npm run test:quick`: the service without its goods. No chains, replicas, browsers, crashes or
 * hostile files, and no deadlines of machines under load. Whoever changes a tool runs its own tests;
 * conventions and documents are tests of `npm run check`.
 */
export default defineConfig({
  test: {
    ...all.test,
    include: [
      'src/!(tools|packs|threads)/**/*.test.ts',
      'test/*.test.ts',
      'test/{pipeline,purse,a2a}/**/*.test.ts',
    ],
    exclude: [
      ...configDefaults.exclude,
      'src/outside/net/browser*.test.ts',
      'src/engines/article/**',
      'test/{conventions,docs}.test.ts',
      'test/{bad-input,crew,examples,jobs,kill,own-tools,package,proxies}.test.ts',
      'test/{overload,pooler,pooler-sales,replicas,simulation,slow,stopping,surfaces,worst}.test.ts',
      'test/{trouble-reports,upstream-faults,upstream-slots}.test.ts',
      'test/pipeline/heavy-fields.test.ts',
    ],
  },
})
