import { z } from 'zod'
import { badInput } from '../core/fault.ts'

/** Fields by which explorers lead to the next page of a list. */
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

/** A place in a list: a page, and how many of its rows were read already. */
export interface PagePlace {
  readonly page: PageFields | null
  readonly read: number
}

export interface Page<Row> {
  /** Those behind the place. */
  readonly rows: readonly Row[]
  readonly at: PagePlace
  /** Null where this is the last page. */
  readonly next: PagePlace | null
}

export const BEGINNING: PagePlace = { page: null, read: 0 }

/** What an explorer tells of the next page; null where there is none. */
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

/** Places of several lists as one text; null where all are read to their ends. */
export const cursorOf = (places: readonly (PagePlace | null)[]): string | null =>
  places.every((place) => place === null)
    ? null
    : Buffer.from(JSON.stringify(places.map((one) => one && [one.page, one.read]))).toString(
        'base64url',
      )

/** The places that the cursor of an earlier answer holds; without one, the beginnings. */
export function placesIn(cursor: string | undefined, lists: number): readonly (PagePlace | null)[] {
  if (cursor === undefined) return Array.from({ length: lists }, () => BEGINNING)
  const { data } = Places.safeParse(parsed(Buffer.from(cursor, 'base64url').toString()))
  if (data?.length !== lists)
    throw badInput('cursor: must be the cursor of an earlier answer to the same question.')
  return data.map((one) => one && { page: one[0], read: one[1] })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What is left of a page after so many of its rows: the place of the next one. */
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
