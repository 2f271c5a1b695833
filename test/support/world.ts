import type { Capability, Host } from '../../src/core/capability.ts'
import { createOpener, type Running } from '../../src/call/run.ts'
import type { Tool } from '../../src/core/tool.ts'

/** A host for one tool outside a server: a fixed clock, and only what tests provide. */
export async function worldFor(tool: Tool, now: number): Promise<Running> {
  const settings = await settingsFor(Object.values(tool.spec.uses))
  const host: Host = {
    db: null as never,
    now: () => now,
    setting: (name) => settings[name],
    run: async () => {
      throw new Error('no other tools here')
    },
    onClose: () => {},
  }
  return { host, open: createOpener(host) }
}

async function settingsFor(_used: readonly Capability<unknown>[]): Promise<Record<string, string>> {
  return {}
}
