import type { Client } from '../../net/request.ts'
import type { Facilitator, Traced } from './facilitator.ts'
import { canonicalId, type Network } from './networks.ts'
import { createRemoteFacilitator, type Kind, type RemoteFacilitator } from './remote.ts'

export interface PoolOptions {
  /** In the order in which they are tried. */
  readonly urls: readonly string[]
  readonly authorization: string | null
  readonly client: Client
  onTrouble(what: string, cause: unknown): void
}

/** Several remote facilitators as one, per network: the first that is up, then the next. */
export interface Pool {
  /** Asks each what it settles. One that does not answer settles nothing until it does. */
  refresh(): Promise<void>
  extraOf(network: Network): Readonly<Record<string, unknown>> | null
  facilitatorOf(network: Network, trace: Facilitator['trace']): Facilitator
}

interface Member {
  readonly remote: RemoteFacilitator
  kinds: readonly Kind[]
}

export function createPool({ urls, authorization, client, onTrouble }: PoolOptions): Pool {
  const members: Member[] = urls.map((url) => ({
    remote: createRemoteFacilitator({ url, authorization, client }),
    kinds: [],
  }))

  const kindOf = ({ kinds }: Member, network: Network): Kind | undefined =>
    kinds.find((kind) => canonicalId(kind.network) === network.id && kind.scheme === 'exact')

  const membersFor = (network: Network): readonly Member[] =>
    members.filter((member) => kindOf(member, network))

  async function inOrder<T>(
    network: Network,
    what: string,
    attempt: (remote: RemoteFacilitator) => Promise<T>,
  ): Promise<T> {
    let last: unknown = new Error(`nobody settles on ${network.id} right now`)
    for (const { remote } of membersFor(network)) {
      try {
        return await attempt(remote)
      } catch (thrown) {
        onTrouble(`${what} at ${remote.url}`, thrown)
        last = thrown
      }
    }
    throw last
  }

  return {
    async refresh() {
      await Promise.all(
        members.map(async (member) => {
          try {
            member.kinds = await member.remote.supported()
          } catch (thrown) {
            if (member.kinds.length > 0) onTrouble(`${member.remote.url} is down`, thrown)
            member.kinds = []
          }
        }),
      )
    },
    extraOf(network) {
      const [first] = membersFor(network)
      return first ? (kindOf(first, network)?.extra ?? {}) : null
    },
    facilitatorOf: (network, trace) => ({
      lists: true,
      verify: (...payment) => inOrder(network, 'verify', (remote) => remote.verify(...payment)),
      // Whoever answers last may say "used" of what the one before has settled: only a look can
      // tell.
      async settle(...payment) {
        let attempts = 0
        const answer = await inOrder(network, 'settle', (remote) => {
          attempts += 1
          return remote.settle(...payment)
        })
        if (answer.success || attempts === 1) return answer
        return { ...answer, errorReason: 'settlement_pending' }
      },
      trace,
      release: () => {},
    }),
  }
}

/** What can be said without a way to look. */
export const cannotLook = async (): Promise<Traced> => ({ state: 'unknown' })
