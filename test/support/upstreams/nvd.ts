import { standIn } from './define.ts'

/** nvd.nist.gov/developers/vulnerabilities: the response of the CVE API 2.0, and its schema. */
const LOG4SHELL = {
  id: 'CVE-2021-44228',
  sourceIdentifier: 'security@apache.org',
  published: '2021-12-10T10:15:09.143',
  lastModified: '2025-10-27T17:35:54.463',
  vulnStatus: 'Analyzed',
  cisaExploitAdd: '2021-12-10',
  cisaActionDue: '2021-12-24',
  cisaRequiredAction: 'Apply updates.',
  descriptions: [
    { lang: 'es', value: 'Las caracteristicas de Apache Log4j2' },
    { lang: 'en', value: 'Apache Log4j2 JNDI features do not protect against attackers.' },
  ],
  metrics: {
    cvssMetricV31: [
      {
        source: '134c704f-9b21-4f2e-91b3-4a467353bcc0',
        type: 'Secondary',
        cvssData: {
          version: '3.1',
          vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
          baseScore: 9.8,
          baseSeverity: 'CRITICAL',
        },
      },
      {
        source: 'nvd@nist.gov',
        type: 'Primary',
        cvssData: {
          version: '3.1',
          vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
          baseScore: 10.0,
          baseSeverity: 'CRITICAL',
        },
      },
    ],
    cvssMetricV2: [
      {
        source: 'nvd@nist.gov',
        type: 'Primary',
        cvssData: {
          version: '2.0',
          vectorString: 'AV:N/AC:M/Au:N/C:C/I:C/A:C',
          baseScore: 9.3,
        },
        baseSeverity: 'HIGH',
      },
    ],
  },
  weaknesses: [
    {
      source: 'security@apache.org',
      type: 'Secondary',
      description: [
        { lang: 'en', value: 'CWE-20' },
        { lang: 'en', value: 'CWE-502' },
      ],
    },
    { source: 'nvd@nist.gov', type: 'Primary', description: [{ lang: 'en', value: 'CWE-502' }] },
  ],
  configurations: [
    {
      nodes: [
        {
          operator: 'OR',
          negate: false,
          cpeMatch: [
            {
              vulnerable: true,
              criteria: 'cpe:2.3:a:apache:log4j:*:*:*:*:*:*:*:*',
              versionStartIncluding: '2.0.1',
              versionEndExcluding: '2.3.1',
              matchCriteriaId: '03FA5E81',
            },
            {
              vulnerable: true,
              criteria: 'cpe:2.3:a:apache:log4j:2.0:beta9:*:*:*:*:*:*',
              matchCriteriaId: '17854E42',
            },
            {
              vulnerable: false,
              criteria: 'cpe:2.3:h:siemens:6bk1602:-:*:*:*:*:*:*:*',
              matchCriteriaId: '8320869B',
            },
          ],
        },
      ],
    },
  ],
  references: [
    { url: 'https://logging.apache.org/log4j/2.x/security.html', source: 'x', tags: [] },
  ],
}

/** One that was scored with CVSS 2 only, and one that nobody has scored yet. */
const OLD = {
  ...LOG4SHELL,
  id: 'CVE-1999-0095',
  published: '1988-10-01T04:00:00.000',
  cisaExploitAdd: undefined,
  cisaActionDue: undefined,
  descriptions: [{ lang: 'en', value: 'The debug command in Sendmail is enabled.' }],
  metrics: { cvssMetricV2: LOG4SHELL.metrics.cvssMetricV2 },
  weaknesses: [],
  configurations: [],
}
const FRESH = {
  ...OLD,
  id: 'CVE-2026-0001',
  published: '2026-01-15T00:00:00.000',
  vulnStatus: 'Awaiting Analysis',
  metrics: {},
}

const CVES = [OLD, LOG4SHELL, FRESH]

export default standIn({
  at: 'UPSTREAM_NVD_URL',
  answer({ path, query }) {
    if (path !== '/rest/json/cves/2.0') return undefined
    const { cveId, keywordSearch, cvssV3Severity } = Object.fromEntries(query)
    const matching = CVES.filter(
      ({ id }) =>
        id === cveId ||
        keywordSearch === 'everything' ||
        (/log4j|openssl/.test(keywordSearch ?? '') && id === LOG4SHELL.id),
    ).filter(({ metrics }) => !cvssV3Severity || 'cvssMetricV31' in metrics)
    const start = Number(query.get('startIndex') ?? 0)
    const page = matching.slice(start, start + Number(query.get('resultsPerPage') ?? 2_000))
    return {
      resultsPerPage: page.length,
      startIndex: start,
      totalResults: matching.length,
      format: 'NVD_CVE',
      version: '2.0',
      timestamp: '2026-01-20T00:00:00.000',
      vulnerabilities: page.map((cve) => ({ cve })),
    }
  },
})
