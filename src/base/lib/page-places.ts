import { z } from 'zod'
import { badInput } from '../core/fault.ts'

/** Fields of explorers that identify the next page of a list. */
const FIELDS = [
  'block_number',
  'index',
  'items_count',
  'hash',
  'inserted_at',
  'value',
  'fee',
  'token_contract_address_hash',
  'token_id',
  'token_type',
  'batch_log_index',
  'batch_block_hash',
  'batch_transaction_hash',
  'index_in_batch',
] as const

type Field = (typeof FIELDS)[number]
export type PageFields = Readonly<Partial<Record<Field, string | number>>>

/** A position in a list: a page, and the number of its rows that were read. */
export interface PagePlace {
  readonly page: PageFields | null
  readonly read: number
}

export interface Page<Row> {
  /** The rows after the position. */
  readonly rows: readonly Row[]
  readonly at: PagePlace
  /** Null on the last page. */
  readonly next: PagePlace | null
}

export const BEGINNING: PagePlace = { page: null, read: 0 }

/** The fields of the next page in an explorer's answer; null on the last page. */
export function pageFields(told: Readonly<Record<string, unknown>> | null | undefined) {
  if (!told) return null
  const known = FIELDS.flatMap((field) => {
    const value = told[field]
    return typeof value === 'string' || typeof value === 'number' ? [[field, value] as const] : []
  })
  return Object.fromEntries(known) as PageFields
}

const Text = z.union([z.string().max(200), z.number()])
const Places = z.array(
  z.tuple([z.partialRecord(z.enum(FIELDS), Text).nullable(), z.int().min(0).max(1_000)]).nullable(),
)

/** Encodes the positions of several lists as one cursor; null if all lists are finished. */
export const cursorOf = (places: readonly (PagePlace | null)[]): string | null =>
  places.every((place) => place === null)
    ? null
    : Buffer.from(JSON.stringify(places.map((one) => one && [one.page, one.read]))).toString(
        'base64url',
      )

/** Decodes the positions of a cursor; without one, the beginnings of all lists. */
export function placesIn(cursor: string | undefined, lists: number): readonly (PagePlace | null)[] {
  if (cursor === undefined) return Array.from({ length: lists }, () => BEGINNING)
  const { data } = Places.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (data?.length !== lists)
    throw badInput('cursor: must be the cursor of an earlier answer to the same question.')
  return data.map((one) => one && { page: one[0], read: one[1] })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The position after some rows of a page. */
export const placeAfter = <Row>({ rows, at, next }: Page<Row>, taken: number): PagePlace | null =>
  taken < rows.length ? { page: at.page, read: at.read + taken } : next

export const cursorField = () =>
  z
    .string()
    .max(4_000)
    .optional()
    .describe('The cursor of an earlier answer, to read on behind it.')

/** The first rows of a list, page by page; `isWhole` where there are no others. */
export async function readPages<Row>(
  ask: (at: PagePlace) => Promise<Page<Row>>,
  { rowsMax, pagesMax }: { readonly rowsMax: number; readonly pagesMax: number },
): Promise<{ readonly rows: readonly Row[]; readonly isWhole: boolean }> {
  const rows: Row[] = []
  let next: PagePlace | null = BEGINNING
  for (let read = 0; next !== null && rows.length < rowsMax && read < pagesMax; read += 1) {
    const page: Page<Row> = await ask(next)
    rows.push(...page.rows)
    next = page.next
  }
  return { rows: rows.slice(0, rowsMax), isWhole: next === null && rows.length <= rowsMax }
}
