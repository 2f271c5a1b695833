import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { wayback } from '../../../../capabilities/upstreams/wayback.ts'

export default defineTool({
  route: 'GET /api/archive-history',
  name: 'Archive history',
  description:
    'Capture history of a URL in the Wayback Machine, one row per distinct version, the oldest first.',
  asks: [
    'list of all Wayback Machine captures of a page',
    'on which dates was a page archived',
    'how often was a page saved',
    'older versions of a site',
  ],
  price: '$0.003',
  uses: { wayback },
  input: z.object({
    url: webUrl().describe('Address of the page.'),
    startDate: z.iso.date().optional().describe('No captures before this day, YYYY-MM-DD.'),
    endDate: z.iso.date().optional().describe('No captures after this day, YYYY-MM-DD.'),
    limit: z.int().min(1).max(500).default(50).describe('Most rows, 1 to 500.'),
  }),
  output: z.object({
    url: z.string(),
    captures: z.array(
      z.object({
        timeIso: z.iso.datetime(),
        status: z.int().nullable().describe('HTTP status; null if the page had not changed.'),
        mimeType: z.string().nullable(),
        digest: z.string().describe('SHA-1 of the content, in base32.'),
        snapshotUrl: z.string(),
      }),
    ),
    count: z.int(),
    firstIso: z.iso.datetime().nullable().describe('First of these captures.'),
    lastIso: z.iso.datetime().nullable().describe('Last of these captures.'),
  }),
  examples: [
    {
      input: { url: 'https://example.com', limit: 20 },
      at: '2026-01-01T00:00:00Z',
      output: {
        url: 'https://example.com/',
        captures: [
          {
            timeIso: '2002-01-20T14:25:10.000Z',
            status: 200,
            mimeType: 'text/html',
            digest: 'HT2DYGA5UKZCPBSFVCV3JOBXGW2G5UUA',
            snapshotUrl: 'https://web.archive.org/web/20020120142510/http://example.com:80/',
          },
          {
            timeIso: '2020-01-01T00:01:51.000Z',
            status: null,
            mimeType: null,
            digest: 'WJM2KPM4GF3QK2BISVUH2ASX64NOUY7L',
            snapshotUrl: 'https://web.archive.org/web/20200101000151/https://example.com/',
          },
        ],
        count: 2,
        firstIso: '2002-01-20T14:25:10.000Z',
        lastIso: '2020-01-01T00:01:51.000Z',
        source: 'Internet Archive Wayback Machine',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
    {
      input: { url: 'https://example.com', startDate: '2010-01-01', endDate: '2020-12-31' },
    },
  ],

  async run({ url, startDate, endDate, limit }, { wayback }) {
    if (startDate && endDate && startDate > endDate)
      throw badInput('endDate: must not be before startDate.')
    const captures = await wayback.captures({ url, startDate, endDate, limit })
    return {
      url,
      captures,
      count: captures.length,
      firstIso: captures[0]?.timeIso ?? null,
      lastIso: captures.at(-1)?.timeIso ?? null,
    }
  },
})
