import { isTheirs, orNull } from '../../../core/failover.ts'
import { Fault } from '../../../core/fault.ts'
import { addressWord, numberWord } from '../../../lib/abi-words.ts'
import { addressIn, standardsOf, textIn, wholeIn } from '../../../lib/chains/contract.ts'
import { simulate } from '../../../lib/chains/simulate.ts'
import { pairsOf } from '../../../lib/prices/pairs.ts'
import { poolsOf, quotesOn } from '../../../lib/prices/pools.ts'
import type { ChainlinkFeed } from '../../../lib/prices/oracle.ts'
import type { EvmState } from '../../../upstreams/evm.ts'
import type { VerifiedContract } from '../../../upstreams/sourcify.ts'
import type { FoundPower } from './_token-powers.ts'
import type { Market } from './_token-trade.ts'

/** What is asked about a token; what cannot be had is told in `notChecked`. */

/** Without the list of feeds there is no pool to try, which is then told. */
export async function feedsOf(asked: Promise<readonly ChainlinkFeed[]>) {
  return asked.catch((thrown: unknown) => {
    if (isTheirs(thrown)) return []
    throw thrown
  })
}

/** Null where nobody has shown it, undefined where that cannot be told. */
export async function sourceOf(
  asked: Promise<VerifiedContract>,
  notChecked: string[],
): Promise<VerifiedContract | null | undefined> {
  try {
    return await orNull(asked)
  } catch (thrown) {
    // Networks that Sourcify does not verify are a bad input there.
    if (!isTheirs(thrown) && !(thrown instanceof Fault && thrown.code === 'bad_input')) throw thrown
    notChecked.push(`Source: ${(thrown as Fault).message}`)
    return undefined
  }
}

const ACCESS_CONTROL = 'access control'
/** Where tokens that are given up have their owner. */
const NOBODY = /^0x0{24}(0{40}|0{36}dead)$/

/** What the contract says of itself. */
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

/** The deepest pool in which it is traded against a coin whose price the oracle knows. */
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
    return none('No fresh oracle on this network knows what it could be traded against.')
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

/** Whether somebody whom the token does not know can make more of it, in a simulation. */
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
  return isMore ? `${signature} by a stranger made one unit more` : null
}
