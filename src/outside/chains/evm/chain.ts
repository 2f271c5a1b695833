import {
  createWalletClient,
  custom,
  defineChain,
  publicActions,
  rpcSchema,
  type Hex,
  type PublicRpcSchema,
  type WalletRpcSchema,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Client } from '../../net/request.ts'
import type { PayableEvmNetwork } from '../networks.ts'
import { sealed, type Fields } from './envelope.ts'
import { createRpc } from './rpc.ts'
import { createWords } from './words.ts'

export interface ChainOptions {
  readonly network: PayableEvmNetwork
  readonly rpcUrl: string
  /** Pays the gas of settlements. */
  readonly key: Hex
  readonly client: Client
}

/** Access to one chain, with the account that pays the gas. */
export function openChain({ network, rpcUrl, key, client }: ChainOptions) {
  const wallet = createWalletClient({
    account: privateKeyToAccount(key),
    chain: defineChain({
      id: network.chainId,
      name: network.name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: custom({ request: createRpc(rpcUrl, client) }, { retryCount: 0 }),
    rpcSchema: rpcSchema<[...PublicRpcSchema, ...WalletRpcSchema]>(),
    cacheTime: 0,
    // An offchain lookup would let a contract choose a URL, past the guarded client.
    ccipRead: false,
  }).extend(publicActions)
  const words = createWords(({ to, data }) =>
    wallet.request({ method: 'eth_call', params: [{ to: to as Hex, data }, 'latest'] }),
  )
  const seal = (said: Omit<Fields, 'chainId'>) => sealed({ ...said, chainId: network.chainId }, key)
  return wallet.extend(() => ({ words, seal }))
}

export type Chain = ReturnType<typeof openChain>
