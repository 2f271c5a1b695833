import { oddAnswer } from './_odd-answer.ts'
import { childrenOf, elementAt, numberAt, readXml, textAt, type Element } from './_xml.ts'

/** Form 4 documents in the schema of the SEC for ownership documents. */

export interface OwnershipReport {
  readonly issuerCik: string
  readonly insider: string
  readonly role: string | null
  /** Whether a plan of the insider made the trade; null on forms from before that box existed. */
  readonly planned: boolean | null
  readonly trades: readonly OwnershipTrade[]
}

export interface OwnershipTrade {
  readonly date: string
  readonly security: string | null
  readonly derivative: boolean
  readonly code: string
  readonly acquired: boolean
  readonly shares: number | null
  readonly price: number | null
  readonly sharesAfter: number | null
  readonly indirect: boolean
  /** Text of the footnotes of the price: some prices are given only there. */
  readonly note: string | null
}

const TABLES = [
  ['nonDerivativeTable', 'nonDerivativeTransaction', false],
  ['derivativeTable', 'derivativeTransaction', true],
] as const

const NOTE_CHARACTERS_MAX = 600

export async function readOwnership(xml: string): Promise<OwnershipReport> {
  let document: Element | undefined
  await readXml(xml, { ownershipDocument: (element) => void (document = element) })
  const issuerCik = textAt(document, 'issuer', 'issuerCik')
  const owners = childrenOf(document, 'reportingOwner')
  if (!document || issuerCik === null || owners.length === 0) throw oddAnswer()
  const notes = notesOf(document)
  const names = owners.map((owner) => textAt(owner, 'reportingOwnerId', 'rptOwnerName'))
  return {
    issuerCik,
    insider: names.filter((name) => name !== null).join('; '),
    role: roleOf(owners),
    planned: flag(document, 'aff10b5One'),
    trades: TABLES.flatMap(([table, row, derivative]) =>
      childrenOf(elementAt(document, table), row).map((trade) => tradeOf(trade, derivative, notes)),
    ),
  }
}

/** A flag is written as 1 and 0, or as true and false. */
function flag(element: Element | undefined, ...path: readonly string[]): boolean | null {
  const text = textAt(element, ...path)
  return text === null ? null : text === '1' || text.toLowerCase() === 'true'
}

function roleOf(owners: readonly Element[]): string | null {
  const roles = owners.flatMap((owner) => {
    const relation = elementAt(owner, 'reportingOwnerRelationship')
    return [
      flag(relation, 'isOfficer') ? (textAt(relation, 'officerTitle') ?? 'officer') : [],
      flag(relation, 'isDirector') ? 'director' : [],
      flag(relation, 'isTenPercentOwner') ? '10% owner' : [],
      flag(relation, 'isOther') ? (textAt(relation, 'otherText') ?? 'other') : [],
    ].flat()
  })
  return [...new Set(roles)].join(', ') || null
}

type Notes = ReadonlyMap<string, string>

const notesOf = (document: Element): Notes =>
  new Map(
    childrenOf(elementAt(document, 'footnotes'), 'footnote').map(({ text, attributes }) => [
      attributes['id'] ?? '',
      text.replace(/\s+/g, ' '),
    ]),
  )

function tradeOf(trade: Element, derivative: boolean, notes: Notes): OwnershipTrade {
  const amounts = elementAt(trade, 'transactionAmounts')
  const date = textAt(trade, 'transactionDate', 'value')
  const code = textAt(trade, 'transactionCoding', 'transactionCode')
  const direction = textAt(amounts, 'transactionAcquiredDisposedCode', 'value')
  if (date === null || code === null || direction === null) throw oddAnswer()
  const price = elementAt(amounts, 'transactionPricePerShare')
  const after = elementAt(trade, 'postTransactionAmounts', 'sharesOwnedFollowingTransaction')
  const note = childrenOf(price, 'footnoteId')
    .flatMap(({ attributes }) => notes.get(attributes['id'] ?? '') ?? [])
    .join(' ')
  return {
    date: date.slice(0, 10),
    security: textAt(trade, 'securityTitle', 'value'),
    derivative,
    code,
    acquired: direction === 'A',
    shares: numberAt(amounts, 'transactionShares', 'value'),
    price: numberAt(price, 'value'),
    sharesAfter: numberAt(after, 'value'),
    indirect: textAt(trade, 'ownershipNature', 'directOrIndirectOwnership', 'value') === 'I',
    note: note.slice(0, NOTE_CHARACTERS_MAX) || null,
  }
}
