import { WIRE_NAMES, type WireName } from '../../../src/capabilities/llm/wires/policy.ts'
import { openTestService, type TestService } from '../service.ts'
import { startProvider, type FaultyProvider } from './provider.ts'

export interface WireServices {
  readonly provider: FaultyProvider
  /** That asks the provider on this wire, for nothing. */
  serviceOf(wire: WireName): TestService
  stop(): Promise<void>
}

/** One provider, and for each wire a service that speaks it with the provider. */
export async function openWireServices(): Promise<WireServices> {
  const provider = await startProvider()
  const services = new Map<WireName, TestService>()
  for (const wire of WIRE_NAMES) {
    const settings = { FREE_MODE: 'true', LLM_URL: provider.url, LLM_URL_WIRES: wire }
    services.set(wire, await openTestService({ settings }))
  }
  return {
    provider,
    serviceOf(wire) {
      const service = services.get(wire)
      if (!service) throw new Error(`no service asks a provider of ${wire}`)
      return service
    },
    async stop() {
      await Promise.all([...services.values()].map((service) => service.stop()))
      await provider.stop()
    },
  }
}
