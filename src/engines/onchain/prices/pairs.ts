import { addressWord } from '../abi-words.ts'
import { addressIn } from '../chains/contract.ts'
import type { ChainState } from '../chains/state.ts'
import { poolAt, type Pool, type OraclePriced } from './pools.ts'

/**
 * Factories of Uniswap v2 by chain id:
 * https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments.
 */
const FACTORIES: Readonly<Record<number, string>> = {
  1: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
  10: '0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf',
  56: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
  137: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C',
  8453: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
  42161: '0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9',
  43114: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C',
}

/** The Uniswap v2 pairs of a token and these quote coins. */
export async function pairsOf(
  state: ChainState,
  token: string,
  quotes: readonly OraclePriced[],
): Promise<Pool[]> {
  const factory = FACTORIES[state.network.chainId]
  if (factory === undefined) return []
  const found = quotes.map(async (quote) => {
    const data = `0xe6a43905${addressWord(token)}${addressWord(quote.token.address)}`
    const said = await state.call({ to: factory, data })
    const address = said.isOk ? addressIn(said.data) : null
    return address === null ? [] : [await poolAt(state, address, quote)]
  })
  return (await Promise.all(found)).flat()
}
