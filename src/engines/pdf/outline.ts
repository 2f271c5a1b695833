import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { printed } from './text.ts'

export interface OutlineRow {
  readonly title: string
  /** Nesting, from 1. */
  readonly level: number
  readonly page: number | null
}

type Entry = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number]

const ROWS_MAX = 1_000
const LEVELS_MAX = 20

/** The outline (bookmarks) of a PDF as one list. */
export async function outlineOf(pdf: PDFDocumentProxy): Promise<OutlineRow[]> {
  const rows: OutlineRow[] = []
  // A file without an outline has null here, whatever the types say.
  const outline = (await pdf.getOutline()) as readonly Entry[] | null
  await add(outline ?? [], 1)
  return rows

  async function add(entries: readonly Entry[], level: number): Promise<void> {
    for (const { title, dest, items } of entries) {
      if (rows.length >= ROWS_MAX) return
      rows.push({ title: printed(title) ?? '', level, page: await pageOf(pdf, dest) })
      if (level < LEVELS_MAX) await add(items as readonly Entry[], level + 1)
    }
  }
}

async function pageOf(pdf: PDFDocumentProxy, dest: Entry['dest']): Promise<number | null> {
  try {
    const explicit = typeof dest === 'string' ? await pdf.getDestination(dest) : dest
    const target: unknown = explicit?.[0]
    if (typeof target === 'number') return target + 1
    if (typeof target !== 'object' || target === null) return null
    return (await pdf.getPageIndex(target as never)) + 1
  } catch {
    return null
  }
}
