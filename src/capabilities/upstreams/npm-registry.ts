import { z } from 'zod'
import { orNull } from '../../base/core/failover.ts'
import { notFound } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { isObject, textOr } from '../../base/lib/json-object.ts'
import { fact, figure } from './_facts.ts'
import { defineUpstream } from './define.ts'

/** Older manifests write some members in other forms, which `unknown` lets through. */
const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  description: fact.catch(null),
  license: z.unknown().optional(),
  licenses: z.unknown().optional(),
  dependencies: z.record(z.string(), z.string()).nullish().catch(null),
  scripts: z.record(z.string(), z.unknown()).nullish().catch(null),
  deprecated: z.union([z.string(), z.boolean()]).nullish(),
  maintainers: z.array(z.object({ name: z.string() })).nullish(),
  repository: z.unknown().optional(),
  types: z.unknown().optional(),
  typings: z.unknown().optional(),
  exports: z.unknown().optional(),
  dist: z.object({ unpackedSize: figure }),
})

const Downloads = z.object({ downloads: z.int() })

const DOWNLOADS = 'https://api.npmjs.org/downloads/point/last-week/'
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall']
const EXPORTS_MAX = 200_000
const KEEP_MS = 10 * 60_000

export interface NpmManifest {
  readonly name: string
  readonly version: string
  readonly description: string | null
  readonly license: string | null
  readonly dependencies: Readonly<Record<string, string>>
  /** Deprecation message of its authors; null if it is not deprecated. */
  readonly deprecated: string | null
  readonly maintainers: readonly string[]
  readonly repository: string | null
  readonly unpackedBytes: number | null
  readonly types: boolean
  readonly installScripts: readonly string[]
}

export const npmRegistry = defineUpstream({
  name: 'npm-registry',
  title: 'npm',
  terms: 'https://docs.npmjs.com/policies/open-source-terms',
  texts: 'public',
  base: 'https://registry.npmjs.org',
  limits: { timeoutMs: 10_000, bytesMax: 4_000_000, perSecond: 20 },
  cacheTtlMs: KEEP_MS,
  api: (http) => ({
    /** One version, or the version of a tag such as `latest`. */
    async manifest(name: string, version = 'latest'): Promise<NpmManifest> {
      const refusals = { 404: () => notFound(`npm has no package ${name} with ${version}.`) }
      const path = `/${name.replace('/', '%2f')}/${encodeURIComponent(version)}`
      return manifestOf(await http.json(path, Manifest, { refusals }))
    },
    /** Downloads of the last seven whole days; null if none are counted. */
    async weeklyDownloads(name: string): Promise<number | null> {
      const refusals = { 404: () => notFound('Not counted.') }
      const ask = { refusals, cacheTtlMs: DAY_MS }
      return (await orNull(http.json(`${DOWNLOADS}${name}`, Downloads, ask)))?.downloads ?? null
    },
  }),
})

function manifestOf(read: z.output<typeof Manifest>): NpmManifest {
  const { name, version, description, deprecated, scripts } = read
  return {
    name,
    version,
    description,
    license: licenseIn(read.license ?? read.licenses),
    dependencies: read.dependencies ?? {},
    deprecated: typeof deprecated === 'string' ? deprecated || null : deprecated ? 'yes' : null,
    maintainers: (read.maintainers ?? []).map((maintainer) => maintainer.name),
    repository: webAddressOf(read.repository),
    unpackedBytes: read.dist.unpackedSize,
    types: hasTypes(read),
    installScripts: INSTALL_SCRIPTS.filter((script) => typeof scripts?.[script] === 'string'),
  }
}

/** Today an SPDX expression; in the past, an object or a list of them. */
function licenseIn(given: unknown): string | null {
  if (Array.isArray(given)) return given.flatMap((one) => licenseIn(one) ?? []).join(' OR ') || null
  return (isObject(given) ? textOr(given['type'], null) : textOr(given, null)) || null
}

function hasTypes({ types, typings, exports }: z.output<typeof Manifest>): boolean {
  if (types || typings) return true
  const written = JSON.stringify(exports ?? null).slice(0, EXPORTS_MAX)
  return /"types(@[^"]*)?":/.test(written)
}

/** Turns `git+ssh://git@github.com/a/b.git`, `github:a/b` and the like into a web address. */
function webAddressOf(given: unknown): string | null {
  const text = isObject(given) ? textOr(given['url'], '') : textOr(given, '')
  const short = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(text)
  if (short) return `https://${HOSTS[short[1] ?? 'github']}/${short[2]}`
  const place = text
    .replace(/^git\+/, '')
    .replace(/^(?:ssh:\/\/)?git@([\w.-]+)[:/]/, 'https://$1/')
    .replace(/^(git|ssh|http):\/\/(?:git@)?/, 'https://')
    .replace(/\.git(#.*)?$/, '')
  return URL.parse(place)?.protocol === 'https:' ? place : null
}

const HOSTS: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
}
