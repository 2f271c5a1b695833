import type { Facilitator, Facilitators, NetworkStatus } from './facilitator.ts'
import type { Authorize } from '../../../base/lib/request-token.ts'
import type { Network } from '../../../outside/chains/networks.ts'
import type { SelfSettlementOptions } from './self-settled-network.ts'
import { openSelfSettledNetworks } from './self-settled-networks.ts'
import { CANNOT_LOOK, createPool, type Pool } from './pool.ts'

export interface FacilitatorOptions extends SelfSettlementOptions {
  /** Remote facilitators, in the order in which they are tried; without any, each network's own. */
  readonly urls: readonly string[]
  /** Without it, requests to facilitators are not authenticated. */
  readonly authorize?: Authorize
}

const REFRESH_MS = 30_000
const ANONYMOUS: Authorize = async () => null

type Extra = Readonly<Record<string, unknown>>

/** A settler of one network. */
interface Settler {
  readonly facilitator: Facilitator
  /** Other facts for payers; null while the network has no settler. */
  extra(): Promise<Extra | null>
  upto(): Promise<Extra | null>
  readonly hosts: readonly string[]
  trouble(): string | null
}

/** Facts for payers about the available networks, by id. */
interface LiveTerms {
  readonly exact: ReadonlyMap<string, Extra>
  readonly upto: ReadonlyMap<string, Extra>
}

/**
 * Finds the verifier and settler of each network: this process where it has a key and an endpoint,
 * else a remote facilitator. Availability is checked at the start and every half minute.
 */
export async function openFacilitators(options: FacilitatorOptions): Promise<Facilitators> {
  const { networks, onTrouble } = options
  const own = await openSelfSettledNetworks(options)
  const pools = new Map<string, Pool>()
  const settlers = new Map(networks.map((network) => [network.id, settlerOn(network)]))
  let live: LiveTerms = { exact: new Map(), upto: new Map() }
  let isPayable: ReadonlyMap<string, boolean> = new Map()
  let termsBefore = ''
  let version = 0

  function settlerOn(network: Network): Settler {
    const mine = own.get(network.id)
    if (mine?.facilitator) {
      let trouble: string | null = null
      return {
        facilitator: { ...mine.facilitator, ...(mine.stands && { stands: mine.stands }) },
        hosts: [],
        async extra() {
          trouble = await mine.trouble()
          return trouble === null ? {} : null
        },
        upto: () => mine.upto(),
        trouble: () => trouble,
      }
    }
    const pool = poolFor(network)
    return {
      facilitator: pool.facilitatorOf(network, mine ?? CANNOT_LOOK),
      extra: async () => pool.extraOf(network, 'exact'),
      upto: async () => pool.extraOf(network, 'upto'),
      hosts: pool.hosts,
      trouble: () => pool.troubleOf(network),
    }
  }

  /** Networks that name the same facilitators share what is known of them. */
  function poolFor(network: Network): Pool {
    const isChosen = options.urls.length > 0
    const urls = isChosen ? options.urls : [network.facilitator ?? []].flat()
    const key = urls.join()
    // What identifies the operator to one facilitator is not for others.
    const authorize = (isChosen && options.authorize) || ANONYMOUS
    const pool = pools.get(key) ?? createPool({ ...options, authorize, urls })
    pools.set(key, pool)
    return pool
  }

  async function refresh(): Promise<void> {
    await Promise.all([...pools.values()].map((pool) => pool.refresh()))
    const [exact, upto] = await Promise.all([
      found(({ extra }) => extra()),
      found((settler) => settler.upto()),
    ])
    const wasPayable = isPayable
    live = {
      exact,
      upto: new Map([...upto].filter(([id, extra]) => exact.has(id) && names(extra))),
    }
    isPayable = new Map(networks.map(({ id }) => [id, live.exact.has(id)]))
    const terms = textOf(live) + troubles()
    if (terms !== termsBefore) version += 1
    termsBefore = terms
    for (const { network, name, trouble } of statuses()) {
      if (isPayable.get(network) || wasPayable.get(network) === false) continue
      onTrouble(`${name} (${network}) cannot be paid on`, new Error(trouble ?? 'nobody settles'))
    }
  }

  /** They are part of a 402. */
  const troubles = (): string => JSON.stringify(statuses().filter((status) => !status.isPayable))

  const statuses = (): readonly NetworkStatus[] =>
    networks.map(({ id, name }) => ({
      network: id,
      name,
      facilitators: settlers.get(id)?.hosts ?? [],
      isPayable: live.exact.has(id),
      trouble: settlers.get(id)?.trouble() ?? null,
    }))

  async function found(
    ask: (settler: Settler) => Promise<Extra | null>,
  ): Promise<ReadonlyMap<string, Extra>> {
    const asked = await Promise.all(
      [...settlers].map(async ([id, settler]) => [id, await ask(settler)] as const),
    )
    return new Map(asked.filter((entry): entry is [string, Extra] => entry[1] !== null))
  }

  await refresh()
  const timer = setInterval(() => {
    refresh().catch((thrown: unknown) => onTrouble('refreshing facilitators', thrown))
  }, REFRESH_MS).unref()

  return {
    statuses,
    live: () => [...live.exact.keys()],
    version: () =>
      [...own.values()].reduce((sum, { changes }) => sum + (changes?.() ?? 0), version),
    extraOf: (id) => ({ ...live.exact.get(id), ...own.get(id)?.extra?.() }),
    uptoOf: (id) => live.upto.get(id) ?? null,
    endsAt: async (id, payload) => (await own.get(id)?.endsAt?.(payload)) ?? null,
    agrees: async (id, claim) => (await own.get(id)?.agrees?.(claim)) ?? false,
    of(id) {
      const settler = settlers.get(id)
      if (!settler) throw new Error(`nobody settles on ${id}`)
      return settler.facilitator
    },
    escrows: () => [...own.values()].flatMap(({ escrow }) => escrow ?? []),
    refresh,
    async close() {
      clearInterval(timer)
      await Promise.all([...own.values()].map((each) => each.close()))
    },
  }
}

/** A permit names its settler, so a settler without an address gets none. */
const names = ({ facilitatorAddress: name }: Extra): boolean =>
  typeof name === 'string' && /^0x[0-9a-fA-F]{40}$/.test(name)

const textOf = ({ exact, upto }: LiveTerms): string => JSON.stringify([[...exact], [...upto]])
