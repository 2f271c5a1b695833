import type { Client } from '../../net/request.ts'
import type { Facilitator, Scheme, Traced } from './facilitator.ts'
import { canonicalId, type Network } from '../../chains/networks.ts'
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
  extraOf(network: Network, scheme: Scheme): Readonly<Record<string, unknown>> | null
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

  const kindOf = ({ kinds }: Member, network: Network, scheme: string): Kind | undefined =>
    kinds.find((kind) => canonicalId(kind.network) === network.id && kind.scheme === scheme)

  const membersFor = (network: Network, scheme: string): readonly Member[] =>
    members.filter((member) => kindOf(member, network, scheme))

  async function tryEach<T>(
    network: Network,
    scheme: string,
    what: string,
    attempt: (remote: RemoteFacilitator) => Promise<T>,
  ): Promise<T> {
    let last: unknown = new Error(`nobody settles on ${network.id} right now`)
    for (const { remote } of membersFor(network, scheme)) {
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
    extraOf(network, scheme) {
      const [first] = membersFor(network, scheme)
      return first ? (kindOf(first, network, scheme)?.extra ?? {}) : null
    },
    facilitatorOf(network, trace) {
      // Whoever answers last may say "used" of what the one before has settled: only a look can
      // tell.
      const settle: Facilitator['settle'] = async (...payment) => {
        let attempts = 0
        const answer = await tryEach(network, payment[1].scheme, 'settle', (remote) => {
          attempts += 1
          return remote.settle(...payment)
        })
        if (answer.success || attempts === 1) return answer
        return { ...answer, errorReason: 'settlement_pending' }
      }
      return {
        lists: true,
        verify: (...payment) =>
          tryEach(network, payment[1].scheme, 'verify', (remote) => remote.verify(...payment)),
        settle,
        retry: settle,
        trace,
        release: () => {},
      }
    },
  }
}

/** What can be said without a way to look. */
export const cannotLook = async (): Promise<Traced> => ({ state: 'unknown' })
