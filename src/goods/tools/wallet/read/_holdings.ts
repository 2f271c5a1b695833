import { z } from 'zod'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { isGenuine, knownTokenAt } from '../../../../engines/onchain/chains/known-tokens.ts'
import {
  NATIVE_DECIMALS,
  type EvmNetwork,
} from '../../../../engines/onchain/chains/evm-networks.ts'
import { asNumber } from '../../../../engines/onchain/chains/amounts.ts'
import { checksummed } from '../../../../engines/onchain/account-address.ts'
import { nativeUsd } from '../../../../engines/onchain/prices/oracle.ts'
import { quotesOn } from '../../../../engines/onchain/prices/pools.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'
import type { blockscout, ExplorerBalance } from '../../../../capabilities/upstreams/blockscout.ts'
import type { chainlinkFeeds } from '../../../../capabilities/upstreams/chainlink-feeds.ts'
import type { evm } from '../../../../capabilities/upstreams/evm.ts'
import type { Capability } from '../../../../base/core/capability.ts'

type Opened<C> = C extends Capability<infer T> ? T : never

export interface Sources {
  readonly evm: Opened<typeof evm>
  readonly chainlinkFeeds: Opened<typeof chainlinkFeeds>
  readonly blockscout: Opened<typeof blockscout>
  now(): number
}

export const NativeShape = z.object({
  symbol: z.string(),
  balance: z.string().describe('Balance in units, with all digits.'),
  balanceBase: z.string(),
  priceUsd: z
    .number()
    .nullable()
    .describe('Price by the Chainlink oracle; null if it is stale or missing.'),
  valueUsd: z.number().nullable(),
})

export const HeldShape = z.object({
  token: z.string().describe('Contract of the token.'),
  symbol: z
    .string()
    .nullable()
    .describe('Symbol that the contract states; anybody can use any symbol.'),
  name: z.string().nullable(),
  decimals: z.int().nullable(),
  balance: z.string().nullable().describe('Balance in units; null if the decimals are unknown.'),
  balanceBase: z.string(),
  priceUsd: z.number().nullable(),
  priceFrom: z
    .enum(['oracle', 'explorer'])
    .nullable()
    .describe('oracle: Chainlink on the chain; explorer: a market price without its liquidity.'),
  valueUsd: z.number().nullable(),
  genuine: z
    .boolean()
    .nullable()
    .describe('True for a genuine token that this service lists, false for a copy of its name.'),
  spam: z
    .boolean()
    .describe(
      'The explorer calls it a scam, or it copies the name of another token. It is never valued.',
    ),
})
export type Held = z.output<typeof HeldShape>

export interface Holdings {
  readonly native: z.output<typeof NativeShape>
  readonly tokens: readonly Held[]
  readonly blockNumber: number
}

const TEXT_MAX = 100

/** What a wallet holds on one network: the coin as the chain says, tokens as the explorer says. */
export async function holdingsOn(
  network: EvmNetwork,
  address: string,
  { evm, chainlinkFeeds, blockscout, now }: Sources,
): Promise<Holdings> {
  const [state, feeds, rows] = await Promise.all([
    evm.on(network.slug).at(),
    chainlinkFeeds.on(network).catch(nullIfTheirs),
    blockscout.balances(network.chainId, address),
  ])
  const [base, usd, quotes] = await Promise.all([
    state.balance(address),
    nativeUsd(state, feeds ?? [], now()),
    quotesOn(state, feeds ?? [], now()),
  ])
  const known = new Map(quotes.map(({ token, usd: price }) => [token.address, price]))
  const fungible = rows.filter(({ token, value }) => token.type === 'ERC-20' && value != null)
  const tokens = fungible.map((row) => heldOf(network, row, known)).filter(isHeld)
  return {
    native: {
      symbol: network.nativeSymbol,
      balance: unitsOf(base, NATIVE_DECIMALS),
      balanceBase: String(base),
      priceUsd: usd,
      valueUsd: usd === null ? null : cents(asNumber(base, NATIVE_DECIMALS) * usd),
    },
    tokens: tokens.toSorted((a, b) => (b.valueUsd ?? -1) - (a.valueUsd ?? -1)),
    blockNumber: state.block.number,
  }
}

const isHeld = ({ balanceBase }: Held): boolean => balanceBase !== '0'

const cents = (usd: number): number => Math.round(usd * 100) / 100

function heldOf(
  network: EvmNetwork,
  { token, value }: ExplorerBalance,
  oracle: ReadonlyMap<string, number>,
): Held {
  const address = checksummed(token.address)
  const listed = knownTokenAt(network, address)
  const symbol = listed?.symbol ?? short(token.symbol)
  const told = token.decimals != null && token.decimals <= 77 ? token.decimals : null
  const decimals = listed?.decimals ?? told
  const genuine = isGenuine(network, address, symbol)
  const spam = !listed && (token.reputation === 'scam' || genuine === false)
  const base = value ?? '0'
  const byOracle = oracle.get(address)
  const price = spam ? null : (byOracle ?? token.exchange_rate)
  const isPriced = price !== null && decimals !== null
  return {
    token: address,
    symbol,
    name: short(token.name),
    decimals,
    balance: decimals === null ? null : unitsOf(base, decimals),
    balanceBase: base,
    priceUsd: price,
    priceFrom: price === null ? null : byOracle === undefined ? 'explorer' : 'oracle',
    valueUsd: isPriced ? cents(asNumber(BigInt(base), decimals) * price) : null,
    genuine,
    spam,
  }
}

const short = (text: string | null | undefined): string | null =>
  text ? text.replaceAll(/\p{Cc}/gu, '').slice(0, TEXT_MAX) : null

/** The total value of what has a price. */
export const totalUsd = ({ native, tokens }: Pick<Holdings, 'native' | 'tokens'>): number =>
  cents(tokens.reduce((sum, { valueUsd }) => sum + (valueUsd ?? 0), native.valueUsd ?? 0))
