import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/client'
import { toClientEvmSigner } from '@x402/evm'
import { x402Client } from '@x402/core/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import { createPublicClient, http, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { keyOf, type TestChain } from './chain.ts'

/** A wallet, and the stock client with nothing but channels. It reads the chain by itself. */
export interface ChannelBuyer {
  readonly address: Hex
  readonly key: Hex
  readonly fetch: typeof fetch
  readonly scheme: BatchSettlementEvmScheme
  readonly client: x402Client
}

export interface ChannelBuyerOptions {
  readonly funds?: bigint
  readonly salt?: Hex
  /** A client that was started anew: it remembers nothing. */
  readonly isAnother?: boolean
  readonly fetch?: typeof fetch
}

const FUNDS = 100_000_000n

export async function createChannelBuyer(
  chain: TestChain,
  name: string,
  { funds = FUNDS, salt, isAnother = false, fetch: reach = fetch }: ChannelBuyerOptions = {},
): Promise<ChannelBuyer> {
  if (!isAnother) await chain.wallet(name, funds)
  const key = keyOf(name)
  const account = privateKeyToAccount(key)
  const reader = createPublicClient({ chain: baseSepolia, transport: http(chain.proxy.url) })
  const signer = toClientEvmSigner(account, reader)
  const scheme = new BatchSettlementEvmScheme(signer, salt ? { salt } : undefined)
  const client = new x402Client().register('eip155:*', scheme)
  return {
    address: account.address,
    key,
    scheme,
    client,
    fetch: wrapFetchWithPayment(reach, client),
  }
}
