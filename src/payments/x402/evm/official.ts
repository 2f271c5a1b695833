import { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import type { EvmNetwork } from '../networks.ts'
import type { Chain } from './chain.ts'

const CONFIRM_MS = 20_000

/**
 * The reference facilitator, in this process. It knows every kind of wallet and transfer, at the price
 * of many more questions to the chain; the quick way takes what it can and leaves it the rest.
 */
export function createOfficial(chain: Chain, { id }: EvmNetwork): x402Facilitator {
  const signer = toFacilitatorEvmSigner(
    {
      address: chain.account.address,
      readContract: (call: never) => chain.readContract(call),
      verifyTypedData: (call: never) => chain.verifyTypedData(call),
      writeContract: (call: never) => chain.writeContract(call),
      sendTransaction: (call: never) => chain.sendTransaction(call),
      waitForTransactionReceipt: (call: never) => chain.waitForTransactionReceipt(call),
      getCode: (call: never) => chain.getCode(call),
    } as unknown as Parameters<typeof toFacilitatorEvmSigner>[0],
    { confirmationTimeoutMs: CONFIRM_MS },
  )
  return new x402Facilitator().register([id as `${string}:${string}`], new ExactEvmScheme(signer))
}
