import { z } from 'zod'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { normalizedPypiName } from '../../../../base/lib/package-names.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, nullableText } from '../../../../base/lib/fields.ts'
import { pypi } from '../../../../capabilities/upstreams/pypi.ts'
import { pypistats } from '../../../../capabilities/upstreams/pypistats.ts'

export default defineTool({
  route: 'GET /api/pypi-package',
  name: 'PyPI package',
  description: 'PyPI package facts: latest version, Python range, dependencies, downloads.',
  asks: [
    'which Python versions does the library httpx support',
    'newest PyPI release of a Python project and what it requires',
    'which Python versions does a package need',
    'newest release on PyPI',
  ],
  price: '$0.001',
  uses: { pypi, pypistats },
  input: z.object({
    name: line(200)
      .regex(/^[a-z0-9]([\w.-]*[a-z0-9])?$/i, { error: 'must be the name of a PyPI project' })
      .describe('Name of the project, such as httpx.'),
  }),
  output: z.object({
    name: z.string(),
    latest: z.string().describe('Newest version that is not a prerelease.'),
    summary: nullableText(),
    license: nullableText().describe("SPDX expression, or the project's own text."),
    requiresPython: nullableText().describe('Required versions of Python, as in PEP 440.'),
    releasedIso: nullableText().describe('When its first file was uploaded; null without files.'),
    dependencies: z
      .array(z.string())
      .describe('Dependencies as in PEP 508, optional ones with their extra.'),
    yanked: z.boolean().describe('Whether this version was withdrawn.'),
    homepage: nullableText(),
    monthlyDownloads: z
      .int()
      .nullable()
      .describe('Downloads of the last thirty days, without known mirrors; null if unknown.'),
  }),
  examples: [
    {
      input: { name: 'httpx' },
      at: '2026-01-08T00:00:00Z',
      output: {
        name: 'httpx',
        latest: '0.28.1',
        summary: 'The next generation HTTP client.',
        license: 'BSD-3-Clause',
        requiresPython: '>=3.8',
        releasedIso: '2024-12-06T15:37:21.509Z',
        dependencies: ['anyio', 'certifi', 'brotli; extra == "brotli"'],
        yanked: false,
        homepage: 'https://github.com/encode/httpx',
        monthlyDownloads: 110_000_000,
        source: 'PyPI, PyPI Stats',
        asOf: '2026-01-08T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ name }, { pypi, pypistats }) {
    const [found, recent] = await Promise.all([
      pypi.project(name),
      pypistats.recent(normalizedPypiName(name)).catch(nullIfTheirs),
    ])
    const { version, ...rest } = found
    return { ...rest, latest: version, monthlyDownloads: recent?.month ?? null }
  },
})
