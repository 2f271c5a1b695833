import type { CallReply, CallRequest } from '../../../../base/core/call.ts'
import { csvOf } from '../../../../engines/formats/rows.ts'
import type { Page } from '../../../pages/page.ts'
import type { Endpoint } from '../../endpoint.ts'
import { PRIVATE } from '../reply.ts'

/** What the pages of the dashboard have in common. */
export interface OperatorPages {
  /** Requires a sign-in: other requests are redirected to the form, or get a 404. */
  inside(handle: (request: CallRequest) => Promise<CallReply>): Endpoint['handle']
  show(page: Page, status?: number): Promise<CallReply>
  formOf(request: CallRequest): Promise<Readonly<Record<string, string>>>
  to(path: string): CallReply
}

type Cell = string | number | null

/** A file for a spreadsheet, which runs no text of a provider as a formula. */
export function csvFile(name: string, rows: readonly (readonly Cell[])[]): CallReply {
  const text = csvOf(rows.map((row) => row.map(cellOf)))
  return {
    status: 200,
    headers: [...PRIVATE, ['content-disposition', `attachment; filename="${name}"`]],
    body: { kind: 'binary', contentType: 'text/csv; charset=utf-8', bytes: Buffer.from(text) },
  }
}

function cellOf(cell: Cell): string {
  if (cell === null || typeof cell === 'number') return String(cell ?? '')
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}
