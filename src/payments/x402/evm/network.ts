import type { Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import type { EvmNetwork } from '../../../chains/networks.ts'
import type { OwnNetwork, OwnOptions } from '../self-settled-network.ts'
import { openChain, type Chain } from '../../../chains/evm/chain.ts'
import { createOwnFacilitator } from './self-settlement.ts'
import { UPTO_CONTRACTS } from './permit2.ts'
import { createSettlement } from './transfer-queue.ts'
import { signedIn } from './signed.ts'
import { tracedAs } from './trace.ts'

/** One EVM network with an endpoint of the operator's, and perhaps a key to settle with. */
export function openOwnNetwork(network: EvmNetwork, options: OwnOptions): OwnNetwork {
  const { settlementKey, rpcUrls, client } = options
  const rpcUrl = rpcUrls[network.id] ?? ''
  // A chain that is only looked at signs nothing; the key of its account is thrown away.
  const key = settlementKey ?? generatePrivateKey()
  const chain = openChain({ network, rpcUrl, key, client })
  return settlementKey ? settling(chain, network, options) : lookedAt(chain, network)
}

function lookedAt(chain: Chain, network: EvmNetwork): OwnNetwork {
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

function settling(chain: Chain, network: EvmNetwork, options: OwnOptions): OwnNetwork {
  const { gasReserve, onTrouble } = options
  const settlement = createSettlement({ ...options, chain, network })
  const facilitator = createOwnFacilitator({ ...options, chain, network, settlement })
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

  return { facilitator, trace: facilitator.trace, hasGas, upto, close: () => settlement.close() }
}

async function areThere(chain: Chain, contracts: readonly Hex[]): Promise<boolean> {
  const codes = await Promise.all(contracts.map((address) => chain.getCode({ address })))
  return codes.every((code) => code !== undefined && code !== '0x')
}
