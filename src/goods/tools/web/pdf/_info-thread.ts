import { getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { outlineOf, type OutlineRow } from '../../../../engines/pdf/outline.ts'
import { propertiesOf, readPdf, type Handed } from '../../../../engines/pdf/reader.ts'
import { printed } from '../../../../engines/pdf/text.ts'

export interface PdfInfo {
  readonly pages: number
  readonly title: string | null
  readonly author: string | null
  readonly producer: string | null
  readonly createdIso: string | null
  readonly encrypted: boolean
  readonly pageSizes: readonly PageSize[]
  readonly outline: readonly OutlineRow[]
}

interface PageSize {
  readonly widthPt: number
  readonly heightPt: number
  readonly pages: number
}

/** Later pages are assumed to have one of the sizes seen so far. */
const SIZED_PAGES_MAX = 2_000

export const work = (handed: Handed): Promise<PdfInfo> =>
  readPdf(handed, async (pdf) => {
    const info = await propertiesOf(pdf)
    return {
      pages: pdf.numPages,
      title: printed(info['Title']),
      author: printed(info['Author']),
      producer: printed(info['Producer']),
      createdIso: await isoOf(info['CreationDate']),
      encrypted: typeof info['EncryptFilterName'] === 'string',
      pageSizes: await sizesOf(pdf),
      outline: await outlineOf(pdf),
    }
  })

async function isoOf(date: unknown): Promise<string | null> {
  const { PDFDateString } = await getResolvedPDFJS()
  const found = typeof date === 'string' ? PDFDateString.toDateObject(date) : null
  return found && isoTime(found.getTime())
}

async function sizesOf(pdf: PDFDocumentProxy): Promise<PageSize[]> {
  const counts = new Map<string, number>()
  for (let number = 1; number <= Math.min(pdf.numPages, SIZED_PAGES_MAX); number += 1) {
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const key = [width, height].map((points) => Math.round(points * 100) / 100).join(' ')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return Array.from(counts, ([key, pages]) => {
    const [widthPt = 0, heightPt = 0] = key.split(' ').map(Number)
    return { widthPt, heightPt, pages }
  })
}
