import { numberWord } from '../../../../engines/onchain/abi-words.ts'
import { decodeError } from '../../../../engines/onchain/calldata/reverts.ts'
import { balanceSlot } from '../../../../engines/onchain/chains/balance-slot.ts'
import {
  simulateBlocks,
  type CallResult,
  type Overrides,
  type SimulatedCall,
} from '../../../../engines/onchain/chains/simulate.ts'
import * as swap from '../../../../engines/onchain/chains/swap-calls.ts'
import type { Pool } from '../../../../engines/onchain/prices/pools.ts'
import type { EvmState } from '../../../../capabilities/upstreams/evm.ts'

/** A buy and, a block later, a sale in a pool, as a wallet and a router would do them. */

export interface Market {
  readonly pool: Pool
  readonly version: 'v2' | 'v3'
}

export interface Traded {
  readonly buyable: boolean
  /** Null if nothing was bought that could be sold. */
  readonly sellable: boolean | null
  readonly buyTaxPct: number | null
  readonly sellTaxPct: number | null
  /** Error message of the contract. */
  readonly reason: string | null
}

/** A part of a pool so small that it hardly moves the price. */
const PART = 1_000n
const LEAST_BASE = 1_000n
const MILLION = 1_000_000n

/** In percent, to a hundredth: the missing part of the expected amount. */
const lostPct = (due: bigint, came: bigint): number | null =>
  due <= 0n ? null : Number(Math.max(0, Number(((due - came) * MILLION) / due) / 10_000).toFixed(2))

interface TradeSetup {
  readonly state: EvmState
  readonly token: string
  readonly market: Market
  readonly overrides: Overrides
  readonly amount: bigint
}

/** A text gives the reason why it could not be tried. */
export async function trade(
  state: EvmState,
  token: string,
  market: Market,
): Promise<Traded | string> {
  const { held, quote } = market.pool
  const amount = held / PART
  if (amount < LEAST_BASE) return 'Its deepest pool is almost empty.'
  const coin = quote.token.address
  const slot = await balanceSlot(state, coin, swap.BUYER)
  if (slot === null) return 'No node allows a simulated balance.'
  const overrides = {
    [coin]: { stateDiff: { [slot]: `0x${numberWord(held)}` } },
    [swap.ROUTER]: { code: swap.PAYS_BACK },
    [swap.BUYER]: { balance: '0xde0b6b3a7640000' },
  }
  const bench: TradeSetup = { state, token, market, overrides, amount }
  const calls = await buying(bench)
  if (calls === null) return 'The reserves of its deepest pool could not be read.'
  const bought = await ran(bench, [calls])
  if (typeof bought === 'string') return bought
  const [results] = bought as [readonly CallResult[]]
  const failed = results.find(({ isOk }) => !isOk)
  const [after, before] = [results.at(-1)!, results[1]!]
  const isCoin = failed === results[0] || (failed === results[2] && market.version === 'v2')
  if (failed && isCoin)
    return 'The coin that it is traded against could not be paid in a simulation.'
  const none = { buyable: false, sellable: null, buyTaxPct: null, sellTaxPct: null }
  if (failed) return { ...none, reason: await reasonOf(failed) }
  const got = swap.wordAt(after.data, 0) - swap.wordAt(before.data, 0)
  if (got <= 0n) return { ...none, reason: 'The buyer received nothing.' }
  const buyTaxPct = lostPct(dueOf(bench, calls, results), got)
  return { buyable: true, buyTaxPct, ...(await sold(bench, calls, got)) }
}

/** Calls of a buy: approve, read the balance, pay and swap, read the balance again. */
async function buying({ state, token, market, amount }: TradeSetup) {
  const { address, quote } = market.pool
  const coin = quote.token.address
  const look = swap.balanceOf(token, swap.BUYER)
  if (market.version === 'v3')
    return [swap.approves(coin), look, swap.swaps(address, coin, token, amount), look]
  const said = await state.call({ to: address, data: swap.reserves(address).data })
  if (!said.isOk || said.data.length < 130) return null
  const [ofCoin, ofToken] = sides(said.data, coin, token)
  const out = swap.outOf(amount, ofCoin, ofToken)
  return [
    swap.approves(coin),
    look,
    swap.pays(coin, address, amount),
    swap.takes(address, token, coin, out),
    look,
  ]
}

