import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { wayback } from '../../../../capabilities/upstreams/wayback.ts'

const DATE_CHARACTERS = 'YYYY-MM-DD'.length

export default defineTool({
  route: 'GET /api/archive-snapshot',
  name: 'Archived page',
  description: 'Closest Wayback Machine capture of a URL to a given date.',
  asks: [
    'old copy of a web page from a given day',
    'what was on this website years ago',
    'how did this website look in 2010',
    'page that no longer exists',
    'deleted article',
  ],
  price: '$0.002',
  uses: { wayback },
  input: z.object({
    url: webUrl().describe('Address of the page.'),
    date: z.iso.date().optional().describe('Date, YYYY-MM-DD. Default: the latest capture.'),
  }),
  output: z.object({
    url: z.string(),
    available: z.boolean(),
    snapshotUrl: z.string().nullable().describe('Address of the capture.'),
    snapshotIso: z.iso.datetime().nullable().describe('When it was captured.'),
    status: z.int().nullable().describe('HTTP status that was captured.'),
  }),
  examples: [
    {
      input: { url: 'https://example.com', date: '2020-01-01' },
      at: '2026-01-01T00:00:00Z',
      output: {
        url: 'https://example.com/',
        available: true,
        snapshotUrl: 'https://web.archive.org/web/20200101000151/https://example.com/',
        snapshotIso: '2020-01-01T00:01:51.000Z',
        status: 200,
        source: 'Internet Archive Wayback Machine',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
    {
      input: { url: 'https://never.example/' },
      at: '2026-01-01T00:00:00Z',
      output: {
        url: 'https://never.example/',
        available: false,
        snapshotUrl: null,
        snapshotIso: null,
        status: null,
        source: 'Internet Archive Wayback Machine',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ url, date }, { wayback, now }) {
    const today = new Date(now()).toISOString().slice(0, DATE_CHARACTERS)
    const closest = await wayback.closest(url, date ?? today)
    return {
      url,
      available: closest !== null,
      snapshotUrl: closest?.url ?? null,
      snapshotIso: closest?.atIso ?? null,
      status: closest?.status ?? null,
    }
  },
})
