import { defineConfig, mergeConfig } from 'vitest/config'
import all from './vitest.config.ts'

/**
 * `npm run test:quick`: no chains, replicas, browsers, crashes or hostile files, no deadlines of
 * machines under load, and not every example.
 */
export default mergeConfig(
  all,
  defineConfig({
    test: {
      exclude: [
        'test/{examples,kill,replicas,simulation,rails.contract,stopping,trouble-reports,worst}.test.ts',
        'test/llm/{faults,house-model,paid}.test.ts',
        'src/threads/threads.test.ts',
        'src/tools/web/{image,pdf}/**',
        'src/tools/web/{html/html,inspect/feeds,read/extract}.test.ts',
        'test/{memory,mpp,x402,tools,scripts}/**',
        'src/net/browser*.test.ts',
      ],
    },
  }),
)
