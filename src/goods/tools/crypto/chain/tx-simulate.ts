import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { checksummed } from '../../../../engines/onchain/account-address.ts'
import { movementsIn } from '../../../../engines/onchain/calldata/movements.ts'
import { decodeError } from '../../../../engines/onchain/calldata/reverts.ts'
import { tokenUnits } from '../../../../engines/onchain/chains/amounts.ts'
import { NATIVE_DECIMALS } from '../../../../engines/onchain/chains/evm-networks.ts'
import {
  evmAddress,
  hash32,
  hexData,
  networkField,
} from '../../../../engines/onchain/chains/fields.ts'
import { readToken, type ReadToken } from '../../../../engines/onchain/evm-reads.ts'
import { evm, type EvmState } from '../../../../capabilities/upstreams/evm.ts'
import { balanceChanges } from './_balances.ts'
import {
  simulate,
  simulateOnce,
  type SimulatedCall,
} from '../../../../engines/onchain/chains/simulate.ts'

const NOBODY = `0x${'0'.repeat(40)}`
/** Movements of the native coin appear as events of this address. */
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const ACCOUNTS_MAX = 20
const SLOTS_MAX = 200
const TOKENS_MAX = 20
const SHOWN_MAX = 200

const Whole = z
  .string()
  .trim()
  .max(80)
  .regex(/^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/, {
    error: 'must be a whole number as text',
    abort: true,
  })
  .refine((text) => BigInt(text) < 2n ** 256n, { error: 'must be below 2^256' })
const Slots = z
  .record(hash32('a slot'), hash32('a word'))
  .refine((slots) => Object.keys(slots).length <= SLOTS_MAX, {
    error: `must have at most ${SLOTS_MAX} slots`,
  })
const Override = z.strictObject({
  balance: Whole.optional().describe('Balance in wei.'),
  nonce: Whole.optional().describe('Transactions sent so far.'),
  code: hexData(50_000).optional().describe("Code that replaces the account's own."),
  state: Slots.optional().describe('The whole storage; slots that are not named are zero.'),
  stateDiff: Slots.optional().describe('Storage slots that differ; the others stay.'),
})

const Moved = z.object({
  token: z.string().nullable().describe('Contract of the token; null for the native coin.'),
  symbol: z
    .string()
    .nullable()
    .describe('Symbol that the contract claims; anybody can use any symbol.'),
  genuine: z
    .boolean()
    .nullable()
    .describe('False for a namesake of a known token; null if unknown.'),
  standard: z.string(),
  from: z.string(),
  to: z.string(),
  amount: z.string().nullable().describe('Amount in units, if the token answers its decimals.'),
  amountBase: z.string().nullable(),
  tokenId: z.string().nullable(),
})

