import { z } from 'zod'
import { nullIfTheirs, orNull } from '../../../../base/core/failover.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, nullableText } from '../../../../base/lib/fields.ts'
import { depsDev } from '../../../../capabilities/upstreams/deps-dev.ts'
import { npmRegistry } from '../../../../capabilities/upstreams/npm-registry.ts'

/** Names in the current form, and older ones with capitals. */
const NAME = /^(@[\w.~-]+\/)?[\w.~-]+$/

export default defineTool({
  route: 'GET /api/npm-package',
  name: 'npm package',
  description:
    'npm package facts: latest version, licence, dependencies, downloads, deprecation, types.',
  asks: [
    'what is the newest version of the npm package viem and who maintains it',
    'is this npm module deprecated and how big is it',
    'newest version of react',
    'who maintains an npm library',
    'is a package deprecated',
  ],
  price: '$0.001',
  uses: { npmRegistry, depsDev },
  input: z.object({
    name: line(214)
      .regex(NAME, { error: 'must be the name of an npm package, such as viem or @scope/name' })
      .describe('Name of the package, with its scope.'),
  }),
  output: z.object({
    name: z.string(),
    latest: z.string().describe('Version of the tag latest.'),
    description: nullableText(),
    license: nullableText().describe('License in the package, today an SPDX expression.'),
    publishedIso: nullableText().describe(
      'When this version was published; null if it is too new.',
    ),
    dependencies: z.record(z.string(), z.string()).describe('Version ranges by name.'),
    deprecated: nullableText().describe(
      'Deprecation message of its authors; null if it is not deprecated.',
    ),
    maintainers: z.array(z.string()),
    repository: nullableText(),
    weeklyDownloads: z.int().nullable().describe('Downloads of the last seven whole days.'),
    unpackedBytes: z.int().nullable(),
    types: z.boolean().describe('Whether it has its own TypeScript declarations.'),
  }),
  examples: [
    {
      input: { name: 'viem' },
      at: '2026-01-08T00:00:00Z',
      output: {
        name: 'viem',
        latest: '2.21.0',
        description: 'TypeScript Interface for Ethereum',
        license: 'MIT',
        publishedIso: '2024-08-28T01:02:03.000Z',
        dependencies: { abitype: '1.0.5', ws: '8.17.1' },
        deprecated: null,
        maintainers: ['jmoxey', 'awkweb'],
        repository: 'https://github.com/wevm/viem',
        weeklyDownloads: 2_345_678,
        unpackedBytes: 14_500_000,
        types: true,
        source: 'npm, deps.dev (CC BY 4.0)',
        asOf: '2026-01-08T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ name }, { npmRegistry, depsDev }) {
    const downloads = npmRegistry.weeklyDownloads(name).catch(nullIfTheirs)
    const [found, weeklyDownloads] = await Promise.all([npmRegistry.manifest(name), downloads])
    const released = await orNull(depsDev.version('npm', found.name, found.version)).catch(
      nullIfTheirs,
    )
    return {
      name: found.name,
      latest: found.version,
      description: found.description,
      license: found.license,
      publishedIso: released?.publishedAt ?? null,
      dependencies: found.dependencies,
      deprecated: found.deprecated,
      maintainers: found.maintainers,
      repository: found.repository,
      weeklyDownloads,
      unpackedBytes: found.unpackedBytes,
      types: found.types,
    }
  },
})
