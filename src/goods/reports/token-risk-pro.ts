import { z } from 'zod'
import { writer } from '../../capabilities/llm/report-writer.ts'
import { auditPart } from './_audit.ts'
import { ifThere, numberOf, toolRunner, rowsOf, textOf } from './_report-tools.ts'
import { pagesOn } from './_evidence.ts'
import { Part } from './_fields.ts'
import { defineReport, formatField } from './_report.ts'
import * as control from './_token-control.ts'
import * as token from './_token.ts'
import { writtenReport, type Outline } from './_written.ts'

const PAGES_MAX = 8

export default defineReport({
  body: z.object({ ...token.tokenFields, format: formatField }),
  fields: {
    ...token.tokenRiskFields,
    sourceReview: Part.nullable().describe('What a scan of its source found; null without source.'),
    deployer: Part.describe('Who controls the contract, as far as it is told, and what is known.'),
    social: Part.describe('How often it is told of, and where.'),
  },
  uses: { runner: toolRunner, writer },
  needs: ['contract-code', 'token-metadata'],
  pace: 'slow',
  tiers: {
    'token-risk-pro': {
      route: 'POST /v1/token-risk/pro',
      price: '$0.85',
      name: 'Token risk report, pro',
      description:
        'Deeper risk report of a token: review of its source, who controls it, what is written ' +
        'about it, beside the plain one.',
      asks: [
        'deeper token risk report with a review of the source code',
        'token risk pro: deployer of a token, its source and what people write',
      ],
      examples: [
        {
          input: { address: '0x4200000000000000000000000000000000000006' },
          at: '2026-01-01T00:10:00Z',
        },
      ],
      plan: null,
    },
  },

  async gather(asked, tools) {
    const seen = await token.tokenOf(asked, tools)
    const [sourceReview, owner, stories, pages] = await Promise.all([
      control.reviewOf(seen.answers.source, tools),
      control.ownerOf(seen, asked, tools),
      ifThere(tools, 'Hacker News', 'hn-search', { q: `${seen.symbol} token`, limit: 10 }),
      pagesOn(
        [`${seen.symbol} token ${asked.address}`, `${seen.symbol} crypto token scam audit`],
        PAGES_MAX,
        tools,
      ),
    ])
    const about = {
      subject: seen.symbol,
      url: seen.url,
      retrievedAt: new Date(tools.now()).toISOString(),
    }
    const more = [
      auditPart(
        { id: 'review', title: 'Source review', ...about },
        sourceReview,
        sourceReview && control.reviewRead(sourceReview),
      ),
      auditPart(
        { id: 'owner', title: 'Who controls it', ...about },
        owner,
        owner && control.ownerRead(owner),
      ),
    ]
    return {
      seen: { ...seen, parts: [...seen.parts, ...more] },
      sourceReview,
      owner,
      stories,
      pages,
    }
  },

  async compose({ seen, sourceReview, owner, stories, pages }, { tools }, used) {
    const outline: Outline[] = [
      {
        id: 'reading',
        title: 'What it comes to',
        question: `${seen.symbol} owner proxy holders liquidity source finding`,
        words: 200,
        style: 'Say what a holder should know. Give no verdict and no advice to buy or sell.',
      },
      {
        id: 'social',
        title: 'What others write',
        question: `${seen.symbol} token audit scam team community launch`,
        words: 200,
      },
    ]
    const records = seen.parts.flatMap(({ source }) => source ?? [])
    const before = [token.findingsSection(seen, tools), ...token.partSections(seen)]
    const { draft, made } = await writtenReport(
      // The report is complete without pages of others, so it needs none.
      {
        subject: seen.symbol,
        outline,
        sources: [...records, ...pages],
        before,
        sourcesLeast: 0,
        wordsLeast: 0,
      },
      used.writer,
      tools,
    )
    return {
      draft: { title: `Risks of ${seen.symbol}, pro`, ...draft },
      fields: {
        ...token.riskFieldsOf(seen),
        sourceReview: sourceReview && { ...sourceReview },
        deployer: owner ?? {},
        social: {
          stories: rowsOf(stories, 'results').map((row) => ({
            title: textOf(row, 'title'),
            url: textOf(row, 'url'),
            points: numberOf(row, 'points'),
            createdIso: textOf(row, 'createdIso'),
          })),
          pages: pages.map(({ title, url }) => ({ title, url })),
        },
      },
      made: { ...made, sourcesConsulted: records.length + pages.length },
    }
  },
})
