import type { Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import type { EvmNetwork } from '../../../chains/networks.ts'
import type { SelfSettledNetwork, SelfSettlementOptions } from '../self-settled-network.ts'
import { createFees } from '../../../chains/evm/fees.ts'
import { openChain, type Chain } from '../../../chains/evm/chain.ts'
import { createGasCost } from './gas-limits.ts'
import { createSelfSettlement } from './self-settlement.ts'
import { UPTO_CONTRACTS } from './permit2.ts'
import { createTransferQueue } from './transfer-queue.ts'
import { signedIn } from './signed.ts'
import { tracedAs } from './trace.ts'

/** One EVM network with an endpoint of the operator's, and perhaps a key to settle with. */
export function openEvmNetwork(
  network: EvmNetwork,
  options: SelfSettlementOptions,
): SelfSettledNetwork {
  const { settlementKey, rpcUrls, client } = options
  const rpcUrl = rpcUrls[network.id] ?? ''
  // A chain that is only looked at signs nothing; the key of its account is thrown away.
  const key = settlementKey ?? generatePrivateKey()
  const chain = openChain({ network, rpcUrl, key, client })
  return settlementKey ? settling(chain, network, options) : lookedAt(chain, network)
}

function lookedAt(chain: Chain, network: EvmNetwork): SelfSettledNetwork {
  return {
    facilitator: null,
    async trace(payload) {
      const signed = signedIn(chain, network, payload)
      return signed ? tracedAs(await signed.trace()) : { state: 'unknown' }
    },
    hasGas: async () => false,
    upto: async () => null,
    close: async () => {},
  }
}

function settling(
  chain: Chain,
  network: EvmNetwork,
  options: SelfSettlementOptions,
): SelfSettledNetwork {
  const { gasReserve, onTrouble } = options
  const fees = createFees(chain)
  const queue = createTransferQueue({ ...options, chain, fees, network })
  const earnsItsGas = createGasCost({ network, coinUsd: options.gasCoinUsd?.[network.id], fees })
  const facilitator = createSelfSettlement({ ...options, chain, network, queue, earnsItsGas })
  let had = true
  let isUptoThere = false

  async function hasGas(): Promise<boolean> {
    try {
      const balance = await chain.getBalance({ address: chain.account.address })
      const has = balance >= gasReserve
      if (had && !has) {
        onTrouble(`the settlement key is low on gas on ${network.id}`, new Error(`${balance} wei`))
      }
      had = has
      return has
    } catch (thrown) {
      onTrouble(`${network.id} cannot be reached`, thrown)
      return false
    }
  }

  async function upto() {
    isUptoThere ||= await areThere(chain, UPTO_CONTRACTS).catch(() => false)
    return isUptoThere ? { facilitatorAddress: chain.account.address } : null
  }

  return { facilitator, trace: facilitator.trace, hasGas, upto, close: () => queue.close() }
}

async function areThere(chain: Chain, contracts: readonly Hex[]): Promise<boolean> {
  const codes = await Promise.all(contracts.map((address) => chain.getCode({ address })))
  return codes.every((code) => code !== undefined && code !== '0x')
}
