import { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { UptoEvmScheme } from '@x402/evm/upto/facilitator'
import {
  concatHex,
  encodeFunctionData,
  type EstimateContractGasParameters,
  type Hex,
  type TransactionReceipt,
} from 'viem'
import type { EvmNetwork } from '../../../chains/networks.ts'
import type { Chain } from '../../../chains/evm/chain.ts'
import type { Settlement } from './transfer-queue.ts'

/** What a call may cost more than a look at it said. */
const GAS_SPARE = 30_000n

/**
 * The reference facilitator, in this process. It knows every kind of wallet and transfer, at the
 * price of many more questions to the chain; the quick way takes what it can and leaves it the
 * rest. What it sends waits for its turn like all else that this key sends.
 */
export function createOfficial(
  chain: Chain,
  { id }: EvmNetwork,
  { transact }: Pick<Settlement, 'transact'>,
): x402Facilitator {
  const receipts = new Map<string, Promise<TransactionReceipt | null>>()

  async function send(to: Hex, data: Hex, gas: bigint): Promise<Hex> {
    const { hash, receipt } = await transact({ to, data, gas: gas + GAS_SPARE })
    receipts.set(hash, receipt)
    return hash
  }

  const signer = toFacilitatorEvmSigner({
    address: chain.account.address,
    readContract: (call: never) => chain.readContract(call),
    verifyTypedData: (call: never) => chain.verifyTypedData(call),
    getCode: (call: never) => chain.getCode(call),
    async writeContract(call: Written) {
      const gas = await chain.estimateContractGas({ ...call, account: chain.account })
      const data = encodeFunctionData(call)
      return send(call.address, concatHex([data, call.dataSuffix ?? '0x']), gas)
    },
    async sendTransaction({ to, data }: { readonly to: Hex; readonly data: Hex }) {
      return send(to, data, await chain.estimateGas({ account: chain.account, to, data }))
    },
    async waitForTransactionReceipt({ hash }: { readonly hash: Hex }) {
      const receipt = await receipts.get(hash)
      receipts.delete(hash)
      if (!receipt) throw new Error('there is no receipt yet')
      return receipt
    },
  } as unknown as Parameters<typeof toFacilitatorEvmSigner>[0])
  const here = id as `${string}:${string}`
  return new x402Facilitator()
    .register([here], new ExactEvmScheme(signer))
    .register([here], new UptoEvmScheme(signer))
}

type Written = EstimateContractGasParameters & { readonly address: Hex; readonly dataSuffix?: Hex }
