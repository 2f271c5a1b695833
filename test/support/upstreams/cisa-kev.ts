import { fileStandIn } from './_file.ts'

/** After known_exploited_vulnerabilities_schema.json, which www.cisa.gov has beside the feed. */
const ENTRY = {
  cveID: 'CVE-2025-53770',
  vendorProject: 'Microsoft',
  product: 'SharePoint',
  vulnerabilityName: 'Microsoft SharePoint Deserialization of Untrusted Data Vulnerability',
  dateAdded: '2025-07-20',
  shortDescription: 'An attacker can execute code over a network.',
  requiredAction: 'Disconnect public-facing versions that are past their end of service.',
  dueDate: '2025-07-21',
  knownRansomwareCampaignUse: 'Known',
  notes: 'https://nvd.nist.gov/vuln/detail/CVE-2025-53770',
  cwes: ['CWE-502'],
}

const CATALOG = {
  title: 'CISA Catalog of Known Exploited Vulnerabilities',
  catalogVersion: '2026.06.01',
  dateReleased: '2026-06-01T15:00:11.4037Z',
  count: 3,
  vulnerabilities: [
    {
      ...ENTRY,
      cveID: 'CVE-2017-0144',
      product: 'SMBv1',
      dateAdded: '2022-02-10',
      dueDate: '2022-08-10',
    },
    ENTRY,
    {
      ...ENTRY,
      cveID: 'CVE-2021-44228',
      vendorProject: 'Apache',
      product: 'Log4j2',
      vulnerabilityName: 'Apache Log4j2 Remote Code Execution Vulnerability',
      dateAdded: '2021-12-10',
      dueDate: '2021-12-24',
      knownRansomwareCampaignUse: 'Unknown',
    },
  ],
}

export default fileStandIn('UPSTREAM_CISA_KEV_URL', [
  {
    path: '/sites/default/files/feeds/known_exploited_vulnerabilities.json',
    body: JSON.stringify(CATALOG),
  },
])
