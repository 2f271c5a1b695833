import { PDFDocument } from '@cantoo/pdf-lib'
import { badInput } from '../../../core/fault.ts'
import type { Handed } from '../../../pdf/reader.ts'
import { withPdf, written, type Written } from '../../../pdf/writer.ts'

export interface Merged extends Written {
  readonly pages: number
}

const PAGES_MAX = 2_000

/** Pages only: outlines and forms of the parts stay behind. */
export async function work(parts: readonly Handed[]): Promise<Merged> {
  const whole = await PDFDocument.create({ updateMetadata: false })
  for (const part of parts) await withPdf(part, (source) => append(whole, source), encrypted)
  return { ...(await written(whole)), pages: whole.getPageCount() }
}

const encrypted = () => badInput('urls: one of the PDFs is encrypted, which none may be.')

async function append(whole: PDFDocument, source: PDFDocument): Promise<void> {
  if (whole.getPageCount() + source.getPageCount() > PAGES_MAX)
    throw badInput(`urls: the PDFs have more than ${PAGES_MAX} pages together.`)
  for (const page of await whole.copyPages(source, source.getPageIndices())) whole.addPage(page)
}
