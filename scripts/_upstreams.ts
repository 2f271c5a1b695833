import { readdir } from 'node:fs/promises'
import type { Capability, Provider } from '../src/base/core/capability.ts'
import type { Example, Tool } from '../src/base/core/tool.ts'

/** A provider that tools ask, and the calls by which they show it. */
export interface AskedUpstream {
  readonly name: string
  readonly providers: readonly Provider[]
  /** First examples before all others, of the tools that use the least besides. */
  readonly calls: readonly UpstreamCall[]
}

export interface UpstreamCall {
  readonly tool: Tool
  readonly example: Example<unknown, unknown>
}

const FOLDERS = ['../src/capabilities/upstreams/', '../src/capabilities/kept/'].map(
  (path) => new URL(path, import.meta.url),
)

/** The providers that any of these tools asks, by name. */
export async function askedUpstreams(tools: readonly Tool[]): Promise<readonly AskedUpstream[]> {
  const found = new Map<string, AskedUpstream>()
  for (const { name, providers = [] } of await upstreams()) {
    const calls = callsOf(name, tools)
    if (calls.length > 0) found.set(name, { name, providers, calls })
  }
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** All capabilities that stand for providers. */
export async function upstreams(): Promise<readonly Capability<unknown>[]> {
  return (await Promise.all(FOLDERS.map(upstreamsIn))).flat()
}

async function upstreamsIn(folder: URL): Promise<readonly Capability<unknown>[]> {
  const files = (await readdir(folder)).filter((file) => /^[a-z0-9-]+\.ts$/.test(file))
  const modules = files.map(async (file) => import(new URL(file, folder).href) as Promise<object>)
  return (await Promise.all(modules)).flatMap((each) => Object.values(each).filter(isUpstream))
}

const isUpstream = (value: unknown): value is Capability<unknown> =>
  typeof value === 'object' && value !== null && 'providers' in value && 'open' in value

const usesOf = ({ spec }: Tool) => Object.values(spec.uses)

function callsOf(name: string, tools: readonly Tool[]): readonly UpstreamCall[] {
  return tools
    .filter((tool) => !tool.parts && usesOf(tool).some((used) => used.name === name))
    .toSorted((one, other) => usesOf(one).length - usesOf(other).length)
    .flatMap((tool) => tool.spec.examples.map((example, at) => ({ tool, example, at })))
    .toSorted((one, other) => one.at - other.at)
}
