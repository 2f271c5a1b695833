import { z } from 'zod'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { depsDev } from '../../../../capabilities/upstreams/deps-dev.ts'

const DEPENDENCIES_MAX = 1_000

export default defineTool({
  route: 'GET /api/package-metadata',
  name: 'Package metadata',
  description:
    'Licences, advisories and all transitive dependencies, as resolved, of a package version in six ecosystems.',
  asks: [
    'all transitive dependencies of express 4.19.2',
    'OpenSSF scorecard and licences of a Go or Cargo module',
    'which licences come with my dependencies',
    'all packages that a library pulls in',
  ],
  price: '$0.002',
  uses: { depsDev },
  input: z.object({
    system: z
      .enum(['npm', 'pypi', 'cargo', 'maven', 'go', 'nuget'])
      .describe('The ecosystem of the package.'),
    name: line(214)
      .min(1)
      .describe('Name of the package; group:artifact for Maven, the module path for Go.'),
    version: line(100).min(1).optional().describe('Exact version. Default: the newest stable one.'),
  }),
  output: z.object({
    system: z.string(),
    name: z.string(),
    version: z.string(),
    licenses: z.array(z.string()).describe('SPDX ids, or `non-standard`.'),
    publishedIso: z.string().nullable(),
    advisories: z
      .array(z.string())
      .describe('Ids of known vulnerabilities of the package itself, without its dependencies.'),
    dependencies: z
      .array(
        z.object({
          name: z.string(),
          version: z.string(),
          relation: z.string().nullable().describe('DIRECT or INDIRECT.'),
        }),
      )
      .nullable()
      .describe(`At most ${DEPENDENCIES_MAX}; null if they are not resolved, as for Go.`),
    dependencyCount: z.int().nullable(),
    scorecard: z.number().nullable().describe('OpenSSF Scorecard of its source, 0 to 10.'),
    links: z.array(z.object({ label: z.string(), url: z.string() })),
  }),
  examples: [
    {
      input: { system: 'npm', name: 'express', version: '4.19.2' },
      at: '2026-01-08T00:00:00Z',
      output: {
        system: 'npm',
        name: 'express',
        version: '4.19.2',
        licenses: ['MIT'],
        publishedIso: '2024-03-25T14:19:46.000Z',
        advisories: ['GHSA-qw6h-vgh9-j6wx'],
        dependencies: [
          { name: 'accepts', version: '1.3.8', relation: 'DIRECT' },
          { name: 'mime-types', version: '2.1.35', relation: 'INDIRECT' },
        ],
        dependencyCount: 2,
        scorecard: 8.2,
        links: [
          { label: 'HOMEPAGE', url: 'http://expressjs.com/' },
          { label: 'SOURCE_REPO', url: 'git+https://github.com/expressjs/express.git' },
        ],
        source: 'deps.dev (CC BY 4.0)',
        asOf: '2026-01-08T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { system: 'npm', name: 'express' } },
    { input: { system: 'go', name: 'github.com/gin-gonic/gin', version: 'v1.10.0' } },
  ],

  async run({ system, name, version: given }, { depsDev }) {
    const version = given ?? (await newestOf(name, await depsDev.versions(system, name)))
    const found = await depsDev.version(system, name, version)
    const source = found.relatedProjects.find(({ relationType }) => relationType === 'SOURCE_REPO')
    const [nodes, scorecard] = await Promise.all([
      depsDev.dependencies(system, name, version),
      source ? depsDev.scorecard(source.projectKey.id).catch(nullIfTheirs) : null,
    ])
    const dependencies = nodes?.slice(0, DEPENDENCIES_MAX).map(({ versionKey, relation }) => ({
      name: versionKey.name,
      version: versionKey.version,
      relation,
    }))
    return {
      system,
      name: found.versionKey.name,
      version: found.versionKey.version,
      licenses: found.licenses,
      publishedIso: found.publishedAt,
      advisories: found.advisoryKeys.map(({ id }) => id),
      dependencies: dependencies ?? null,
      dependencyCount: nodes?.length ?? null,
      scorecard,
      links: found.links,
    }
  },
})

interface Version {
  readonly versionKey: { readonly version: string }
  readonly isDefault?: boolean | null | undefined
}

async function newestOf(name: string, versions: readonly Version[] | null): Promise<string> {
  const chosen = versions?.find(({ isDefault }) => isDefault) ?? versions?.at(-1)
  if (!chosen) throw notFound(`deps.dev does not know the package ${name}.`)
  return chosen.versionKey.version
}
