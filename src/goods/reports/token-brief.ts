import { z } from 'zod'
import { evmAddress, networkField } from '../../engines/onchain/chains/fields.ts'
import { line } from '../../base/lib/fields.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import { writer } from '../../capabilities/llm/report-writer.ts'
import { auditPart, sectionOf } from './_audit.ts'
import type { PartReading } from './_audit-parts.ts'
import * as brief from './_brief.ts'
import { toolRunner, rowsOf, textOf } from './_report-tools.ts'
import type { Section, Source } from './_document.ts'
import { newsSources } from './_evidence.ts'
import { Part, Rows } from './_fields.ts'
import { pairsOf, priceOf } from './_market-parts.ts'
import { defineReport, formatField, nothingFound } from './_report.ts'
import { metadataOf } from './_token-parts.ts'
import { writtenReport, type Outline } from './_written.ts'

export default defineReport({
  body: z.object({
    coin: line(60)
      .regex(/^[\w .-]{2,60}$/, { error: 'must be a name or a symbol such as uniswap or UNI' })
      .optional()
      .describe('Name or symbol, such as uniswap; give it or `address`.'),
    address: evmAddress().optional().describe('The token contract; wins over coin.'),
    network: networkField('base'),
    format: formatField,
  }),
  oneOf: ['coin', 'address'],
  fields: {
    market: Part.describe('Price now, by a pool, and its history; null where it failed.'),
    supply: Part.nullable().describe('What the contract says of itself; null without an address.'),
    liquidity: Part.nullable().describe('Trading pairs; null where they could not be asked.'),
    development: Part.nullable().describe('Its repository with the most stars; null without one.'),
    news: Rows.describe('News by headline, where a news search is set up.'),
  },
  uses: { runner: toolRunner, writer },
  needs: ['crypto-history', 'token-metadata', 'token-price'],
  pace: 'slow',
  tiers: {
    'token-brief': {
      route: 'POST /v1/token-brief',
      price: '$0.60',
      name: 'Token brief',
      description:
        'Cited brief of a crypto token: market, supply, liquidity, development and news, each ' +
        'with its source.',
      asks: [
        'cited brief on a crypto token: market, supply and news',
        'token brief of a coin with its liquidity and its development',
        'report about a coin before I invest',
      ],
      examples: [
        { input: { coin: 'ETH' }, at: '2026-01-01T00:10:00Z' },
        {
          input: { address: '0x4200000000000000000000000000000000000006', format: 'json' },
          at: '2026-01-01T00:10:00Z',
        },
      ],
      plan: null,
    },
  },

  async gather({ coin, address, network }, tools) {
    const contract =
      address === undefined ? null : await tools.must('token-metadata', { token: address, network })
    const name = textOf(contract, 'name') ?? coin ?? ''
    const symbol = textOf(contract, 'symbol') ?? coin ?? ''
    const about = { name, symbol, address, network }
    if (!contract)
      tools.missing.push({
        part: 'Supply and price by a pool',
        why: 'no contract was named: give `address` for it.',
      })
    const market = await brief.marketOf(about, tools)
    if (!contract && !market.history && !market.spot)
      throw nothingFound(`${contract ? 'address' : 'coin'}: no market is known for ${name}.`, {
        toolsAsked: tools.asked.all,
      })
    return { coin: about, contract, ...market }
  },

  async compose(seen, { given: { network }, tools }, used) {
    const { coin, contract, news } = seen
    const { name, symbol, address } = coin
    const retrievedAt = new Date(tools.now()).toISOString()
    const part = (
      id: string,
      title: string,
      answer: JsonObject | null,
      reader: (answer: JsonObject) => PartReading,
    ) => {
      const publisher = textOf(answer, 'source')
      const url = brief.partUrl(id, answer, coin)
      const about = { id, title, subject: symbol, url, publisher, retrievedAt }
      return auditPart(about, answer, answer && reader(answer))
    }
    const parts = [
      part('spot', 'Price', seen.spot, brief.spotRead),
      part('history', `Price over ${brief.DAYS} days`, seen.history, brief.historyRead),
      part('pool', 'Price by a pool', seen.pool, priceOf),
      part('contract', 'Supply', contract, metadataOf),
      part('pairs', 'Trading pairs', seen.pairs, pairsOf),
      part('protocol', 'Protocol', seen.protocol, brief.protocolRead),
      part('development', 'Development', seen.repository, brief.repositoryRead),
    ].filter(({ answer }) => answer !== null)
    const before: readonly Section[] = parts.map((one) => {
      const table = one.id === 'history' ? brief.historyTable(seen.history) : null
      return { ...sectionOf(one), ...(table && { table }) }
    })
    const outline: Outline[] = OUTLINE.map(([id, title, words, most]) => ({
      id,
      title,
      question: `${name} ${symbol} ${words}`,
      words: most,
    }))
    const told = newsSources(rowsOf(news, 'results'), retrievedAt)
    const sources: readonly Source[] = [...seen.pages, ...told]
    const { draft, made } = await writtenReport(
      // The brief is complete without pages of others, so it needs none.
      { subject: name, outline, sources, before, sourcesLeast: 0, wordsLeast: 0 },
      used.writer,
      tools,
    )
    return {
      draft: { title: `${name}: brief`, ...draft },
      fields: {
        market: { spot: seen.spot, history: seen.history, pool: seen.pool },
        supply: contract && { ...contract, address, network },
        liquidity: seen.pairs && { ...seen.pairs },
        development: seen.repository && { ...seen.repository },
        news: [...rowsOf(news, 'results')],
      },
      made: { ...made, sourcesConsulted: parts.length + sources.length },
    }
  },
})

const OUTLINE = [
  ['about', 'What it is', 'token protocol what it is used for', 250],
  ['reported', 'News', 'news announces launch upgrade', 150],
  ['risks', 'Risks', 'risk hack lawsuit decline critics', 150],
] as const
