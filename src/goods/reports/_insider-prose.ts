import { numberOf, rowsOf, textOf } from './_report-tools.ts'
import { citing, recordOf, type Sentence, type Source, type Table } from './_document.ts'
import { dollars, fineNumber, plural, pricesUrl, wholeNumber } from './_fields.ts'
import type { Cluster, Totals, Trade } from './_insiders.ts'

/** Trades of insiders in sentences, each with the line of its form. */

/** Each filing as a record: a line for each of its trades. */
export function filingsOf(
  trades: readonly Trade[],
  retrievedAt: string,
): ReadonlyMap<string, Source> {
  const byUrl = Map.groupBy(trades, ({ url }) => url)
  return new Map(
    Array.from(byUrl, ([url, of]) => [
      url,
      recordOf({
        title: `Form 4${of[0]?.amendment ? '/A' : ''} of ${of[0]?.insider ?? ''}`,
        url,
        publisher: 'SEC EDGAR',
        publishedAt: of[0]?.filedDate ?? null,
        retrievedAt,
        text: of.map(lineOf).join('\n'),
      }),
    ]),
  )
}

const VERBS: Readonly<Record<string, string>> = {
  P: 'bought on the market',
  S: 'sold on the market',
  A: 'was granted',
  M: 'exercised or converted',
  F: 'gave up for taxes or the exercise price',
  G: 'gave away',
}

/** The line of a trade in its record, which sentences quote. */
function lineOf(trade: Trade): string {
  const { date, insider, role, code, shares, security, priceUsd, planned, sharesAfter, note } =
    trade
  const price = priceUsd === null ? 'price not in its field' : `${dollars(priceUsd)} each`
  const after = sharesAfter === null ? '' : `; owned afterwards: ${wholeNumber(sharesAfter)}`
  const plan = planned === null ? 'not said' : planned ? 'yes' : 'no'
  const who = role === null ? insider : `${insider} (${role})`
  return (
    `${date}: ${who}, code ${code}, ${shares === null ? 'amount not told' : fineNumber(shares)} ` +
    `${security ?? 'securities'}, ${price}; 10b5-1 plan: ${plan}${after}` +
    (note === null ? '' : `; footnote: ${note.replaceAll(/\s+/g, ' ')}`)
  )
}

export function sentenceOf(trade: Trade, filings: ReadonlyMap<string, Source>): Sentence {
  const { date, insider, role, code, shares, security, priceUsd, valueUsd, planned, note } = trade
  const who = role === null ? insider : `${insider} (${role})`
  const count = shares === null ? 'an amount not told of' : fineNumber(shares)
  const what = `${count} ${security ?? 'securities'}`
  const price =
    priceUsd === null
      ? ''
      : ` at ${dollars(priceUsd)} each${valueUsd === null ? '' : `, ${dollars(valueUsd)} in all`}`
  const plan = planned === true ? ', under a 10b5-1 plan' : ''
  const foot = note === null ? '' : ` (footnote: ${note.replaceAll(/\s+/g, ' ')})`
  const source = filings.get(trade.url)
  const verb = VERBS[code] ?? `reported code ${code}:`
  const text = `On ${date} ${who} ${verb} ${what}${price}${plan}${foot}.`
  return source ? citing(text, source, lineOf(trade)) : { text, quotes: [] }
}

export function clusterSentence(
  { kind, from, to, insiders: who, trades, usd }: Cluster,
  open: readonly Trade[],
  filings: ReadonlyMap<string, Source>,
): Sentence {
  const of = open.filter(
    (one) => one.kind === kind && one.planned !== true && one.date >= from && one.date <= to,
  )
  const quotes = of.flatMap((one) => {
    const source = filings.get(one.url)
    return source ? [{ source, text: lineOf(one) }] : []
  })
  const verb = kind === 'buy' ? 'bought' : 'sold'
  const text =
    `From ${from} to ${to} ${who.length} insiders ${verb} in ${trades} trades ` +
    `for ${dollars(usd)}: ${who.join('; ')}.`
  return { text, quotes }
}

interface Sums {
  readonly name: string
  readonly bought: Totals
  readonly sold: Totals
  readonly netUsd: number
  readonly days: number
  readonly filingsRead: number
  readonly retrievedAt: string
}

/** The sums of this service, as a record of its own. */
export function sumsOf({
  name,
  bought,
  sold,
  netUsd,
  days,
  filingsRead,
  retrievedAt,
}: Sums): Source {
  const said = (verb: string, { trades, insiders: who, shares, usd, planned }: Totals) =>
    `${plural(who, 'insider')} of ${name} ${verb} ${fineNumber(shares)} shares on the open ` +
    `market in ${plural(trades, 'trade')} for ${dollars(usd)}, ${planned} of them under a ` +
    '10b5-1 plan.'
  return recordOf({
    title: `Sums of ${plural(filingsRead, 'Form 4', 'Forms 4')} of ${name} in ${days} days`,
    url: 'https://www.sec.gov/edgar/search/#/forms=4',
    publisher: 'computed here from the forms cited below',
    retrievedAt,
    text: [
      said('bought', bought),
      said('sold', sold),
      `Bought less sold comes to ${dollars(netUsd)}.`,
    ].join('\n'),
  })
}

interface PriceContext {
  readonly [name: string]: unknown
  readonly from: string
  readonly to: string
  readonly firstClose: number
  readonly lastClose: number
  readonly changePct: number
  readonly ticker: string
}

type Answer = Parameters<typeof rowsOf>[0]

export function contextOf(prices: Answer): PriceContext | null {
  const bars = rowsOf(prices, 'bars')
  const [first, last] = [bars[0], bars.at(-1)]
  const [firstClose, lastClose] = [numberOf(first, 'adjClose'), numberOf(last, 'adjClose')]
  if (firstClose === null || lastClose === null || firstClose <= 0) return null
  return {
    ticker: textOf(prices, 'ticker') ?? '',
    from: textOf(first, 'timeIso')?.slice(0, 10) ?? '',
    to: textOf(last, 'timeIso')?.slice(0, 10) ?? '',
    firstClose,
    lastClose,
    changePct: Math.round((lastClose / firstClose - 1) * 10_000) / 100,
  }
}

export function priceSentence(
  context: PriceContext,
  prices: Answer,
  retrievedAt: string,
): Sentence {
  const { ticker, from, to, firstClose, lastClose, changePct } = context
  const text =
    `The adjusted close of ${ticker} went from ${dollars(firstClose)} on ${from} ` +
    `to ${dollars(lastClose)} on ${to}, ${fineNumber(changePct)}%.`
  const title = `Daily closes of ${ticker}`
  const publisher = textOf(prices, 'source')
  const url = pricesUrl(publisher, ticker)
  return citing(text, recordOf({ title, url, publisher, retrievedAt, text }))
}

export const tableOf = (trades: readonly Trade[]): Table => ({
  name: 'trades',
  label: 'Every trade, the newest filing first',
  columns: ['Date', 'Filed', 'Insider', 'Code', 'Shares', 'Price', 'Value', 'Plan', 'Form'],
  rows: trades.map((one) => [
    one.date,
    one.filedDate,
    one.insider,
    one.code,
    one.shares,
    one.priceUsd,
    one.valueUsd,
    one.planned === null ? null : one.planned ? 'yes' : 'no',
    one.amendment ? '4/A' : '4',
  ]),
})
