import { numberToHex, type Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { addressWord } from '../../../../engines/onchain/abi-words.ts'
import type { PayableEvmNetwork } from '../../../../outside/chains/networks.ts'
import { openChain, type Chain } from '../../../../outside/chains/evm/chain.ts'
import type { Client } from '../../../../outside/net/request.ts'
import {
  transfersIn,
  TRANSFERRED,
  type SignedTransfer,
} from '../../../../outside/chains/evm/token.ts'

/** A signed transfer that a block has, and the account that submitted it. */
export interface MinedTransfer extends SignedTransfer {
  readonly transaction: Hex
  readonly sender: Hex
  /** When the block was made, in milliseconds. */
  readonly at: number
}

/** Providers refuse wider ranges of logs. */
const BLOCKS_AT_ONCE = 2_000n

export interface TransferOptions {
  readonly network: PayableEvmNetwork
  readonly rpcUrl: string
  readonly settlementKey: Hex | null
  readonly client: Client
}

/** The transfers that a network has, for somebody who compares them with the books. */
export function openTransfers({ network, rpcUrl, settlementKey, client }: TransferOptions) {
  // Without a settlement key nothing is signed; viem needs an account all the same.
  const key = settlementKey ?? generatePrivateKey()
  const chain = openChain({ network, rpcUrl, key, client })
  return {
    /** The account that settles now. */
    settler: settlementKey && chain.account.address,
    received: (payTo: string, since: number) => transfersTo(chain, network, { payTo, since }),
  }
}

/** All EIP-3009 transfers to an address since a time, in the order of their blocks. */
async function* transfersTo(
  chain: Chain,
  network: PayableEvmNetwork,
  { payTo, since }: { readonly payTo: string; readonly since: number },
): AsyncGenerator<MinedTransfer> {
  const latest = await chain.getBlockNumber()
  const first = await blockAt(chain, since, latest)
  for (let from = first; from <= latest; from += BLOCKS_AT_ONCE) {
    const last = from + BLOCKS_AT_ONCE - 1n
    const to = last < latest ? last : latest
    const topics = [TRANSFERRED, null, `0x${addressWord(payTo)}`] as Hex[]
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
    const filter = { address: network.asset as Hex, topics, ...range }
    const logs = await chain.request({ method: 'eth_getLogs', params: [filter] })
    const transactions = new Set(logs.flatMap((log) => log.transactionHash ?? []))
    for (const hash of transactions) yield* minedIn(chain, network, payTo, hash)
  }
}

async function* minedIn(
  chain: Chain,
  network: PayableEvmNetwork,
  payTo: string,
  hash: Hex,
): AsyncGenerator<MinedTransfer> {
  const { logs, from: sender, blockNumber } = await chain.getTransactionReceipt({ hash })
  const transfers = transfersIn(network, logs).filter(
    ({ to }) => to.toLowerCase() === payTo.toLowerCase(),
  )
  if (transfers.length === 0) return
  const { timestamp } = await chain.getBlock({ blockNumber })
  const at = Number(timestamp) * 1000
  for (const transfer of transfers) yield { ...transfer, transaction: hash, sender, at }
}

/** The first block that was not made before a time, by halving. */
async function blockAt(chain: Chain, since: number, latest: bigint): Promise<bigint> {
  const seconds = BigInt(Math.floor(since / 1000))
  let [low, high] = [0n, latest]
  while (low < high) {
    const middle = (low + high) / 2n
    const { timestamp } = await chain.getBlock({ blockNumber: middle })
    if (timestamp < seconds) low = middle + 1n
    else high = middle
  }
  return low
}
