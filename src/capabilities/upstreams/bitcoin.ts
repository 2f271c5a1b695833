import { settingsOfAll, type Capability } from '../../base/core/capability.ts'
import { firstSuccess } from '../../base/core/failover.ts'
import { Fault } from '../../base/core/fault.ts'
import { sourceOf, type Source } from '../../base/lib/cross-check.ts'
import type { Esplora } from './_esplora.ts'
import { polled } from './_polling.ts'
import { blockstream } from './blockstream.ts'
import { mempoolSpace, type MempoolSpace } from './mempool-space.ts'

export type { BitcoinAddress, BitcoinTransaction } from './_esplora.ts'

export interface Bitcoin extends Omit<Esplora, 'address' | 'transactionsOf'> {
  /** Each server by itself, the best first. */
  readonly servers: readonly Source<Esplora>[]
  /** Fees, the mempool and mining, which only one server reports. */
  readonly network: Omit<MempoolSpace, keyof Esplora>
  /** The block of a transaction that was just sent; null if it is in none in time. */
  landed(txid: string, withinMs: number): Promise<number | null>
}

/** The Bitcoin network: mempool.space; if that fails, Blockstream. */
export const bitcoin: Capability<Bitcoin> = {
  name: 'bitcoin',
  texts: 'own',
  settings: settingsOfAll([mempoolSpace, blockstream]),
  live: true,
  providers: [...(mempoolSpace.providers ?? []), ...(blockstream.providers ?? [])],
  open(host) {
    const first = mempoolSpace.open(host)
    const second = blockstream.open(host)
    return (call) => {
      const [network, other] = [first(call), second(call)]
      const servers = [network, other] as const
      return {
        network,
        servers: [sourceOf(mempoolSpace, network), sourceOf(blockstream, other)],
        transaction: async (txid) => firstSuccess(servers, async (one) => one.transaction(txid)),
        send: async (hex) => firstSuccess(servers, async (one) => one.send(hex)),
        landed: async (txid, withinMs) =>
          polled(
            async () => {
              const found = await network.transaction(txid).catch(nullIfMissing)
              return found?.status.block_height ?? null
            },
            { withinMs, signal: call.signal },
          ),
        height: async () => firstSuccess(servers, async (one) => one.height()),
      }
    }
  },
}

/** A server may not have heard yet of what another one has sent. */
function nullIfMissing(thrown: unknown): null {
  if (thrown instanceof Fault && thrown.code === 'not_found') return null
  throw thrown
}
