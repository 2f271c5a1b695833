import {
  createWalletClient,
  defineChain,
  http,
  publicActions,
  rpcSchema,
  type Hex,
  type PublicRpcSchema,
  type WalletRpcSchema,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Client } from '../../../net/request.ts'
import type { EvmNetwork } from '../networks.ts'

export interface ChainOptions {
  readonly network: EvmNetwork
  readonly rpcUrl: string
  /** Pays the gas of settlements. */
  readonly key: Hex
  readonly client: Client
}

const RPC_MS = 10_000
const ANSWER_BYTES_MAX = 32 * 1024 * 1024
/** Providers refuse longer batches. */
const BATCH_MAX = 50

/**
 * A chain as this process sees it. Requests of one turn of the event loop travel as one JSON-RPC
 * batch, through the house's own way out.
 */
export function openChain({ network, rpcUrl, key, client }: ChainOptions) {
  const fetchFn = async (url: unknown, init?: RequestInit): Promise<Response> => {
    const { status, bytes } = await client.request(String(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: init?.body as string,
      timeoutMs: RPC_MS,
      bytesMax: ANSWER_BYTES_MAX,
    })
    return new Response(new Uint8Array(bytes), { status })
  }
  return createWalletClient({
    account: privateKeyToAccount(key),
    chain: defineChain({
      id: network.chainId,
      name: network.name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: http(rpcUrl, {
      batch: { batchSize: BATCH_MAX },
      fetchFn,
      // A transaction that a retry sends again would be refused for what its first copy did.
      retryCount: 0,
      timeout: RPC_MS,
    }),
    rpcSchema: rpcSchema<[...PublicRpcSchema, ...WalletRpcSchema]>(),
    cacheTime: 0,
  }).extend(publicActions)
}

export type Chain = ReturnType<typeof openChain>
