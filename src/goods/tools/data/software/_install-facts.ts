import type { Capability } from '../../../../base/core/capability.ts'
import { nullIfTheirs, orNull } from '../../../../base/core/failover.ts'
import { normalizedPypiName } from '../../../../base/lib/package-names.ts'
import type { DepsDevSystem, depsDev } from '../../../../capabilities/upstreams/deps-dev.ts'
import type { npmRegistry } from '../../../../capabilities/upstreams/npm-registry.ts'
import type { osv } from '../../../../capabilities/upstreams/osv.ts'
import type { pypi } from '../../../../capabilities/upstreams/pypi.ts'
import type { pypistats } from '../../../../capabilities/upstreams/pypistats.ts'
import type { Ecosystem, InstallTarget } from '../../../../engines/dangers/install-command.ts'

/** Facts of registries and OSV about a package before it is installed. */

const SYSTEMS: Readonly<Record<Ecosystem, DepsDevSystem>> = {
  npm: 'npm',
  pypi: 'pypi',
  crates: 'cargo',
  go: 'go',
  maven: 'maven',
  nuget: 'nuget',
  rubygems: 'rubygems',
}

type Api<C> = C extends Capability<infer Lent> ? Lent : never
export interface World {
  readonly depsDev: Api<typeof depsDev>
  readonly npmRegistry: Api<typeof npmRegistry>
  readonly osv: Api<typeof osv>
  readonly pypi: Api<typeof pypi>
  readonly pypistats: Api<typeof pypistats>
}

export interface Facts {
  readonly exists: boolean | null
  /** The version that was found; null if there is none. */
  readonly version: string | null
  readonly firstIso: string | null
  readonly downloadsWeek: number | null
  readonly installScripts: readonly string[] | null
  readonly warnings: readonly string[]
}

export async function factsOf(
  wanted: InstallTarget,
  isCounted: boolean,
  world: World,
): Promise<Facts> {
  const { ecosystem, name, version } = wanted
  const versions = await world.depsDev.versions(SYSTEMS[ecosystem], indexed(wanted))
  const [firstIso = null] = (versions ?? [])
    .flatMap(({ publishedAt }) => publishedAt ?? [])
    .toSorted()
  const base = { firstIso, downloadsWeek: null, installScripts: null, warnings: [] }
  if (ecosystem === 'npm') {
    const found = await orNull(world.npmRegistry.manifest(name, version))
    const any =
      found ?? (version === undefined ? null : await orNull(world.npmRegistry.manifest(name)))
    if (!any) return { ...base, exists: false, version: null }
    return {
      ...base,
      exists: true,
      version: found?.version ?? null,
      downloadsWeek: await world.npmRegistry.weeklyDownloads(name).catch(nullIfTheirs),
      installScripts: found?.installScripts ?? null,
      warnings: found?.deprecated
        ? [`Its authors mark it as deprecated: ${found.deprecated.slice(0, 200)}`]
        : [],
    }
  }
  if (ecosystem === 'pypi') {
    const found = await orNull(world.pypi.project(name, version))
    const any = found ?? (version === undefined ? null : await orNull(world.pypi.project(name)))
    if (!any) return { ...base, exists: false, version: null }
    const recent = isCounted
      ? await world.pypistats.recent(normalizedPypiName(name)).catch(nullIfTheirs)
      : null
    return {
      ...base,
      exists: true,
      version: found?.version ?? null,
      downloadsWeek: recent?.week ?? null,
      warnings: found?.yanked ? ['This version was withdrawn by its authors.'] : [],
    }
  }
  if (!versions) return { ...base, exists: null, version: null }
  const newest = versions.find(({ isDefault }) => isDefault) ?? versions.at(-1)
  const found =
    version === undefined
      ? newest
      : versions.find((one) => bare(one.versionKey.version) === bare(version))
  return { ...base, exists: true, version: found?.versionKey.version ?? null }
}

const indexed = ({ ecosystem, name }: InstallTarget): string =>
  ecosystem === 'pypi' ? normalizedPypiName(name) : name

const bare = (version: string): string => version.replace(/^v/, '')

export interface Malware {
  /** Advisories on the version that was checked. */
  readonly ids: readonly string[]
  /** Advisories only on other versions. */
  readonly others: readonly string[]
  readonly isCut: boolean
}

export const NOTHING_KNOWN = { ids: [], isCut: false }

/** Advisories on any version: of a package that was taken down, only harmless versions are left. */
export const advisoriesOf = async (wanted: readonly InstallTarget[], { osv }: World) =>
  osv.findings(wanted.map((one) => ({ ecosystem: one.ecosystem, name: indexed(one) })))

export async function malwareOf(
  wanted: InstallTarget,
  { version }: Facts,
  known: { readonly ids: readonly string[]; readonly isCut: boolean },
  { osv }: World,
): Promise<Malware> {
  const all = known.ids.filter(isMalware)
  const { isCut } = known
  if (version === null || (all.length === 0 && !isCut)) return { ids: all, others: [], isCut }
  const { ecosystem } = wanted
  const asked = {
    ecosystem,
    name: indexed(wanted),
    version: ecosystem === 'go' ? bare(version) : version,
  }
  const [own] = await osv.findings([asked])
  const ids = (own?.ids ?? []).filter(isMalware)
  return { ids, others: all.filter((id) => !ids.includes(id)), isCut: own?.isCut ?? false }
}

const isMalware = (id: string): boolean => id.startsWith('MAL-')
