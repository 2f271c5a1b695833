import { numberAt, readXml, textAt, type Element } from './_xml.ts'

export interface Holding {
  readonly issuer: string
  readonly class: string | null
  readonly cusip: string
  readonly putCall: 'put' | 'call' | null
  /** SH: shares. PRN: principal of a bond. */
  readonly unit: string | null
  readonly shares: number
  readonly value: number
}

const ROWS_MAX = 100_000

/** Rows of an information table; rows of the same security by several managers are joined. */
export async function work({ xml }: { readonly xml: string }) {
  const holdings = new Map<string, Holding>()
  let rows = 0
  let unread = 0
  await readXml(xml, {
    infoTable(row) {
      rows += 1
      const holding = holdingOf(row)
      if (!holding || rows > ROWS_MAX) unread += 1
      else add(holdings, holding)
    },
  })
  return { holdings: [...holdings], unread }
}

/** The key of a security. Options on it and bonds have keys of their own. */
const keyOf = ({ cusip, putCall, unit }: Holding): string =>
  `${cusip} ${putCall ?? ''} ${unit ?? ''}`

function add(holdings: Map<string, Holding>, holding: Holding): void {
  const key = keyOf(holding)
  const before = holdings.get(key)
  holdings.set(
    key,
    before
      ? {
          ...before,
          shares: before.shares + holding.shares,
          value: before.value + holding.value,
        }
      : holding,
  )
}

function holdingOf(row: Element): Holding | null {
  const cusip = textAt(row, 'cusip')
  const value = numberAt(row, 'value')
  const shares = numberAt(row, 'shrsOrPrnAmt', 'sshPrnamt')
  if (cusip === null || value === null || shares === null) return null
  const right = textAt(row, 'putCall')?.toLowerCase()
  return {
    issuer: textAt(row, 'nameOfIssuer') ?? cusip,
    class: textAt(row, 'titleOfClass'),
    cusip: cusip.toUpperCase().padStart(9, '0'),
    putCall: right === 'put' || right === 'call' ? right : null,
    unit: textAt(row, 'shrsOrPrnAmt', 'sshPrnamtType'),
    shares,
    value,
  }
}
