import { WIRE_NAMES, type WireName } from '../../../src/capabilities/llm/wires/policy.ts'
import { openTestHouse, type TestHouse } from '../house.ts'
import { startProvider, type FaultyProvider } from './provider.ts'

export interface WireHouses {
  readonly provider: FaultyProvider
  /** That asks the provider on this wire, for nothing. */
  houseOf(wire: WireName): TestHouse
  stop(): Promise<void>
}

/** One provider, and for each wire a house that speaks it with the provider. */
export async function openWireHouses(): Promise<WireHouses> {
  const provider = await startProvider()
  const houses = new Map<WireName, TestHouse>()
  for (const wire of WIRE_NAMES) {
    const settings = { FREE_MODE: 'true', LLM_URL: provider.url, LLM_URL_WIRES: wire }
    houses.set(wire, await openTestHouse({ settings }))
  }
  return {
    provider,
    houseOf(wire) {
      const house = houses.get(wire)
      if (!house) throw new Error(`no house asks a provider of ${wire}`)
      return house
    },
    async stop() {
      await Promise.all([...houses.values()].map((house) => house.stop()))
      await provider.stop()
    },
  }
}