/** Reserves of a pair, for both tokens. */
const sides = (data: string, one: string, other: string): readonly [bigint, bigint] =>
  swap.isBelow(one, other)
    ? [swap.wordAt(data, 0), swap.wordAt(data, 1)]
    : [swap.wordAt(data, 1), swap.wordAt(data, 0)]

/** The amount that the pool paid out. */
function dueOf(
  { token, market }: TradeSetup,
  calls: readonly SimulatedCall[],
  results: readonly CallResult[],
): bigint {
  const isFirst = swap.isBelow(token, market.pool.quote.token.address)
  const place = isFirst ? 0 : 1
  if (market.version === 'v3') return -BigInt.asIntN(256, swap.wordAt(results[2]!.data, place))
  return swap.wordAt(`0x${calls[3]!.data.slice(10)}`, place)
}

type Sold = Pick<Traded, 'sellable' | 'sellTaxPct' | 'reason'>

async function sold(bench: TradeSetup, buy: readonly SimulatedCall[], got: bigint): Promise<Sold> {
  const { token, market } = bench
  const { address, quote } = market.pool
  const coin = quote.token.address
  const isPair = market.version === 'v2'
  const look = swap.balanceOf(token, address)
  const sent = [swap.approves(token), look, swap.pays(token, address, got), look]
  const first = await ran(bench, [buy, isPair ? [...sent, swap.reserves(address)] : sent])
  const unknown = { sellable: null, sellTaxPct: null }
  if (typeof first === 'string') return { ...unknown, reason: first }
  const moved = first[1]!
  const stopped = moved.slice(0, 4).find(({ isOk }) => !isOk)
  if (stopped) return { sellable: false, sellTaxPct: null, reason: await reasonOf(stopped) }
  const came = swap.wordAt(moved[3]!.data, 0) - swap.wordAt(moved[1]!.data, 0)
  const sellTaxPct = lostPct(got, came)
  const purse = swap.balanceOf(coin, swap.BUYER)
  const sale = isPair
    ? saleInPair(bench, moved, got)
    : [swap.approves(token), purse, swap.swaps(address, token, coin, got), purse]
  const second = await ran(bench, [buy, sale])
  if (typeof second === 'string') return { ...unknown, sellTaxPct, reason: second }
  const results = second[1]!
  const failed = results.find(({ isOk }) => !isOk)
  if (failed) return { sellable: false, sellTaxPct, reason: await reasonOf(failed) }
  const isPaid = swap.wordAt(results.at(-1)!.data, 0) > swap.wordAt(results[1]!.data, 0)
  const reason = isPaid ? null : 'Nothing was paid for what was sold.'
  return { sellable: isPaid, sellTaxPct, reason }
}

function saleInPair(
  { token, market }: TradeSetup,
  moved: readonly CallResult[],
  got: bigint,
): readonly SimulatedCall[] {
  const { address, quote } = market.pool
  const coin = quote.token.address
  const [ofToken, ofCoin] = sides(moved[4]!.data, token, coin)
  const came = swap.wordAt(moved[3]!.data, 0) - ofToken
  const out = swap.outOf(came > 0n ? came : 0n, ofToken, ofCoin)
  const purse = swap.balanceOf(coin, swap.BUYER)
  return [
    swap.approves(token),
    purse,
    swap.pays(token, address, got),
    swap.takes(address, coin, token, out),
    purse,
  ]
}

async function ran(
  { state, overrides }: TradeSetup,
  blocks: readonly (readonly SimulatedCall[])[],
): Promise<readonly (readonly CallResult[])[] | string> {
  const told = await simulateBlocks(state, blocks, overrides)
  if (told === null) return 'No node of the network offers eth_simulateV1.'
  return typeof told === 'string' ? `A simulation could not start: ${told}` : told
}

const reasonOf = async ({ data, message }: CallResult): Promise<string> =>
  (await decodeError(data)).reason ?? message ?? 'It failed without a message.'
