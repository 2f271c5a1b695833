import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { codec, abiItemOf, type AbiEvent } from '../../../../engines/onchain/calldata/codec.ts'
import { coerced } from '../../../../engines/onchain/calldata/coerce.ts'
import { decodeLog } from '../../../../engines/onchain/calldata/logs.ts'
import { namedOf } from '../../../../engines/onchain/calldata/values.ts'
import { blockField, evmAddress, networkField } from '../../../../engines/onchain/chains/fields.ts'
import { evm, type EvmChain, type EvmLog } from '../../../../capabilities/upstreams/evm.ts'
import { blockNamed, isoOf } from './_blocks.ts'

const SPAN_MAX = 50_000
const DEFAULT_BACK = 1_000
const TIMES_MAX = 50

export default defineTool({
  route: 'POST /api/event-logs',
  name: 'Event logs',
  description:
    'Decoded contract events over a span of blocks, filtered by contract and indexed arguments.',
  asks: [
    'contract event logs over a span of blocks',
    'decoded events of a contract filtered by an indexed argument',
    'all transfers of a contract',
    'history of events',
  ],
  price: '$0.003',
  uses: { evm },
  input: z.object({
    address: evmAddress({ zero: true }).optional().describe('The contract. Give this or event.'),
    event: z
      .string()
      .max(5_000)
      .optional()
      .describe('Signature of the event, with its indexed parameters marked.'),
    fromBlock: blockField()
      .optional()
      .describe('First block; -100 is a hundred before toBlock. Default: -1000.'),
    toBlock: blockField().default('latest').describe('Last block; at most 50,000 blocks in all.'),
    args: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Required values of indexed arguments, by name.'),
    network: networkField('base'),
    limit: z.int().min(1).max(2_000).default(200).describe('Most logs in the answer, 1 to 2000.'),
  }),
  output: z.object({
    logs: z.array(
      z.object({
        blockNumber: z.int(),
        timeIso: z
          .string()
          .nullable()
          .describe('Time of the block; null after the first 50 blocks that have logs.'),
        txHash: z.string(),
        logIndex: z.int(),
        address: z.string(),
        event: z
          .string()
          .nullable()
          .describe('Signature; null if it is neither `event` nor a known one.'),
        args: z.record(z.string(), z.unknown()),
        topics: z
          .array(z.string())
          .optional()
          .describe('Topics; only of logs that were not decoded.'),
        data: z.string().optional(),
      }),
    ),
    count: z.int(),
    truncated: z.boolean().describe('True if there may be more: continue at nextFromBlock.'),
    fromBlock: z.int(),
    toBlock: z.int(),
    nextFromBlock: z.int().nullable(),
  }),
  examples: [
    {
      input: {
        address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        event: 'event Transfer(address indexed from, address indexed to, uint256 value)',
        fromBlock: '-100',
      },
    },
  ],

  async run({ address, event, fromBlock, toBlock, args, network, limit }, { evm }) {
    if (address === undefined && event === undefined)
      throw badInput('address: give address or event.')
    const item = event === undefined ? null : await abiItemOf('event', event, 'event')
    if (item && item.type !== 'event') throw badInput('event: must be the signature of an event.')
    if (!item && args) throw badInput('args: need event, which says which arguments are indexed.')
    const topics = item ? await topicsOf(item, args ?? {}) : undefined
    const chain = evm.on(network)
    const state = await chain.at(await blockNamed(chain, 'toBlock', toBlock))
    const last = state.block.number
    const first = await firstOf(chain, fromBlock, last)
    const where = { ...(address && { address }), ...(topics && { topics }) }
    const found = await state.logs({ ...where, fromBlock: first, toBlock: last, max: limit + 1 })
    const shown = found.logs.slice(0, limit)
    const truncated = found.logs.length > limit || !found.isWhole
    const times = await timesOf(chain, shown)
    const next = found.logs[limit]?.blockNumber ?? found.readTo + 1
    return {
      logs: await Promise.all(shown.map((log) => shownOf(log, item ? [item] : [], times))),
      count: shown.length,
      truncated,
      fromBlock: first,
      toBlock: last,
      nextFromBlock: truncated ? next : null,
    }
  },
})

async function topicsOf(item: AbiEvent, args: Readonly<Record<string, unknown>>) {
  const { encodeAbiParameters, toEventSelector } = await codec()
  const indexed = item.inputs.filter((input) => input.indexed)
  const names = indexed.map(({ name }) => name ?? '')
  for (const name of Object.keys(args))
    if (!names.includes(name))
      throw badInput(`args.${name}: is not an indexed argument of the event.`)
  const rest = indexed.map((input) => {
    const field = `args.${input.name ?? ''}`
    const value = args[input.name ?? '']
    if (value === undefined) return null
    if (/^(string|bytes|tuple.*|.*\])$/.test(input.type))
      throw badInput(`${field}: cannot be a filter; the log holds only its hash.`)
    return encodeAbiParameters([input], [coerced(field, input, value)])
  })
  return [toEventSelector(item), ...rest]
}

async function firstOf(
  chain: EvmChain,
  fromBlock = `-${DEFAULT_BACK}`,
  last: number,
): Promise<number> {
  if (/^-\d+$/.test(fromBlock)) return within(Math.max(0, last + Number(fromBlock)), last)
  const { block } = await chain.at(await blockNamed(chain, 'fromBlock', fromBlock))
  return within(block.number, last)
}

function within(first: number, last: number): number {
  if (first > last) throw badInput('fromBlock: must not be after toBlock.')
  if (last - first > SPAN_MAX)
    throw badInput(`fromBlock: must be at most ${SPAN_MAX} blocks before toBlock.`)
  return first
}

async function timesOf(chain: EvmChain, logs: readonly EvmLog[]) {
  const numbers = [...new Set(logs.map(({ blockNumber }) => blockNumber))].slice(0, TIMES_MAX)
  const times = numbers.map(async (number) => {
    const { block } = await chain.at(number)
    return [number, isoOf(block.timestamp)] as const
  })
  return new Map(await Promise.all(times))
}

async function shownOf(
  log: EvmLog,
  items: readonly AbiEvent[],
  times: ReadonlyMap<number, string>,
) {
  const read = await decodeLog(log, items)
  return {
    blockNumber: log.blockNumber,
    timeIso: times.get(log.blockNumber) ?? null,
    txHash: log.transactionHash,
    logIndex: log.logIndex,
    address: log.address,
    event: read?.signature ?? null,
    args: read ? namedOf(read.args) : {},
    ...(!read && { topics: log.topics, data: log.data }),
  }
}
