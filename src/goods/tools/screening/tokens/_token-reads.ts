import { isTheirs, orNull } from '../../../../base/core/failover.ts'
import { Fault } from '../../../../base/core/fault.ts'
import { addressWord, numberWord } from '../../../../engines/onchain/abi-words.ts'
import {
  addressIn,
  standardsOf,
  textIn,
  wholeIn,
} from '../../../../engines/onchain/chains/contract.ts'
import { simulate } from '../../../../engines/onchain/chains/simulate.ts'
import { pairsOf } from '../../../../engines/onchain/prices/pairs.ts'
import { poolsOf, quotesOn } from '../../../../engines/onchain/prices/pools.ts'
import type { ChainlinkFeed } from '../../../../engines/onchain/prices/oracle.ts'
import type { EvmState } from '../../../../capabilities/upstreams/evm.ts'
import type { VerifiedContract } from '../../../../capabilities/upstreams/sourcify.ts'
import type { FoundPower } from './_token-powers.ts'
import type { Market } from './_token-trade.ts'

/** Reads of a token; those that fail are listed in `notChecked`. */

/** Without the list of feeds no pool can be tried; the answer then says so. */
export async function feedsOf(asked: Promise<readonly ChainlinkFeed[]>) {
  return asked.catch((thrown: unknown) => {
    if (isTheirs(thrown)) return []
    throw thrown
  })
}

/** Null if the source is not published, undefined if that is unknown. */
export async function sourceOf(
  asked: Promise<VerifiedContract>,
  notChecked: string[],
): Promise<VerifiedContract | null | undefined> {
  try {
    return await orNull(asked)
  } catch (thrown) {
    // For Sourcify, a network that it does not verify is a bad input.
    if (!isTheirs(thrown) && !(thrown instanceof Fault && thrown.code === 'bad_input')) throw thrown
    notChecked.push(`Source: ${(thrown as Fault).message}`)
    return undefined
  }
}

const ACCESS_CONTROL = 'access control'
/** Owners of tokens whose ownership was given up. */
const NOBODY = /^0x0{24}(0{40}|0{36}dead)$/

/** What the contract says about itself. */
export async function faceOf(state: EvmState, token: string) {
  const ask = (data: string) => state.call({ to: token, data })
  const [standards, name, symbol, owner, other, paused] = await Promise.all([
    standardsOf(state, token),
    ask('0x06fdde03').then(textIn),
    ask('0x95d89b41').then(textIn),
    ask('0x8da5cb5b'),
    ask('0x893d20e8'), // getOwner()
    ask('0x5c975abb').then(wholeIn),
  ])
  const word = [owner, other].find((said) => said.isOk && said.data.length === 66)?.data ?? null
  const isGivenUp = word === null ? null : NOBODY.test(word)
  return {
    name,
    symbol,
    isToken: standards.includes('ERC-20'),
    owner: word === null || isGivenUp === true ? null : addressIn(word),
    renounced: isGivenUp === true && standards.includes(ACCESS_CONTROL) ? null : isGivenUp,
    paused: paused === null ? null : paused === 1n,
  }
}

/** The deepest pool in which it is traded for a coin whose price the oracle has. */
export async function marketOf(
  state: EvmState,
  token: string,
  feeds: readonly ChainlinkFeed[],
  nowMs: number,
  notChecked: string[],
): Promise<Market | null> {
  const known = await quotesOn(state, feeds, nowMs)
  const quotes = known.filter((quote) => quote.token.address !== token)
  const none = (why: string): null => {
    notChecked.push(`Buy and sale: ${why}`)
    return null
  }
  if (quotes.length === 0)
    return none(
      'No fresh oracle on this network has the price of a coin that it could be traded for.',
    )
  const [pools, pairs] = await Promise.all([
    poolsOf(state, token, quotes),
    pairsOf(state, token, quotes),
  ])
  const all: readonly Market[] = [
    ...pools.map((pool) => ({ pool, version: 'v3' as const })),
    ...pairs.map((pool) => ({ pool, version: 'v2' as const })),
  ]
  const [deepest] = all.toSorted((a, b) => b.pool.liquidityUsd - a.pool.liquidityUsd)
  return deepest ?? none('No pool of Uniswap v2 or v3 against USDC, USDT or WETH.')
}

const STRANGER = '0x5c0ffee254729296a45a3885639ac7e10f9d5497'

/** Whether an unknown account can create more of it, in a simulation. */
export async function mintsForAll(
  state: EvmState,
  token: string,
  powers: readonly FoundPower[],
): Promise<string | null> {
  const signature = 'mint(address,uint256)'
  if (!powers.some((one) => one.signature === signature)) return null
  const word = addressWord(STRANGER)
  const look = { from: STRANGER, to: token, data: `0x70a08231${word}` }
  const mint = { from: STRANGER, to: token, data: `0x40c10f19${word}${numberWord(1)}` }
  const told = await simulate(state, [look, mint, look], {})
  if (!Array.isArray(told)) return null
  const [before, made, after] = told
  if (![before, made, after].every((one) => one?.isOk)) return null
  const isMore = wholeIn(after) === (wholeIn(before) ?? 0n) + 1n
  return isMore ? `${signature} by an unknown account created one unit more` : null
}
