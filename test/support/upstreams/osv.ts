import { standIn } from './define.ts'

/** google.github.io/osv.dev/post-v1-querybatch and ossf.github.io/osv-schema. */
const PROTOTYPE = {
  id: 'GHSA-p6mc-m468-83gw',
  summary: 'Prototype Pollution in lodash',
  details: 'Versions of lodash prior to 4.17.19 are vulnerable.',
  aliases: ['CVE-2020-8203'],
  modified: '2026-01-01T00:00:00Z',
  published: '2020-07-15T19:15:48Z',
  database_specific: { severity: 'HIGH', cwe_ids: ['CWE-1321'], github_reviewed: true },
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:H/A:H' }],
  affected: [
    {
      package: { ecosystem: 'npm', name: 'lodash', purl: 'pkg:npm/lodash' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '3.7.0' }, { fixed: '4.17.19' }] }],
    },
    {
      package: { ecosystem: 'npm', name: 'lodash-es', purl: 'pkg:npm/lodash-es' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '3.7.0' }, { fixed: '4.17.20' }] }],
    },
  ],
  schema_version: '1.6.0',
}

const MALWARE = {
  id: 'MAL-2026-1234',
  summary: 'Malicious code in expresss (npm)',
  modified: '2026-01-01T00:00:00Z',
  published: '2026-02-25T10:00:00Z',
  affected: [{ package: { ecosystem: 'npm', name: 'expresss' }, versions: ['1.0.0'] }],
}

const ADVISORIES: Readonly<Record<string, unknown>> = {
  [PROTOTYPE.id]: PROTOTYPE,
  [MALWARE.id]: MALWARE,
}

interface Query {
  readonly package: { readonly ecosystem: string; readonly name: string }
  readonly version?: string
}

function idsOf({ package: { ecosystem, name }, version }: Query): readonly string[] {
  if (ecosystem !== 'npm') return []
  if (name === 'expresss') return [MALWARE.id]
  return name === 'lodash' && version !== '4.17.21' ? [PROTOTYPE.id] : []
}

export default standIn({
  at: 'UPSTREAM_OSV_URL',
  answer({ path, body }) {
    if (path === '/v1/querybatch') {
      const { queries } = JSON.parse(body) as { queries: readonly Query[] }
      const results = queries.map((query) => {
        const ids = idsOf(query)
        const vulns = ids.map((id) => ({ id, modified: '2026-01-01T00:00:00Z' }))
        return ids.length > 0 ? { vulns } : {}
      })
      return { results }
    }
    return ADVISORIES[path.slice('/v1/vulns/'.length)]
  },
})
