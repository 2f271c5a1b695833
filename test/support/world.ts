import { readdir } from 'node:fs/promises'
import { parseInput } from '../../src/selling/call/input.ts'
import {
  createOpener,
  createTurns,
  plainAnswer,
  runTool,
  type Running,
} from '../../src/selling/call/run.ts'
import type { Capability, Host, Uses } from '../../src/base/core/capability.ts'
import { innerTool } from '../../src/base/core/inner-tool.ts'
import type { RateSlots } from '../../src/base/core/rate-slots.ts'
import type { Tool } from '../../src/base/core/tool.ts'
import { threads } from '../../src/engines/threads/threads.ts'
import { catalogOfTools } from './catalog.ts'
import { databaseFor } from './database.ts'
import { staged } from './internet.ts'
import { partsFor } from './parts.ts'
import type { Settings, StandIn } from './upstreams/define.ts'

/**
 * A host for one tool outside a server: a fixed clock, stand-ins for what it uses, and `given`
 * above them. A tool that runs others finds them in worlds of their own.
 */
export async function worldFor(tool: Tool, now: number, given: Settings = {}): Promise<Running> {
  const settings = { ...(await settingsFor(Object.values(tool.spec.uses))), ...given }
  const ground = { db: await databaseFor(tool, now), now: () => now }
  const part = await partsFor(tool, ground)
  const host: Host = {
    ...ground,
    ...(part && { part }),
    rateSlots: unspaced(),
    setting: (name) => settings[name],
    async toolOf(slug) {
      const other = await toolOf(slug)
      return other && innerTool(other)
    },
    async run(slug, input, call) {
      const other = await toolOf(slug)
      if (!other) throw new Error(`no tool is called ${slug}`)
      const { value } = parseInput(other, input)
      const payer = { rail: 'service', wallet: null }
      const world = await worldFor(other, now, given)
      return plainAnswer(await runTool(other, value, { ...call, payer }, world))
    },
    onClose: () => {},
  }
  const uses = await staged(tool.spec.uses)
  const open = createOpener(host)
  return {
    host,
    turns: createTurns(),
    open: (asked, call) => open(shared(asked === tool.spec.uses ? uses : asked), call),
  }
}

/** Stand-ins may be asked as fast as they answer; what they told us to wait is waited for. */
function unspaced(): RateSlots {
  const restsUntil = new Map<string, number>()
  return {
    async take(party, { waitMaxMs }) {
      const forMs = Math.max(0, (restsUntil.get(party) ?? 0) - performance.now())
      return { forMs, isTaken: forMs <= waitMaxMs }
    },
    async rest(party, forMs) {
      restsUntil.set(party, Math.max(restsUntil.get(party) ?? 0, performance.now() + forMs))
    },
  }
}

const toolOf = async (slug: string) =>
  (await catalogOfTools()).tools.find((candidate) => candidate.slug === slug)

const lendThreads = threads.open({ onClose: () => {} } as unknown as Host)

/** Threads are the same for all worlds: each pool of them costs seconds and memory. */
const shared = (uses: Uses): Uses =>
  Object.fromEntries(
    Object.entries(uses).map(([as, capability]) => [
      as,
      capability.name === threads.name ? { ...threads, open: () => lendThreads } : capability,
    ]),
  )

const FOLDER = new URL('./upstreams/', import.meta.url)
const started = new Map<string, Promise<Settings>>()

let said: string | undefined

/** From now on, the providers whose texts anybody can write answer this sentence as well. */
export function letStrangersSay(sentence: string | undefined): void {
  said = sentence
}

/** Every stand-in is started once, by the first tool that needs it, and shared from then on. */
async function settingsFor(used: readonly Capability<unknown>[]): Promise<Settings> {
  const found = used.map(async ({ name, texts }) => {
    const sentence = texts === 'public' ? said : undefined
    const key = `${name} ${sentence ?? ''}`
    const settings = started.get(key) ?? startStandIn(name, sentence)
    started.set(key, settings)
    return settings
  })
  return Object.assign({}, ...(await Promise.all(found))) as Settings
}

/** The stand-in of a capability is the file beside the others that bears its name. */
async function startStandIn(name: string, said: string | undefined): Promise<Settings> {
  const file = `${name}.ts`
  if (!(await readdir(FOLDER)).includes(file)) return {}
  const unit = (await import(new URL(file, FOLDER).href)) as { default: StandIn }
  return unit.default(said)
}
