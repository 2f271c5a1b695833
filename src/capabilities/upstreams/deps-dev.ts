import { z } from 'zod'
import { orNull } from '../../base/core/failover.ts'
import { notFound } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { fact, figure, listOf, moment } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Key = z.object({ version: z.string() })

const Package = z.object({
  packageKey: z.object({ name: z.string() }),
  versions: z.array(
    z.object({ versionKey: Key, publishedAt: moment, isDefault: z.boolean().nullish() }),
  ),
})

const Version = z.object({
  versionKey: z.object({ name: z.string(), version: z.string() }),
  publishedAt: moment,
  licenses: listOf(z.string()),
  advisoryKeys: listOf(z.object({ id: z.string() })),
  links: listOf(z.object({ label: z.string(), url: z.string() })),
  relatedProjects: listOf(
    z.object({ projectKey: z.object({ id: z.string() }), relationType: fact }),
  ),
})

const Graph = z.object({
  nodes: z.array(
    z.object({ versionKey: z.object({ name: z.string(), version: z.string() }), relation: fact }),
  ),
})

const Project = z.object({
  projectKey: z.object({ id: z.string() }),
  scorecard: z.object({ overallScore: figure }).nullish(),
})

export const DEPS_DEV_SYSTEMS = [
  'npm',
  'pypi',
  'cargo',
  'maven',
  'go',
  'nuget',
  'rubygems',
] as const
export type DepsDevSystem = (typeof DEPS_DEV_SYSTEMS)[number]

/** Ecosystems whose dependencies it resolves. */
const RESOLVED: ReadonlySet<DepsDevSystem> = new Set(['npm', 'cargo', 'maven', 'pypi'])

const placeOf = (system: DepsDevSystem, name: string, version?: string) =>
  `/v3/systems/${system}/packages/${encodeURIComponent(name)}` +
  (version === undefined ? '' : `/versions/${encodeURIComponent(version)}`)

export const depsDev = defineUpstream({
  name: 'deps-dev',
  title: 'deps.dev (CC BY 4.0)',
  terms: 'https://docs.deps.dev/api/#data-and-terms',
  texts: 'public',
  base: 'https://api.deps.dev',
  limits: { timeoutMs: 10_000, bytesMax: 8_000_000, perSecond: 20 },
  cacheTtlMs: HOUR_MS,
  api: (http) => {
    return {
      /** All versions with the times of their publication; null for an unknown package. */
      async versions(system: DepsDevSystem, name: string) {
        const refusals = { 404: () => notFound('Unknown.') }
        const answer = await orNull(http.json(placeOf(system, name), Package, { refusals }))
        return answer?.versions ?? null
      },
      async version(system: DepsDevSystem, name: string, version: string) {
        const refusals = {
          404: () => notFound(`deps.dev does not know version ${version} of ${name} in ${system}.`),
        }
        return http.json(placeOf(system, name, version), Version, { refusals })
      },
      /**
       * The packages that an install adds, without the package itself; null if they are not
       * resolved.
       */
      async dependencies(system: DepsDevSystem, name: string, version: string) {
        if (!RESOLVED.has(system)) return null
        const refusals = { 404: () => notFound('Not resolved.') }
        const place = `${placeOf(system, name, version)}:dependencies`
        const graph = await orNull(http.json(place, Graph, { refusals }))
        // The first node is the package itself.
        return graph && graph.nodes.slice(1).filter(({ relation }) => relation !== 'SELF')
      },
      /** Overall score of OpenSSF Scorecard for a source repository, 0 to 10. */
      async scorecard(project: string): Promise<number | null> {
        const refusals = { 404: () => notFound('Unknown.') }
        const place = `/v3/projects/${encodeURIComponent(project)}`
        const answer = await orNull(http.json(place, Project, { refusals }))
        return answer?.scorecard?.overallScore ?? null
      },
    }
  },
})
