import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { bitcoin } from '../../../../capabilities/upstreams/bitcoin.ts'

const HALVING_BLOCKS = 210_000
const EXA = 1e18
const MEGA = 1e6

export default defineTool({
  route: 'GET /api/btc-network',
  name: 'Bitcoin network',
  description: 'Bitcoin fees, mempool, hash rate, difficulty and blocks to the halving, now.',
  asks: [
    'bitcoin mempool and fees now',
    'bitcoin hash rate and difficulty, blocks until the halving',
    'how much fee for a fast bitcoin payment',
    'mempool',
    'next halving',
  ],
  price: '$0.001',
  uses: { bitcoin },
  input: z.object({}),
  output: z.object({
    feesSatVb: z
      .object({
        fastest: z.number().describe('Fee rate for the next block.'),
        halfHour: z.number().describe('Fee rate for about half an hour.'),
        hour: z.number().describe('Fee rate for about an hour.'),
        economy: z.number().describe('Fee rate if time does not matter.'),
      })
      .describe('Fee rates in satoshis per virtual byte.'),
    mempoolTx: z.int().describe('Transactions that wait.'),
    mempoolVsizeMb: z.number().describe('Their size in millions of virtual bytes.'),
    height: z.int().describe('Height of the newest block.'),
    hashRateEhS: z.number().describe('Estimated hash rate of three days, in EH/s.'),
    difficulty: z.number().describe('Difficulty of mining.'),
    nextAdjustmentPct: z
      .number()
      .describe('Estimated change of the difficulty at the next adjustment, in percent.'),
    nextAdjustmentBlocks: z.int().describe('Blocks until then.'),
    halvingBlocks: z.int().describe('Blocks until the reward of miners halves.'),
  }),
  examples: [
    {
      input: {},
      at: '2026-06-02T00:00:00Z',
      output: {
        feesSatVb: { fastest: 12, halfHour: 9, hour: 7.5, economy: 2 },
        mempoolTx: 41_230,
        mempoolVsizeMb: 22.35,
        height: 850_010,
        hashRateEhS: 591.2,
        difficulty: 83_675_262_295_059.91,
        nextAdjustmentPct: -1.37,
        nextAdjustmentBlocks: 1_122,
        halvingBlocks: 199_990,
        source: 'mempool.space',
        asOf: '2026-06-02T00:00:00.000Z',
      },
    },
  ],

  async run(_input, { bitcoin }) {
    const { network } = bitcoin
    const [fees, waiting, height, adjustment, mining] = await Promise.all([
      network.fees(),
      network.waiting(),
      bitcoin.height(),
      network.adjustment(),
      network.hashRate(),
    ])
    return {
      feesSatVb: {
        fastest: fees.fastestFee,
        halfHour: fees.halfHourFee,
        hour: fees.hourFee,
        economy: fees.economyFee,
      },
      mempoolTx: waiting.count,
      mempoolVsizeMb: rounded(waiting.vsize / MEGA, 2),
      height,
      hashRateEhS: rounded(mining.currentHashrate / EXA, 1),
      difficulty: mining.currentDifficulty,
      nextAdjustmentPct: rounded(adjustment.difficultyChange, 2),
      nextAdjustmentBlocks: adjustment.remainingBlocks,
      halvingBlocks: HALVING_BLOCKS - (height % HALVING_BLOCKS),
    }
  },
})

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))
