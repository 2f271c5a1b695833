import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { tokenUnits } from '../../../../engines/onchain/chains/amounts.ts'
import { blockField, networkField } from '../../../../engines/onchain/chains/fields.ts'
import { evm, type EvmBlock, type EvmChain } from '../../../../capabilities/upstreams/evm.ts'
import { isoOf, stateNamed } from './_blocks.ts'

/** Gas of one blob (EIP-4844). */
const BLOB_GAS = 131_072n
const STEPS_MAX = 40
/** A moment at most this long after the newest block counts as that block. */
const AHEAD_SECONDS = 120

export default defineTool({
  route: 'GET /api/block-info',
  name: 'Block info',
  description: 'A block of an EVM chain by number or hash, or the last block at a moment.',
  asks: [
    'blockchain block by its hash: gas used, miner, blobs',
    'gas used and base fee of the latest block',
    'last block of Ethereum',
    'which block was mined at this time',
  ],
  price: '$0.001',
  uses: { evm },
  input: z.object({
    network: networkField('base'),
    block: blockField()
      .default('latest')
      .describe('Number, hash, latest, safe, finalized or earliest; -10 is ten blocks back.'),
    atIso: z.iso
      .datetime({ offset: true })
      .max(40)
      .optional()
      .describe(
        'A moment with its offset: the last block not after it. It has priority over block.',
      ),
  }),
  output: z.object({
    number: z.int(),
    hash: z.string(),
    timeIso: z.string(),
    transactions: z.int(),
    gasUsed: z.string(),
    gasLimit: z.string(),
    baseFeeGwei: z.number().nullable(),
    miner: z
      .string()
      .nullable()
      .describe('Account that was paid for the block; on a rollup the sequencer.'),
    blobs: z.int().nullable(),
  }),
  examples: [
    { input: { network: 'base', block: 'latest' } },
    { input: { network: 'base', atIso: '2026-01-01T00:00:10Z' } },
  ],

  async run({ network, block: named, atIso }, { evm }) {
    const chain = evm.on(network)
    const block = atIso
      ? await blockAt(chain, Date.parse(atIso) / 1_000)
      : (await stateNamed(chain, 'block', named)).block
    return {
      number: block.number,
      hash: block.hash,
      timeIso: isoOf(block.timestamp),
      transactions: block.transactions.length,
      gasUsed: String(block.gasUsed),
      gasLimit: String(block.gasLimit),
      baseFeeGwei: block.baseFeePerGas == null ? null : Number(tokenUnits(block.baseFeePerGas, 9)),
      miner: block.miner ?? null,
      blobs: block.blobGasUsed == null ? null : Number(block.blobGasUsed / BLOB_GAS),
    }
  },
})

/** Interpolates between two blocks by time, so that few blocks are requested. */
async function blockAt(chain: EvmChain, seconds: number): Promise<EvmBlock> {
  const { block: newest } = await chain.at()
  if (seconds >= newest.timestamp) {
    if (seconds > newest.timestamp + AHEAD_SECONDS)
      throw badInput('atIso: is after the newest block.')
    return newest
  }
  let low = (await chain.at(0)).block
  if (seconds < low.timestamp) throw notFound('atIso: is before the first block.')
  let high = newest
  for (let step = 0; step < STEPS_MAX && high.number - low.number > 1; step += 1) {
    const share = (seconds - low.timestamp) / Math.max(1, high.timestamp - low.timestamp)
    const width = high.number - low.number
    // Every third guess is the middle, because block times of the past differ from those of today.
    const guess = step % 3 === 2 ? width / 2 : width * share
    const number = low.number + Math.min(width - 1, Math.max(1, Math.floor(guess)))
    const { block } = await chain.at(number)
    if (block.timestamp <= seconds) low = block
    else high = block
  }
  if (high.number - low.number > 1)
    throw notFound(`atIso: the block could not be found within ${STEPS_MAX} steps.`)
  return low
}
