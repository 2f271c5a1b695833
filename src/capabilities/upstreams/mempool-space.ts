import { z } from 'zod'
import { esploraOf, type Esplora } from './_esplora.ts'
import { defineUpstream } from './define.ts'

const Fees = z.object({
  fastestFee: z.number(),
  halfHourFee: z.number(),
  hourFee: z.number(),
  economyFee: z.number(),
})

const Mempool = z.object({ count: z.int(), vsize: z.number() })

const Adjustment = z.object({ difficultyChange: z.number(), remainingBlocks: z.int() })

const HashRate = z.object({ currentHashrate: z.number(), currentDifficulty: z.number() })

export interface MempoolSpace extends Esplora {
  fees(): Promise<z.output<typeof Fees>>
  waiting(): Promise<z.output<typeof Mempool>>
  adjustment(): Promise<z.output<typeof Adjustment>>
  hashRate(): Promise<z.output<typeof HashRate>>
}

const KEEP = { cacheTtlMs: 30_000 }

export const mempoolSpace = defineUpstream<MempoolSpace>({
  name: 'mempool-space',
  title: 'mempool.space',
  terms: 'https://mempool.space/terms-of-service',
  texts: 'own',
  base: 'https://mempool.space/api',
  limits: { timeoutMs: 10_000, bytesMax: 8_000_000, perSecond: 3 },
  api: (http) => ({
    ...esploraOf(http),
    fees: async () => http.json('/v1/fees/recommended', Fees, KEEP),
    waiting: async () => http.json('/mempool', Mempool, KEEP),
    adjustment: async () => http.json('/v1/difficulty-adjustment', Adjustment, KEEP),
    hashRate: async () => http.json('/v1/mining/hashrate/3d', HashRate, KEEP),
  }),
})
