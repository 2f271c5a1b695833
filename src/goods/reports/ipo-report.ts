import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { isoDay } from '../../base/lib/iso-time.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import { searchText } from '../../base/lib/fields.ts'
import { toolRunner, rowsOf, textOf } from './_report-tools.ts'
import { citing, recordOf, type Section } from './_document.ts'
import { plural, Rows } from './_fields.ts'
import { defineReport, formatField, nothingFound, refuseIfAllFailed } from './_report.ts'

const FILINGS_MAX = 100

export default defineReport({
  body: z.object({
    days: z.int().min(1).max(60).default(14).describe('Filed in so many last days, 1 to 60.'),
    keyword: searchText(100).optional().describe('Only companies with this in their name.'),
    format: formatField,
  }),
  fields: {
    filings: Rows.describe('First registrations: S-1, F-1, S-11.'),
    upcoming: Rows.describe('Declared effective, so that they may be sold.'),
    priced: Rows.describe('Final prospectuses with a price, form 424B4.'),
    withdrawn: Rows.describe('Registrations that were asked back, form RW.'),
    count: z.int().describe('All rows.'),
  },
  uses: { runner: toolRunner },
  pace: 'slow',
  needs: ['edgar-recent-ipos', 'ipo-calendar'],
  tiers: {
    'ipo-report': {
      route: 'POST /v1/ipo-report',
      price: '$0.05',
      name: 'IPO report',
      description:
        'Report on US companies that filed to go public, were priced or withdrew in recent days, ' +
        'each with its SEC filing.',
      asks: [
        'report about recent IPO filings and pricings with sources',
        'which companies priced their offering or pulled it these days, as a report',
        'report on a company going public',
      ],
      examples: [{ input: { days: 30 }, at: '2026-03-01T00:00:00Z' }],
      plan: null,
    },
  },

  async gather({ days, keyword }, tools) {
    const since = isoDay(tools.now() - days * DAY_MS)
    const ages = Array.from({ length: days + 1 }, (_, age) => isoDay(tools.now() - age * DAY_MS))
    const months = [...new Set(ages.map((day) => day.slice(0, 7)))].toReversed()
    const input = { days, limit: FILINGS_MAX }
    const [us, foreign, ...calendars] = await Promise.all([
      tools.part('Filings on S-1', 'edgar-recent-ipos', input),
      tools.part('Filings on F-1', 'edgar-recent-ipos', { ...input, form: 'F-1' }),
      ...months.map((month) => tools.part(`Calendar of ${month}`, 'ipo-calendar', { month })),
    ])
    refuseIfAllFailed(tools)
    for (const answer of [us ?? null, foreign ?? null, ...calendars])
      if (answer && answer['complete'] !== true)
        tools.missing.push({
          part: 'More filings',
          why: 'not all filings of those days were read.',
        })
    const wanted = (row: JsonObject): boolean =>
      (textOf(row, 'filedDate') ?? '') >= since &&
      (keyword === undefined ||
        (textOf(row, 'company') ?? '').toLowerCase().includes(keyword.toLowerCase()))
    const of = (name: string) =>
      newest(
        calendars.flatMap((one) => rowsOf(one, name)),
        wanted,
      )
    const first = [us ?? null, foreign ?? null].flatMap((one) => rowsOf(one, 'filings'))
    const found = {
      filings: newest([...first, ...calendars.flatMap((one) => rowsOf(one, 'filed'))], wanted),
      upcoming: of('effective'),
      priced: of('priced'),
      withdrawn: of('withdrawn'),
    }
    const count = Object.values(found).reduce((sum, rows) => sum + rows.length, 0)
    if (count === 0)
      throw nothingFound(`Nobody filed, priced or withdrew in the last ${days} days.`, { count })
    return { ...found, count }
  },

  compose({ filings, upcoming, priced, withdrawn, count }, { given: { days }, tools }) {
    const retrievedAt = new Date(tools.now()).toISOString()
    const section = (
      id: string,
      title: string,
      rows: readonly JsonObject[],
      verb: string,
    ): Section => ({
      id,
      title,
      sentences:
        rows.length === 0
          ? [{ text: `No company ${verb}.`, quotes: [] }]
          : rows.map((row) => sentenceOf(row, verb, retrievedAt)),
    })
    return {
      draft: {
        title: `US offerings of the last ${days} days`,
        lead: `${plural(count, 'filing')}, from SEC EDGAR.`,
        sections: [
          section('priced', 'Priced', priced, 'filed its final prospectus'),
          section('filed', 'Filed', filings, 'registered its shares for the first time'),
          section(
            'effective',
            'Declared effective',
            upcoming,
            'had its registration declared effective',
          ),
          section('withdrawn', 'Withdrawn', withdrawn, 'asked to withdraw its registration'),
        ],
      },
      fields: { filings, upcoming, priced, withdrawn, count },
    }
  },
})

/** The newest filings, each once: a filing may be in several lists and under several companies. */
function newest(rows: readonly JsonObject[], wanted: (row: JsonObject) => boolean) {
  const byAccession = new Map(
    rows.filter(wanted).map((row) => [`${textOf(row, 'accession')} ${textOf(row, 'form')}`, row]),
  )
  return [...byAccession.values()].toSorted((a, b) =>
    (textOf(a, 'filedDate') ?? '') < (textOf(b, 'filedDate') ?? '') ? 1 : -1,
  )
}

function sentenceOf(row: JsonObject, verb: string, retrievedAt: string) {
  const [company, form, filedDate, accession] = ['company', 'form', 'filedDate', 'accession'].map(
    (name) => textOf(row, name) ?? 'not told',
  )
  const source = recordOf({
    title: `${form} of ${company}`,
    url: textOf(row, 'url') ?? 'https://www.sec.gov/edgar',
    publisher: 'SEC EDGAR',
    publishedAt: filedDate ?? null,
    retrievedAt,
    text: `${company}, form ${form}, filed ${filedDate}, accession ${accession}`,
  })
  return citing(`${company} ${verb} on ${filedDate} (form ${form}, ${accession}).`, source)
}
