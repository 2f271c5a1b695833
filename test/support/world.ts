import type { Capability, Host } from '../../src/core/capability.ts'
import { createOpener, type Running } from '../../src/call/run.ts'
import type { Tool } from '../../src/core/tool.ts'
import { startDnsServer } from './dns-server.ts'

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

type Settings = Readonly<Record<string, string>>

/** A real stand-in for each capability that reaches out, and the settings by which it is found. */
const STAND_INS: Readonly<Record<string, () => Promise<Settings>>> = {
  resolver: async () => ({ DNS_SERVERS: (await startDnsServer()).address }),
}

const started = new Map<string, Promise<Settings>>()

/** Every stand-in is started once, by the first tool that needs it, and shared from then on. */
async function settingsFor(used: readonly Capability<unknown>[]): Promise<Settings> {
  const found = used.map(async ({ name }) => {
    const settings = started.get(name) ?? STAND_INS[name]?.() ?? Promise.resolve({})
    started.set(name, settings)
    return settings
  })
  return Object.assign({}, ...(await Promise.all(found))) as Settings
}
