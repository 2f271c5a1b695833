import { defineConfig, mergeConfig } from 'vitest/config'
import all from './vitest.config.ts'

/** `npm run test:quick`: no chains, replicas, browsers or crashes, and not every example. */
export default mergeConfig(
  all,
  defineConfig({
    test: {
      exclude: [
        'test/{kill,replicas,simulation,rails.contract,trouble-reports}.test.ts',
        'test/{memory,mpp,x402,tools,scripts}/**',
        'src/net/browser*.test.ts',
      ],
    },
  }),
)
