import { PDFDocument } from '@cantoo/pdf-lib'
import { badInput } from '../../../../base/core/fault.ts'
import type { Handed } from '../../../../engines/pdf/reader.ts'
import { withPdf, writePdf, type Written } from '../../../../engines/pdf/writer.ts'

export interface MergedPdf extends Written {
  readonly pages: number
}

const PAGES_MAX = 2_000

/** Only pages: outlines and forms of the parts are left out. */
export async function work(parts: readonly Handed[]): Promise<MergedPdf> {
  const whole = await PDFDocument.create({ updateMetadata: false })
  for (const part of parts) await withPdf(part, (source) => append(whole, source), encrypted)
  return { ...(await writePdf(whole)), pages: whole.getPageCount() }
}

const encrypted = () => badInput('urls: must not name an encrypted PDF.')

async function append(whole: PDFDocument, source: PDFDocument): Promise<void> {
  if (whole.getPageCount() + source.getPageCount() > PAGES_MAX)
    throw badInput(`urls: must have at most ${PAGES_MAX} pages together.`)
  for (const page of await whole.copyPages(source, source.getPageIndices())) whole.addPage(page)
}
