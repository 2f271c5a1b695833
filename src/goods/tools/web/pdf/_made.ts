import type { PDFDocument } from '@cantoo/pdf-lib'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'

const BYTES_MAX = 40 * 1024 * 1024

/** Output of tools that make a PDF from the caller's data. */
export const madePdf = () =>
  z.object({
    base64: z.base64().describe('The new PDF.'),
    contentType: z.literal('application/pdf'),
    bytes: z.int(),
    pages: z.int(),
  })

export async function pdfAnswer(field: string, pdf: PDFDocument) {
  const bytes = await pdf.save({ addDefaultPage: false, objectsPerTick: Infinity })
  if (bytes.length > BYTES_MAX)
    throw badInput(`${field}: must make a PDF of at most ${BYTES_MAX} bytes`)
  const base64 = Buffer.from(bytes).toString('base64')
  return {
    base64,
    contentType: 'application/pdf',
    bytes: bytes.length,
    pages: pdf.getPageCount(),
  } as const
}
