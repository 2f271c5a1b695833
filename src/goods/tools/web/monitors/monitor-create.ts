import { z } from 'zod'
import { usd, usdOf } from '../../../../base/core/money.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { monitoring } from '../../../../capabilities/monitors/monitoring.ts'

const LOOK = usd('$0.02')
const LOOKS_MIN = 7

export default defineTool({
  route: 'POST /api/monitor-create',
  name: 'Daily monitor',
  description:
    'Watch a domain, company filings, insider trades, a fund, recalls, a search or IPOs once a day, with a page, JSON and a feed of changes, for as many looks as are paid.',
  asks: [
    'monitor a domain day by day and get a feed when something changes',
    'daily watch on filings or recalls with a page of what is new',
    'tell me when something changes',
    'alert me about a new filing',
    'keep an eye on a domain',
    'notify me',
  ],
  price: {
    from: '$0.14',
    quote: ({ looks }) => usdOf(looks * LOOK),
  },
  uses: { monitoring },
  input: z.object({
    product: z
      .enum(['domain', 'filing', 'insider', 'fund', 'recall', 'research', 'ipo'])
      .describe('Kind of thing to watch.'),
    target: line(200)
      .min(1)
      .describe(
        'A domain; a ticker or CIK for filing and insider; the CIK of a manager for fund; a product or maker for recall; a search for research; all or a part of a company name for ipo.',
      ),
    looks: z
      .int()
      .min(LOOKS_MIN)
      .max(366)
      .default(30)
      .describe('Paid looks, one a day, 7 to 366. A look that fails is not counted.'),
  }),
  output: z.object({
    id: z.string().describe('Id of the monitor. Keep it: whoever has it can read the monitor.'),
    product: z.string(),
    target: z.string(),
    looks: z.int().describe('Number of paid looks.'),
    firstLookIso: z.string().describe('When its first look is due.'),
    page: z.string().describe('Path of the page with the changes, on this service.'),
    json: z.string().describe('Path of the same data as JSON.'),
    feed: z.string().describe('Path of the same data as an Atom feed.'),
  }),
  examples: [
    { input: { product: 'domain', target: 'example.com', looks: 7 }, at: '2026-01-10T00:00:00Z' },
    { input: { product: 'ipo', target: 'all', looks: 30 }, at: '2026-03-01T00:00:00Z' },
  ],

  run: ({ product, target, looks }, { monitoring }) => monitoring.begin({ product, target, looks }),
})
