import { x402Facilitator } from '@x402/core/facilitator'
import type { FacilitatorClient } from '@x402/core/server'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { createWalletClient, defineChain, http, publicActions, type Hex } from 'viem'
import { nonceManager, privateKeyToAccount } from 'viem/accounts'

export interface OwnSettlement {
  /** CAIP-2 id, `eip155:<chainId>`. */
  readonly network: string
  readonly rpcUrl: string
  /** Pays the gas. */
  readonly key: Hex
  readonly pollingMs: number
}

const CONFIRM_MS = 20_000
const RPC_MS = 10_000

/** A facilitator in this process, for one EVM network: verifies by simulation, settles with an own key. */
export function createEvmFacilitator(options: OwnSettlement): FacilitatorClient {
  const { network, rpcUrl, key, pollingMs } = options
  const chainId = Number(network.split(':')[1])
  const client = createWalletClient({
    account: privateKeyToAccount(key, { nonceManager }),
    chain: chainAt(chainId, rpcUrl),
    transport: http(rpcUrl, { timeout: RPC_MS }),
    pollingInterval: pollingMs,
    cacheTime: 0,
  }).extend(publicActions)
  const signer = toFacilitatorEvmSigner(
    {
      address: client.account.address,
      readContract: (call: never) => client.readContract(call),
      verifyTypedData: (call: never) => client.verifyTypedData(call),
      writeContract: (call: never) => client.writeContract(call),
      sendTransaction: (call: never) => client.sendTransaction(call),
      waitForTransactionReceipt: (call: never) => client.waitForTransactionReceipt(call),
      getCode: (call: never) => client.getCode(call),
    } as unknown as Parameters<typeof toFacilitatorEvmSigner>[0],
    { confirmationTimeoutMs: CONFIRM_MS },
  )
  const facilitator = new x402Facilitator().register(
    [network as `${string}:${string}`],
    new ExactEvmScheme(signer),
  )
  return {
    verify: (payload, requirements) => facilitator.verify(payload, requirements),
    settle: (payload, requirements) => facilitator.settle(payload, requirements),
    getSupported: async () =>
      facilitator.getSupported() as Awaited<ReturnType<FacilitatorClient['getSupported']>>,
  }
}

export const chainAt = (chainId: number, rpcUrl: string) =>
  defineChain({
    id: chainId,
    name: `eip155:${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
