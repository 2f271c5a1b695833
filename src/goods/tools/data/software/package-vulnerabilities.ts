import { z } from 'zod'
import {
  OSV_ECOSYSTEMS,
  normalizedPypiName,
  type OsvEcosystem,
} from '../../../../base/lib/package-names.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, nullableText } from '../../../../base/lib/fields.ts'
import { osv, type OsvAdvisory, type OsvPackage } from '../../../../capabilities/upstreams/osv.ts'

/** Each advisory takes one request. */
const ADVISORIES_MAX = 200
const AT_ONCE = 10
const SUMMARY_CHARACTERS = 300

const ecosystems = Object.keys(OSV_ECOSYSTEMS) as [OsvEcosystem, ...OsvEcosystem[]]

export default defineTool({
  route: 'POST /api/package-vulnerabilities',
  name: 'Package vulnerabilities',
  description:
    'Known vulnerabilities (OSV) of a list of dependencies: exact package versions in npm, PyPI, Go, crates and more, with fixes.',
  asks: [
    'does lodash 4.17.15 have security holes and which release fixes them',
    'check a list of dependencies against OSV',
    'are my dependencies safe',
    'known bugs of lodash 4.17',
    'audit of requirements.txt',
  ],
  price: '$0.002',
  uses: { osv },
  input: z.object({
    packages: z
      .array(
        z.object({
          ecosystem: z.enum(ecosystems).describe('Ecosystem where the package is published.'),
          name: line(300).min(1).describe('Name of the package; group:artifact for Maven.'),
          version: line(100).min(1).describe('Exact version, not a range.'),
        }),
      )
      .min(1)
      .max(100)
      .describe('1 to 100 packages.'),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          ecosystem: z.string(),
          name: z.string(),
          version: z.string(),
          vulnerabilities: z.array(
            z.object({
              id: z.string(),
              aliases: z.array(z.string()).describe('Other ids, such as its CVE number.'),
              malware: z.boolean().describe('Whether the package itself is malicious.'),
              summary: nullableText(),
              severity: nullableText().describe(
                'LOW, MODERATE, HIGH or CRITICAL; null if it is not rated.',
              ),
              cvssVector: nullableText(),
              fixedIn: z.array(z.string()).describe('Versions with a fix, for all branches.'),
              publishedIso: nullableText(),
              detailed: z
                .boolean()
                .describe('False if it is beyond the number that one call looks up.'),
            }),
          ),
          isCut: z.boolean().describe('Whether there are more than are listed.'),
        }),
      )
      .describe(
        'In the order of the packages. OSV also answers none for packages that it does not know.',
      ),
    vulnerable: z.int().describe('Number of packages with at least one vulnerability.'),
    count: z.int().describe('Number of packages.'),
  }),
  examples: [
    {
      input: {
        packages: [
          { ecosystem: 'npm', name: 'lodash', version: '4.17.15' },
          { ecosystem: 'npm', name: 'lodash', version: '4.17.21' },
        ],
      },
      at: '2026-01-08T00:00:00Z',
      output: {
        results: [
          {
            ecosystem: 'npm',
            name: 'lodash',
            version: '4.17.15',
            vulnerabilities: [
              {
                id: 'GHSA-p6mc-m468-83gw',
                aliases: ['CVE-2020-8203'],
                malware: false,
                summary: 'Prototype Pollution in lodash',
                severity: 'HIGH',
                cvssVector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:H/A:H',
                fixedIn: ['4.17.19'],
                publishedIso: '2020-07-15T19:15:48.000Z',
                detailed: true,
              },
            ],
            isCut: false,
          },
          {
            ecosystem: 'npm',
            name: 'lodash',
            version: '4.17.21',
            vulnerabilities: [],
            isCut: false,
          },
        ],
        vulnerable: 1,
        count: 2,
        source: 'OSV',
        asOf: '2026-01-08T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ packages }, { osv }) {
    const asked = packages.map(readable)
    const findings = await osv.findings(asked)
    const ids = [...new Set(findings.flatMap((finding) => finding.ids))].slice(0, ADVISORIES_MAX)
    const advisories = new Map<string, OsvAdvisory>()
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => osv.advisory(id)))
      for (const advisory of some) advisories.set(advisory.id, advisory)
    }
    const results = packages.map(({ ecosystem, name, version }, at) => {
      const { ids: found = [], isCut = false } = findings[at] ?? {}
      const wanted = asked[at]
      const vulnerabilities = found
        .filter((id) => !advisories.get(id)?.withdrawn)
        .map((id) => vulnerabilityOf(id, advisories.get(id), wanted?.name ?? name))
      return { ecosystem, name, version, vulnerabilities, isCut }
    })
    const vulnerable = results.filter(({ vulnerabilities }) => vulnerabilities.length > 0).length
    return { results, vulnerable, count: results.length }
  },
})

/** OSV normalises PyPI names, and writes versions of Go without their v. */
const readable = ({ ecosystem, name, version }: OsvPackage & { version: string }) => ({
  ecosystem,
  name: ecosystem === 'pypi' ? normalizedPypiName(name) : name,
  version: ecosystem === 'go' ? version.replace(/^v/, '') : version,
})

function vulnerabilityOf(id: string, advisory: OsvAdvisory | undefined, name: string) {
  const told = advisory?.summary ?? advisory?.details ?? null
  return {
    id,
    aliases: advisory?.aliases ?? [],
    malware: id.startsWith('MAL-'),
    summary: told && told.slice(0, SUMMARY_CHARACTERS),
    severity: advisory?.database_specific?.severity?.toUpperCase() ?? null,
    cvssVector: advisory?.severity.at(-1)?.score ?? null,
    fixedIn: advisory ? fixesOf(advisory, name) : [],
    publishedIso: advisory?.published ?? null,
    detailed: advisory !== undefined,
  }
}

/** Fixes of this package only: an advisory may cover several, and commits are not versions. */
function fixesOf({ affected }: OsvAdvisory, name: string): readonly string[] {
  const events = affected
    .filter((one) => one.package?.name === name)
    .flatMap(({ ranges }) => ranges.filter(({ type }) => type !== 'GIT'))
    .flatMap((range) => range.events)
  return [...new Set(events.flatMap(({ fixed }) => fixed ?? []))]
}
