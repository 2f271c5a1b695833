import type { Facilitator, Facilitators } from './facilitator.ts'
import type { Network } from './networks.ts'
import type { OwnOptions } from './own-network.ts'
import { openOwnNetworks } from './own-networks.ts'
import { cannotLook, createPool, type Pool } from './pool.ts'

export interface FacilitatorOptions extends OwnOptions {
  /** Remote facilitators, in the order in which they are tried; without any, each network's own. */
  readonly urls: readonly string[]
  readonly authorization: string | null
}

const REFRESH_MS = 30_000

type Extra = Readonly<Record<string, unknown>>

/** Somebody who settles on one network. */
interface Settler {
  readonly facilitator: Facilitator
  /** What payers must know besides; null while nobody settles there. */
  extra(): Promise<Extra | null>
}

/**
 * Who verifies and settles on each network: this process where it has a key and an endpoint, else
 * somebody remote. Who is up is asked at the start and then again and again.
 */
export async function openFacilitators(options: FacilitatorOptions): Promise<Facilitators> {
  const { networks, onTrouble } = options
  const own = await openOwnNetworks(options)
  const pools = new Map<string, Pool>()
  const settlers = new Map(networks.map((network) => [network.id, settlerOn(network)]))
  let extras: ReadonlyMap<string, Extra> = new Map()
  let version = 0

  function settlerOn(network: Network): Settler {
    const mine = own.get(network.id)
    if (mine?.facilitator) {
      return {
        facilitator: mine.facilitator,
        extra: async () => ((await mine.hasGas()) ? {} : null),
      }
    }
    const pool = poolFor(network)
    return {
      facilitator: pool.facilitatorOf(network, mine?.trace ?? cannotLook),
      extra: async () => pool.extraOf(network),
    }
  }

  /** Networks that name the same facilitators share what is known of them. */
  function poolFor(network: Network): Pool {
    const urls = options.urls.length > 0 ? options.urls : [network.facilitator ?? []].flat()
    const key = urls.join()
    const pool = pools.get(key) ?? createPool({ ...options, urls })
    pools.set(key, pool)
    return pool
  }

  async function refresh(): Promise<void> {
    await Promise.all([...pools.values()].map((pool) => pool.refresh()))
    const found = await Promise.all(
      [...settlers].map(async ([id, { extra }]) => [id, await extra()] as const),
    )
    const next = new Map(found.filter((entry): entry is [string, Extra] => entry[1] !== null))
    if (JSON.stringify([...next]) === JSON.stringify([...extras])) return
    extras = next
    version += 1
  }

  await refresh()
  const timer = setInterval(() => {
    refresh().catch((thrown: unknown) => onTrouble('refreshing facilitators', thrown))
  }, REFRESH_MS).unref()

  return {
    live: () => [...extras.keys()],
    version: () =>
      [...own.values()].reduce((sum, { changes }) => sum + (changes?.() ?? 0), version),
    extraOf: (id) => ({ ...extras.get(id), ...own.get(id)?.extra?.() }),
    endsAt: async (id, payload) => (await own.get(id)?.endsAt?.(payload)) ?? null,
    of(id) {
      const settler = settlers.get(id)
      if (!settler) throw new Error(`nobody settles on ${id}`)
      return settler.facilitator
    },
    refresh,
    async close() {
      clearInterval(timer)
      await Promise.all([...own.values()].map((each) => each.close()))
    },
  }
}
