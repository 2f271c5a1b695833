import { Fault } from '../../../base/core/fault.ts'
import type { Client } from '../../../outside/net/request.ts'
import type { PaymentTrace } from '../../../outside/chains/payment-trace.ts'
import type { Facilitator, Scheme } from './facilitator.ts'
import type { Authorize } from '../../../base/lib/request-token.ts'
import { canonicalId, type Network } from '../../../outside/chains/networks.ts'
import { createRemoteFacilitator, type Kind, type RemoteFacilitator } from './remote.ts'

export interface PoolOptions {
  /** In the order in which they are tried. */
  readonly urls: readonly string[]
  readonly authorize: Authorize
  readonly client: Client
  onTrouble(what: string, cause: unknown): void
}

/**
 * Several remote facilitators as one: per network, the first that is up is asked, then the next.
 */
export interface Pool {
  /** Asks each what it settles. One that does not answer settles nothing until it does. */
  refresh(): Promise<void>
  /** Names of its members: a path may hold a key of the operator's. */
  readonly hosts: readonly string[]
  /** What is wrong with any of them on that network; null while nothing is. */
  troubleOf(network: Network): string | null
  extraOf(network: Network, scheme: Scheme): Readonly<Record<string, unknown>> | null
  facilitatorOf(network: Network, look: Pick<Facilitator, 'trace' | 'stands'>): Facilitator
}

interface Member {
  readonly remote: RemoteFacilitator
  readonly host: string
  kinds: readonly Kind[]
  /** Why it does not say what it settles. */
  silence: string | null
  /** Why it did not answer to the last payment that was put to it. */
  failure: string | null
}

export function createPool({ urls, authorize, client, onTrouble }: PoolOptions): Pool {
  const members: Member[] = urls.map((url) => ({
    remote: createRemoteFacilitator({ url, authorize, client }),
    host: new URL(url).host,
    kinds: [],
    silence: null,
    failure: null,
  }))

  const kindOf = ({ kinds }: Member, network: Network, scheme: string): Kind | undefined =>
    kinds.find((kind) => canonicalId(kind.network) === network.id && kind.scheme === scheme)

  const missing = (member: Member, network: Network): string | null =>
    kindOf(member, network, 'exact') ? null : `${member.host} does not settle on it.`

  const membersFor = (network: Network, scheme: string): readonly Member[] =>
    members.filter((member) => kindOf(member, network, scheme))

  async function tryEach<T>(
    network: Network,
    scheme: string,
    what: string,
    attempt: (remote: RemoteFacilitator) => Promise<T>,
  ): Promise<T> {
    let last: unknown = new Error(`nobody settles on ${network.id} right now`)
    for (const member of membersFor(network, scheme)) {
      try {
        const answer = await attempt(member.remote)
        member.failure = null
        return answer
      } catch (thrown) {
        member.failure = reasonOf(member, thrown)
        onTrouble(`${what} at ${member.host}`, thrown)
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
            member.silence = null
          } catch (thrown) {
            member.silence = reasonOf(member, thrown)
            member.kinds = []
          }
        }),
      )
    },
    hosts: members.map(({ host }) => host),
    troubleOf(network) {
      if (members.length === 0) return 'no facilitator is known for it; set FACILITATOR_URL'
      const troubles = members.map(
        (member) => member.silence ?? member.failure ?? missing(member, network),
      )
      return troubles.filter((trouble) => trouble !== null).join(' ') || null
    },
    extraOf(network, scheme) {
      const [first] = membersFor(network, scheme)
      return first ? (kindOf(first, network, scheme)?.extra ?? {}) : null
    },
    facilitatorOf(network, { trace, stands }) {
      // The second may answer "used" for a payment that the first has settled: only the chain can
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
        sender: null,
        lists: true,
        verify: (...payment) =>
          tryEach(network, payment[1].scheme, 'verify', (remote) => remote.verify(...payment)),
        settle,
        retry: settle,
        trace,
        ...(stands && { stands }),
        release: () => {},
      }
    },
  }
}

/** A sentence that names the host and repeats no text of the remote side. */
function reasonOf({ host }: Pick<Member, 'host'>, thrown: unknown): string {
  const said = thrown instanceof Fault ? thrown.message : 'it gives no sensible answer.'
  return said.includes(host) ? said : `${host}: ${said}`
}

/** For networks without an endpoint. */
export const CANNOT_LOOK: Pick<Facilitator, 'trace'> = {
  trace: async (): Promise<PaymentTrace> => ({ state: 'unknown' }),
}
