import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { cisaKev } from '../../../../capabilities/kept/cisa-kev.ts'
import { line } from '../../../../base/lib/fields.ts'

const part = (what: string) =>
  line(200)
    .optional()
    .describe(`Only entries whose ${what} contains this text, in any letter case.`)

export default defineTool({
  route: 'GET /api/kev-list',
  name: 'Known exploited vulnerabilities',
  description:
    'Vulnerabilities that attackers are known to exploit (CISA KEV), by vendor, product or date, newest first.',
  asks: [
    'CISA KEV catalog entries of one vendor',
    'CISA deadlines for patching actively used security holes',
    'holes that hackers use right now',
    'which bugs must be patched first',
  ],
  price: '$0.002',
  uses: { cisaKev },
  input: z.object({
    vendor: part('vendor'),
    product: part('product'),
    since: z.iso.date().optional().describe('Only entries added on this day or later, YYYY-MM-DD.'),
    limit: z.int().min(1).max(200).default(20).describe('Most entries, 1 to 200.'),
  }),
  output: z.object({
    entries: z
      .array(
        z.object({
          cve: z.string().describe('CVE identifier.'),
          vendor: z.string().describe('Day by which US federal agencies must act.'),
          product: z.string().describe('Product.'),
          name: z.string().describe('Name of the vulnerability.'),
          addedDate: z.string().describe('When it was added, YYYY-MM-DD.'),
          dueDate: z.string().nullable().describe('By when US federal agencies must act.'),
          ransomware: z
            .enum(['known', 'unknown'])
            .describe('Whether it is known to be used for ransomware.'),
          action: z.string().describe('Required action.'),
        }),
      )
      .describe('Newest first.'),
    count: z.int().describe('Entries in this answer.'),
    total: z.int().describe('Entries that match.'),
    catalogVersion: z.string().describe('Version of the catalog.'),
  }),
  examples: [
    {
      input: { vendor: 'Microsoft', limit: 1 },
      at: '2026-06-02T00:00:00Z',
      output: {
        entries: [
          {
            cve: 'CVE-2025-53770',
            vendor: 'Microsoft',
            product: 'SharePoint',
            name: 'Microsoft SharePoint Deserialization of Untrusted Data Vulnerability',
            addedDate: '2025-07-20',
            dueDate: '2025-07-21',
            ransomware: 'known',
            action: 'Disconnect public-facing versions that are past their end of service.',
          },
        ],
        count: 1,
        total: 2,
        catalogVersion: '2026.06.01',
        source: 'CISA Known Exploited Vulnerabilities',
        asOf: '2026-06-01T15:00:11.403Z',
      },
    },
    { input: { since: '2025-01-01' } },
  ],

  async run({ vendor, product, since = '', limit }, { cisaKev }) {
    const catalog = await cisaKev.catalog()
    const found = []
    for await (const rows of catalog.blocks())
      for (const [, row] of rows)
        if (holds(row.vendor, vendor) && holds(row.product, product) && row.addedDate >= since)
          found.push(row)
    const newest = found.toSorted(
      (one, other) => compare(other.addedDate, one.addedDate) || compare(other.cve, one.cve),
    )
    const entries = newest.slice(0, limit)
    const { catalogVersion } = catalog.meta
    return { entries, count: entries.length, total: found.length, catalogVersion }
  },
})

const holds = (text: string, part: string | undefined): boolean =>
  part === undefined || text.toLowerCase().includes(part.trim().toLowerCase())

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other)
