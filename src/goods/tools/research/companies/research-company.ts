import { z } from 'zod'
import type { CallContext, Capability } from '../../../../base/core/capability.ts'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'

type RunTool = (slug: string, input: JsonObject) => Promise<unknown>

const toolRunner: Capability<RunTool> = {
  name: 'company-parts',
  texts: 'some',
  settings: [],
  runsTools: true,
  open: (host) => (call: CallContext) => async (slug, input) => {
    const tool = await host.toolOf?.(slug)
    if (tool?.alone !== undefined) throw new Fault('not_configured', `${slug} ${tool.alone}.`)
    return host.run(slug, input, call)
  },
}

const Part = z.record(z.string(), z.unknown())
const answerOf = (slug: string) => `As ${slug} answers`

export default defineTool({
  route: 'GET /api/research-company',
  name: 'US company research',
  description:
    'Profile, figures, filings, insider trades, quote and news of a US listed company at once.',
  asks: [
    'profile, figures and insider trades of a listed company at once',
    'filings, insider trades and news of a US listed company at once',
    'everything about a listed company',
    'due diligence on a stock',
  ],
  price: '$0.050',
  pace: 'slow',
  uses: { run: toolRunner },
  input: z.object({
    ticker: z
      .string()
      .trim()
      .min(1)
      .max(12)
      .regex(/^[A-Za-z0-9./ -]+$/, { error: 'must be a ticker such as AAPL' })
      .describe('Ticker of a company that reports to the SEC, such as AAPL.'),
    filings: z.int().min(1).max(50).default(10).describe('Most filings, 1 to 50.'),
    insiderDays: z
      .int()
      .min(1)
      .max(365)
      .default(90)
      .describe('Insider trades filed in so many days, 1 to 365.'),
    news: z.int().min(0).max(20).default(5).describe('Most news, 0 to 20.'),
  }),
  output: z.object({
    company: Part.describe(answerOf('edgar-company-lookup')),
    quote: Part.nullable().describe(`${answerOf('stock-quote')}; null where it failed.`),
    financials: Part.nullable().describe(`${answerOf('company-financials')}; null: failed.`),
    filings: z.array(Part).describe(`Of ${answerOf('edgar-filings')}.`),
    insiderTrades: z.array(Part).describe(`Of ${answerOf('edgar-insider-trades')}.`),
    news: z.array(Part).describe(`Of ${answerOf('search-news')}.`),
    errors: z
      .array(z.object({ part: z.string(), error: z.string() }))
      .describe('Parts that failed or that this service has not set up, and why.'),
  }),
  examples: [{ input: { ticker: 'AAPL' }, at: '2026-01-03T12:00:00Z' }],

  async run({ ticker, filings, insiderDays, news }, { run }) {
    const company = recordOf(await run('edgar-company-lookup', { ticker }))
    const errors: { readonly part: string; readonly error: string }[] = []
    async function part(name: string, slug: string, input: JsonObject): Promise<JsonObject | null> {
      try {
        return recordOf(await run(slug, input))
      } catch (thrown) {
        if (!(thrown instanceof Fault) || thrown.code === 'caller_gone') throw thrown
        errors.push({ part: name, error: thrown.message })
        return null
      }
    }
    const name = typeof company['name'] === 'string' ? company['name'] : ticker
    const [quote, financials, filed, traded, told] = await Promise.all([
      part('quote', 'stock-quote', { ticker }),
      part('financials', 'company-financials', { ticker }),
      part('filings', 'edgar-filings', { ticker, limit: filings }),
      part('insiderTrades', 'edgar-insider-trades', { ticker, days: insiderDays }),
      news === 0 ? null : part('news', 'search-news', { q: name, count: news }),
    ])
    return {
      company,
      quote,
      financials,
      filings: rowsOf(filed, 'filings'),
      insiderTrades: rowsOf(traded, 'trades'),
      news: rowsOf(told, 'results'),
      errors: errors.toSorted((a, b) => a.part.localeCompare(b.part)),
    }
  },
})

const recordOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

function rowsOf(answer: JsonObject | null, name: string): readonly Record<string, unknown>[] {
  const rows = answer?.[name]
  return Array.isArray(rows) ? rows.filter(isObject) : []
}
