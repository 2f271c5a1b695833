import { citing, recordOf, type Section, type Sentence, type Source } from './_document.ts'
import { dollars, fineNumber, plural, wholeNumber } from './_fields.ts'
import { concentrationOf, type Position, type Quarter } from './_holdings.ts'

/** The name of a position: options and bonds are named as such. */
const nameOf = ({ issuer, class: kind, putCall, unit }: Position): string =>
  `${issuer}${kind === null ? '' : ` ${kind}`}${putCall === null ? '' : ` (${putCall} options)`}` +
  (unit === 'PRN' ? ' (bonds)' : '')

const amountOf = ({ shares, unit }: Position, count = shares): string =>
  unit === 'PRN' ? `${dollars(count)} of principal` : plural(count, 'share')

const lineOf = (position: Position): string =>
  `${nameOf(position)}, CUSIP ${position.cusip}: ${amountOf(position)}, ` +
  `${dollars(position.valueUsd)}, ${fineNumber(position.pct)}% of the total` +
  (position.changeShares === null
    ? ''
    : `, ${position.status}, change ${wholeNumber(position.changeShares)}`)

const goneLine = (position: Position): string =>
  `${nameOf(position)}, CUSIP ${position.cusip}: no longer held; ` +
  `${amountOf(position)}, ${dollars(position.valueUsd)} a quarter before`

/** The filing of a quarter as a record: a line for each position, then the sums. */
export function filingOf(quarter: Quarter, retrievedAt: string): Source {
  const { manager, cik, reportDate, filedDate, holdings, sold, accessions } = quarter
  const accession = accessions.at(-1) ?? ''
  return recordOf({
    title: `13F of ${manager} for ${reportDate}`,
    url: `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll('-', '')}/`,
    publisher: 'SEC EDGAR',
    publishedAt: filedDate,
    retrievedAt,
    text: [
      headOf(quarter),
      `Filings: ${accessions.join(', ')}.`,
      concentrationLine(quarter),
      ...holdings.map(lineOf),
      ...sold.map(goneLine),
    ].join('\n'),
  })
}

const headOf = ({ manager, total, totalUsd, reportDate, filedDate }: Quarter): string =>
  `${manager} reported ${plural(total, 'position')} worth ${dollars(totalUsd)} ` +
  `on ${reportDate}, filed on ${filedDate}.`

function concentrationLine(quarter: Quarter): string {
  const { top1Pct, top5Pct, top10Pct, herfindahl } = concentrationOf(quarter)
  return (
    `The largest position is ${fineNumber(top1Pct)}% of the total, the largest five are ` +
    `${fineNumber(top5Pct)}%, the largest ten ${fineNumber(top10Pct)}%; ` +
    `the Herfindahl index is ${wholeNumber(herfindahl)} of 10,000.`
  )
}

const SENTENCES_MAX = 25
const TABLE_ROWS_MAX = 100

/** The sections of a report on one quarter. */
export function sectionsOf(quarter: Quarter, source: Source): readonly Section[] {
  const { holdings, sold } = quarter
  const bought = holdings.filter(({ status }) => status === 'new' || status === 'added')
  const reduced = holdings.filter(({ status }) => status === 'reduced')
  const concentration = concentrationLine(quarter)
  return [
    {
      id: 'holdings',
      title: 'Holdings',
      sentences: [
        citing(headOf(quarter), source, headOf(quarter)),
        ...holdings.slice(0, 10).map((one) => citing(`${lineOf(one)}.`, source, lineOf(one))),
      ],
      table: {
        name: 'holdings',
        label: `The largest positions of ${quarter.reportDate}`,
        columns: ['Issuer', 'Class', 'CUSIP', 'Right', 'Amount', 'Value', 'Percent', 'Change'],
        rows: holdings
          .slice(0, TABLE_ROWS_MAX)
          .map((one) => [
            one.issuer,
            one.class,
            one.cusip,
            one.putCall,
            one.shares,
            one.valueUsd,
            one.pct,
            one.changeShares,
          ]),
        chart: {
          kind: 'rows',
          labels: 0,
          values: [6],
          says: 'What part of all each position is, in percent.',
        },
      },
    },
    {
      id: 'bought',
      title: 'Bought',
      sentences: orNone(bought.slice(0, SENTENCES_MAX).map(changeIn(source)), quarter, 'grew'),
    },
    {
      id: 'sold',
      title: 'Sold',
      sentences: orNone(
        [
          ...sold
            .slice(0, SENTENCES_MAX)
            .map((one) => citing(`${goneLine(one)}.`, source, goneLine(one))),
          ...reduced.slice(0, SENTENCES_MAX).map(changeIn(source)),
        ],
        quarter,
        'shrank',
      ),
    },
    {
      id: 'concentration',
      title: 'Concentration',
      sentences: [citing(concentration, source, concentration)],
    },
  ]
}

const changeIn =
  (source: Source) =>
  (position: Position): Sentence => {
    const { status, changeShares, valueUsd } = position
    const change = amountOf(position, Math.abs(changeShares ?? 0))
    const verb = status === 'added' ? 'grew' : 'shrank'
    const text =
      status === 'new'
        ? `${nameOf(position)} is new: ${amountOf(position)}, ${dollars(valueUsd)}.`
        : `${nameOf(position)} ${verb} by ${change} to ${amountOf(position)}.`
    return citing(text, source, lineOf(position))
  }

const orNone = (
  sentences: readonly Sentence[],
  { previousDate }: Quarter,
  verb: string,
): readonly Sentence[] => {
  if (sentences.length > 0) return sentences
  const text =
    previousDate === null
      ? 'The quarter before was not filed, so that nothing is compared.'
      : `No position ${verb} since ${previousDate}.`
  return [{ text, quotes: [] }]
}
