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
import type { PayableEvmNetwork } from '../../../../outside/chains/networks.ts'
import type { Chain } from '../../../../outside/chains/evm/chain.ts'
import { SETTLEMENT_GAS_MAX } from './gas-limits.ts'
import { canBeRead } from './wrapped-signature.ts'
import type { TransferQueue } from './transfer-queue.ts'

/** Spare gas beyond the estimate. */
const GAS_SPARE = 30_000n

export type Official = Pick<x402Facilitator, 'verify' | 'settle'>

/**
 * The reference facilitator, in this process. It knows every kind of wallet and transfer, and needs
 * many more requests to the chain than the quick path. Its transactions go through the queue of the
 * key. A settlement that needs more gas than the limit is neither verified nor sent.
 */
export function createOfficial(
  chain: Chain,
  network: PayableEvmNetwork,
  queue: Pick<TransferQueue, 'transact'>,
): Official {
  const bounded = schemesOver(chain, network, queue, { gasMax: SETTLEMENT_GAS_MAX, onDear() {} })
  const unbounded = schemesOver(chain, network, queue, { gasMax: undefined, onDear() {} })

  return {
    async verify(payload, requirements) {
      if (!canBeRead(payload.payload['signature']))
        return { isValid: false, invalidReason: UNREADABLE }
      const verdict = await bounded.verify(payload, requirements)
      if (!verdict.invalidReason?.includes('simulation')) return verdict
      const { isValid } = await unbounded.verify(payload, requirements)
      return isValid ? { ...verdict, invalidReason: TOO_DEAR } : verdict
    },
    async settle(payload, requirements) {
      let isDear = false
      const onDear = () => void (isDear = true)
      const limits = { gasMax: SETTLEMENT_GAS_MAX, onDear }
      const answer = await schemesOver(chain, network, queue, limits).settle(payload, requirements)
      return isDear ? { ...answer, errorReason: TOO_DEAR } : answer
    },
  }
}

const TOO_DEAR = 'settlement_gas_too_high'
const UNREADABLE = 'invalid_exact_evm_signature'

/** Calls that are rehearsed before they are sent; the others only ask. */
const MOVES: ReadonlySet<string> = new Set(['transferWithAuthorization', 'settle'])

interface GasLimits {
  readonly gasMax: bigint | undefined
  /** Called when nothing is sent because of the limit. */
  onDear(): void
}

function schemesOver(
  chain: Chain,
  { id }: PayableEvmNetwork,
  { transact }: Pick<TransferQueue, 'transact'>,
  { gasMax, onDear }: GasLimits,
): x402Facilitator {
  const receipts = new Map<string, Promise<TransactionReceipt | null>>()

  async function send(to: Hex, data: Hex, gas: bigint): Promise<Hex> {
    if (gasMax !== undefined && gas > gasMax) {
      onDear()
      throw new Error(TOO_DEAR)
    }
    const { hash, receipt } = await transact({ to, data, gas: gas + GAS_SPARE })
    receipts.set(hash, receipt)
    return hash
  }

  const signer = toFacilitatorEvmSigner({
    address: chain.account.address,
    readContract: (call: { readonly functionName: string }) =>
      chain.readContract({
        ...call,
        gas: MOVES.has(call.functionName) ? gasMax : undefined,
      } as never),
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