export default defineTool({
  route: 'POST /api/tx-simulate',
  name: 'Simulate a transaction',
  description:
    'Dry-run an EVM transaction before it is signed: does it revert and why, what moves, which approvals it gives, what gas it takes.',
  asks: [
    'dry-run a transaction before signing: does it revert, what moves',
    'simulate a contract call: gas, approvals and balance changes',
    'will my transaction fail',
    'what will this do before I sign it',
    'dry run',
  ],
  price: '$0.004',
  uses: { evm },
  input: z.object({
    to: evmAddress({ zero: true }).describe('Account that is called.'),
    from: evmAddress({ zero: true }).optional().describe('Sender; the zero address by default.'),
    data: hexData(100_000).default('0x').describe('Calldata as hex.'),
    valueWei: Whole.default('0').describe('Value of the native coin, in wei.'),
    network: networkField('base'),
    stateOverrides: z
      .record(evmAddress({ zero: true }), Override)
      .refine((all) => Object.keys(all).length <= ACCOUNTS_MAX, {
        error: `must name at most ${ACCOUNTS_MAX} accounts`,
      })
      .default({})
      .describe(
        'State to change before the run, by address: balance, nonce, code, state or stateDiff.',
      ),
  }),
  output: z.object({
    success: z.boolean(),
    gasUsed: z.string().nullable().describe('Gas used, without the data fee of a rollup.'),
    returnData: z.string(),
    revertReason: z.string().nullable(),
    transfers: z
      .array(Moved)
      .nullable()
      .describe('Transfers according to events; null if no node can simulate events.'),
    approvals: z.array(z.record(z.string(), z.unknown())).nullable(),
    balanceChanges: z
      .array(
        z.object({
          account: z.string(),
          token: z.string().nullable().describe('Contract of the token; null for the native coin.'),
          symbol: z.string().nullable(),
          amount: z.string().nullable(),
          amountBase: z.string().describe('Negative if the account loses it. Gas is not counted.'),
          measured: z
            .boolean()
            .describe('True: from the balances before and after. False: only from events.'),
        }),
      )
      .nullable(),
    truncated: z
      .boolean()
      .describe(`Whether there were more than ${SHOWN_MAX} movements, so that some were cut.`),
    method: z.enum(['eth_simulateV1', 'eth_call']),
    network: z.string(),
    blockNumber: z
      .int()
      .describe('Block on whose state it ran. Later blocks may change the result.'),
  }),
  examples: [
    {
      input: { to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', data: '0x18160ddd' },
    },
  ],

  async run({ to, from = NOBODY, data, valueWei, network, stateOverrides }, { evm }) {
    const state = await evm.on(network).at()
    const value = BigInt(valueWei)
    const call = { from, to, data, ...(value > 0n && { value: hexOf(value) }) }
    const overrides = overridesOf(stateOverrides)
    const base = { network: state.network.slug, blockNumber: state.block.number }
    const said = await simulate(state, [call], overrides)
    if (said === null) return { ...(await older(state, call, overrides)), ...base }
    if (typeof said === 'string') return { ...REFUSED, revertReason: said, ...base }
    const one = said[0]!
    const moved = await movementsIn(one.logs)
    const changes = one.isOk
      ? await balanceChanges(state, call, overrides, moved.transfers, isNative)
      : []
    const tokenOf = await tokensOf(state, [
      ...moved.transfers.map(({ token }) => token),
      ...changes.flatMap(({ token }) => token ?? []),
    ])
    const reason = one.isOk ? null : ((await decodeError(one.data)).reason ?? one.message)
    return {
      success: one.isOk,
      gasUsed: String(one.gasUsed),
      returnData: one.data,
      revertReason: reason,
      transfers: moved.transfers.slice(0, SHOWN_MAX).map((transfer) => {
        const token = tokenOf(transfer.token)
        const named = isNative(transfer.token)
          ? { token: null, standard: 'native' }
          : { token: checksummed(transfer.token) }
        const { symbol, genuine } = token
        return {
          ...transfer,
          ...named,
          symbol,
          genuine,
          amount: unitsOf(transfer.amountBase, token),
        }
      }),
      approvals: moved.approvals.slice(0, SHOWN_MAX).map((approval) => ({ ...approval })),
      balanceChanges: changes
        .slice(0, SHOWN_MAX)
        .map(({ account, token, base: delta, ...more }) => ({
          account: checksummed(account),
          token: token === null ? null : checksummed(token),
          symbol: tokenOf(token ?? NATIVE).symbol,
          amount: unitsOf(String(delta), tokenOf(token ?? NATIVE)),
          amountBase: String(delta),
          measured: more.isMeasured,
        })),
      truncated: Math.max(moved.transfers.length, moved.approvals.length) > SHOWN_MAX,
      method: 'eth_simulateV1' as const,
      ...base,
    }
  },
})

const isNative = (token: string): boolean => token.toLowerCase() === NATIVE

/** The transaction cannot start: no gas is used, and nothing moves. */
const REFUSED = {
  success: false,
  gasUsed: null,
  returnData: '0x',
  transfers: [],
  approvals: [],
  balanceChanges: [],
  truncated: false,
  method: 'eth_simulateV1',
} as const

async function older(state: EvmState, call: SimulatedCall, overrides: Record<string, unknown>) {
  const { isOk, gasUsed, data, message } = await simulateOnce(state, call, overrides)
  return {
    success: isOk,
    gasUsed: gasUsed === null ? null : String(gasUsed),
    returnData: data,
    revertReason: isOk ? null : ((await decodeError(data)).reason ?? message),
    transfers: null,
    approvals: null,
    balanceChanges: null,
    truncated: false,
    method: 'eth_call' as const,
  }
}

const quantity = (text: string | undefined) =>
  text === undefined ? undefined : hexOf(BigInt(text))

const hexOf = (whole: bigint): string => `0x${whole.toString(16)}`

function overridesOf(given: Readonly<Record<string, z.output<typeof Override>>>) {
  return Object.fromEntries(
    Object.entries(given).map(([address, { balance, nonce, ...rest }]) => [
      address,
      { ...rest, balance: quantity(balance), nonce: quantity(nonce) },
    ]),
  )
}

const unitsOf = (base: string | null, { decimals }: ReadToken): string | null =>
  base === null || decimals === null ? null : tokenUnits(BigInt(base), decimals)

const UNREAD: ReadToken = { symbol: null, decimals: null, genuine: null }

/** What each token says of itself. Only the first few tokens are asked. */
async function tokensOf(state: EvmState, addresses: readonly string[]) {
  const asked = [...new Set(addresses.map((one) => one.toLowerCase()))]
    .filter((one) => one !== NATIVE)
    .slice(0, TOKENS_MAX)
  const read = await Promise.all(
    asked.map(async (one) => [one, await readToken(state, one)] as const),
  )
  const native = { symbol: state.network.nativeSymbol, decimals: NATIVE_DECIMALS, genuine: true }
  const byAddress = new Map<string, ReadToken>([[NATIVE, native], ...read])
  return (address: string): ReadToken => byAddress.get(address.toLowerCase()) ?? UNREAD
}
