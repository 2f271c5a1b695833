import { normalizedPypiName } from '../../base/lib/package-names.ts'
import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { fact, flag, listOf, membersOf, moment } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Project = z.object({
  info: z.object({
    name: z.string(),
    version: z.string(),
    summary: fact,
    license: fact,
    license_expression: fact,
    classifiers: listOf(z.string()),
    requires_python: fact,
    requires_dist: listOf(z.string()),
    home_page: fact,
    project_urls: membersOf(z.string()).nullish(),
    yanked: flag,
  }),
  urls: z.array(z.object({ upload_time_iso_8601: moment })),
})

const LICENSE_CHARACTERS_MAX = 100
const KEEP_MS = 10 * 60_000

export interface PypiProject {
  readonly name: string
  readonly version: string
  readonly summary: string | null
  readonly license: string | null
  readonly requiresPython: string | null
  /** Time of the first file of this version. */
  readonly releasedIso: string | null
  readonly dependencies: readonly string[]
  readonly yanked: boolean
  readonly homepage: string | null
}

export const pypi = defineUpstream({
  name: 'pypi',
  title: 'PyPI',
  terms: 'https://policies.python.org/pypi.org/Terms-of-Use/',
  texts: 'public',
  base: 'https://pypi.org',
  limits: { timeoutMs: 10_000, bytesMax: 12_000_000, perSecond: 10 },
  cacheTtlMs: KEEP_MS,
  api: (http) => ({
    async project(name: string, version?: string): Promise<PypiProject> {
      const place = `${normalizedPypiName(name)}${version ? `/${encodeURIComponent(version)}` : ''}`
      const refusals = { 404: () => notFound(`PyPI has no project ${place.replace('/', ' ')}.`) }
      const { info, urls } = await http.json(`/pypi/${place}/json`, Project, { refusals })
      return {
        name: info.name,
        version: info.version,
        summary: info.summary,
        license: licenseOf(info),
        requiresPython: info.requires_python,
        releasedIso: earliestOf(urls.map(({ upload_time_iso_8601: at }) => at)),
        dependencies: info.requires_dist,
        yanked: info.yanked === true,
        homepage: homepageOf(info),
      }
    },
  }),
})

type Info = z.output<typeof Project>['info']

/**
 * The expression of PEP 639; else the older field, unless it holds a whole licence text; else a
 * trove classifier.
 */
function licenseOf({ license_expression, license, classifiers }: Info): string | null {
  if (license_expression) return license_expression
  const isShort = license && license.length <= LICENSE_CHARACTERS_MAX && !license.includes('\n')
  if (isShort && license !== 'UNKNOWN') return license
  const troves = classifiers.filter((trove) => trove.startsWith('License :: '))
  return troves.map((trove) => trove.split(' :: ').at(-1)).join(', ') || null
}

function homepageOf({ project_urls, home_page }: Info): string | null {
  const named = Object.entries(project_urls ?? {})
  const [, url] = named.find(([label]) => /^home-?\s?page$/i.test(label)) ?? []
  const first = url ?? (home_page === 'UNKNOWN' ? null : home_page) ?? named[0]?.[1]
  return first && /^https?:\/\//i.test(first) ? first : null
}

/** Null where one of them is not known: it could be the earliest. */
function earliestOf(times: readonly (string | null)[]): string | null {
  const known = times.filter((at) => at !== null)
  if (known.length < times.length) return null
  return known.reduce<string | null>(
    (least, at) => (least === null || at < least ? at : least),
    null,
  )
}
