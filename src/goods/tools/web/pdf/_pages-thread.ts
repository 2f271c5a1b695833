import { PDFDocument } from '@cantoo/pdf-lib'
import { chosenPages } from '../../../../engines/pdf/page-ranges.ts'
import type { Handed } from '../../../../engines/pdf/reader.ts'
import { withPdf, writePdf, type Written } from '../../../../engines/pdf/writer.ts'

export interface Chosen extends Handed {
  /** Page ranges, such as `1-3,7`. */
  readonly pages: string
}

export interface Extracted extends Written {
  readonly pages: number
}

export const work = (chosen: Chosen): Promise<Extracted> =>
  withPdf(chosen, async (source) => {
    const indices = chosenPages(chosen.pages, source.getPageCount()).map((page) => page - 1)
    forgetOthers(source, new Set(indices))
    const target = await PDFDocument.create({ updateMetadata: false })
    for (const page of await target.copyPages(source, indices)) target.addPage(page)
    return { ...(await writePdf(target)), pages: indices.length }
  })

/** Links and notes on a chosen page refer to other pages, which would then be copied too. */
function forgetOthers(source: PDFDocument, chosen: ReadonlySet<number>): void {
  const pages = source.getPages()
  const kept = new Set([...chosen].map((index) => pages[index]?.ref))
  for (const { ref } of pages) if (!kept.has(ref)) source.context.delete(ref)
}
