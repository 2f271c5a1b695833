import type { Capability } from '../core/capability.ts'
import { firstSuccess } from '../core/failover.ts'
import type { Esplora } from './_esplora.ts'
import { blockstream } from './blockstream.ts'
import { mempoolSpace, type MempoolSpace } from './mempool-space.ts'

export type { BitcoinAddress, BitcoinTransaction } from './_esplora.ts'

export interface Bitcoin extends Esplora {
  /** Fees, the mempool and mining, which only one server reports. */
  readonly network: Omit<MempoolSpace, keyof Esplora>
}

/** The Bitcoin network: mempool.space; if that fails, Blockstream. */
export const bitcoin: Capability<Bitcoin> = {
  name: 'bitcoin',
  settings: [...mempoolSpace.settings, ...blockstream.settings].filter(
    ({ name }, at, all) => all.findIndex((one) => one.name === name) === at,
  ),
  live: true,
  providers: [...(mempoolSpace.providers ?? []), ...(blockstream.providers ?? [])],
  open(host) {
    const first = mempoolSpace.open(host)
    const second = blockstream.open(host)
    return (call) => {
      const network = first(call)
      const servers: readonly [Esplora, Esplora] = [network, second(call)]
      return {
        network,
        address: async (address) => firstSuccess(servers, async (one) => one.address(address)),
        transactionsOf: async (address) =>
          firstSuccess(servers, async (one) => one.transactionsOf(address)),
        transaction: async (txid) => firstSuccess(servers, async (one) => one.transaction(txid)),
        height: async () => firstSuccess(servers, async (one) => one.height()),
      }
    }
  },
}
