import { badInput } from '../../../../base/core/fault.ts'
import { withoutHeadersAndFooters } from '../../../../engines/pdf/headers-and-footers.ts'
import { sheetOf, type Line, type Sheet } from '../../../../engines/pdf/lines.ts'
import { columnsOf } from '../../../../engines/pdf/columns.ts'
import { allPages, chosenPages } from '../../../../engines/pdf/page-ranges.ts'
import { readPdf, type Handed } from '../../../../engines/pdf/reader.ts'
import { partsOf } from '../../../../engines/pdf/tables.ts'

export interface TablesRequest extends Handed {
  readonly pages?: string | undefined
  readonly minColumns: number
}

export interface FoundTable {
  readonly page: number
  readonly columns: number
  readonly rows: readonly (readonly string[])[]
  /** Left, top, right and bottom, in points from the top left. */
  readonly bbox: readonly number[]
}

export interface FoundTables {
  readonly pages: number
  readonly tables: readonly FoundTable[]
  readonly isCut: boolean
}

const TABLES_MAX = 500
const CELLS_MAX = 100_000

export const work = (asked: TablesRequest): Promise<FoundTables> =>
  readPdf(asked, async (pdf) => {
    const numbers = asked.pages ? chosenPages(asked.pages, pdf.numPages) : allPages(pdf.numPages)
    const sheets: Sheet[] = []
    for (const number of numbers) {
      const page = await pdf.getPage(number)
      sheets.push(await sheetOf(page))
      page.cleanup()
    }
    // Page headers and footers are aligned too, but are not tables.
    const tables = withoutHeadersAndFooters(sheets).flatMap(({ lines }, at) =>
      tablesOf(lines, numbers[at] ?? 0, asked.minColumns),
    )
    const kept = tables.slice(0, TABLES_MAX)
    const cells = kept.reduce((sum, { rows, columns }) => sum + rows.length * columns, 0)
    if (cells > CELLS_MAX)
      throw badInput(`pages: must have at most ${CELLS_MAX} cells in tables; choose fewer.`)
    return { pages: pdf.numPages, tables: kept, isCut: tables.length > kept.length }
  })

function tablesOf(lines: readonly Line[], page: number, minColumns: number): FoundTable[] {
  return columnsOf(lines).flatMap((region) =>
    partsOf(region).flatMap((part) => {
      if (part.kind !== 'table') return []
      const columns = part.cells[0]?.length ?? 0
      return columns < minColumns
        ? []
        : [{ page, columns, rows: part.cells, bbox: boxOf(part.rows) }]
    }),
  )
}

const round = (points: number): number => Math.round(points * 10) / 10

function boxOf(rows: readonly (readonly Line[])[]): readonly number[] {
  const lines = rows.flat()
  return [
    round(Math.min(...lines.map(({ x }) => x))),
    round(Math.min(...lines.map(({ y, size }) => y - size))),
    round(Math.max(...lines.map(({ right }) => right))),
    round(Math.max(...lines.map(({ y }) => y))),
  ]
}
