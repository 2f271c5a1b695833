import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { bytesOfBase64, excerpt } from '../../../../base/lib/bytes.ts'
import { base64, MB } from '../../../../base/lib/fields.ts'
import { allPages, chosenPages, pageRanges } from '../../../../engines/pdf/page-ranges.ts'
import { pdfAnswer, madePdf } from './_made.ts'

const FILE_BYTES_MAX = 8 * MB
const NUMBER_POINTS = 10
const MARGIN_POINTS = 24

/** A PDF of one empty page, for the example. */
const ONE_PAGE =
  'JVBERi0xLjQKMSAwIG9iago8PCAvVHlwZSAvQ2F0YWxvZyAvUGFnZXMgMiAwIFIgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL1R5cGUgL1BhZ2VzIC9LaWRzIFszIDAgUl0gL0NvdW50IDEgPj4KZW5kb2JqCjMgMCBvYmoKPDwgL1R5cGUgL1BhZ2UgL1BhcmVudCAyIDAgUiAvTWVkaWFCb3ggWzAgMCAyMDAgMTAwXSA+PgplbmRvYmoKeHJlZgowIDQKMDAwMDAwMDAwMCA2NTUzNSBmIAowMDAwMDAwMDA5IDAwMDAwIG4gCjAwMDAwMDAwNTggMDAwMDAgbiAKMDAwMDAwMDExNSAwMDAwMCBuIAp0cmFpbGVyCjw8IC9TaXplIDQgL1Jvb3QgMSAwIFIgPj4Kc3RhcnR4cmVmCjE4NgolJUVPRgo='

export default defineTool({
  route: 'POST /api/pdf-arrange',
  name: 'PDF arrange',
  description:
    'Reorders, repeats, removes, rotates, numbers or watermarks the pages of a PDF of your own; outlines and forms are left out.',
  asks: [
    'rotate pages of a pdf',
    'add page numbers and a watermark to a pdf',
    'turn a page the right way round',
    'delete a page of a PDF',
    'page numbers',
    'watermark',
    'change the order',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    pdf: base64(FILE_BYTES_MAX).describe('The PDF as Base64, up to 8 MB, not encrypted.'),
    pages: pageRanges()
      .optional()
      .describe('Pages in their new order, such as 3,1-2 or 5-; at most 2000. Default: all.'),
    rotate: z
      .literal([0, 90, 180, 270])
      .default(0)
      .describe('Degrees to turn every page clockwise: 0, 90, 180 or 270.'),
    numbers: z
      .boolean()
      .default(false)
      .describe('Whether to write "1 / 3" at the foot of each page.'),
    watermark: z
      .string()
      .max(100)
      .optional()
      .describe('Text across each page, up to 100 Latin letters, digits and signs.'),
  }),
  output: madePdf(),
  examples: [{ input: { pdf: ONE_PAGE, pages: '1,1', numbers: true } }],

  async run({ pdf, pages, rotate, numbers, watermark }) {
    const bytes = bytesOfBase64('pdf', pdf, FILE_BYTES_MAX)
    const { degrees, PDFDocument, rgb, StandardFonts } = await import('@cantoo/pdf-lib')
    try {
      const source = await PDFDocument.load(bytes, { updateMetadata: false })
      const total = source.getPageCount()
      const chosen = pages === undefined ? allPages(total) : chosenPages(pages, total)
      const whole = await PDFDocument.create({ updateMetadata: false })
      const copies = await whole.copyPages(
        source,
        chosen.map((page) => page - 1),
      )
      for (const page of copies) whole.addPage(page)
      const font = await whole.embedFont(StandardFonts.Helvetica)
      if (watermark) assertDrawable(watermark, font.getCharacterSet())
      for (const [at, page] of whole.getPages().entries()) {
        const { width, height } = page.getSize()
        if (watermark) {
          const size = Math.min(
            72,
            (Math.hypot(width, height) * 0.7) / Math.max(1, font.widthOfTextAtSize(watermark, 1)),
          )
          const half = (font.widthOfTextAtSize(watermark, size) / 2) * Math.SQRT1_2
          const place = { x: width / 2 - half, y: height / 2 - half }
          page.drawText(watermark, {
            ...place,
            size,
            font,
            rotate: degrees(45),
            color: rgb(0.5, 0.5, 0.5),
            opacity: 0.3,
          })
        }
        if (numbers) {
          const text = `${at + 1} / ${copies.length}`
          const x = (width - font.widthOfTextAtSize(text, NUMBER_POINTS)) / 2
          page.drawText(text, { x, y: MARGIN_POINTS, size: NUMBER_POINTS, font })
        }
        page.setRotation(degrees((page.getRotation().angle + rotate) % 360))
      }
      return await pdfAnswer('pdf', whole)
    } catch (thrown) {
      if (thrown instanceof Fault) throw thrown
      const isLocked = thrown instanceof Error && /encrypt|password/i.test(thrown.message)
      throw badInput(
        isLocked ? 'pdf: must not be encrypted' : 'pdf: must be a PDF that can be read',
      )
    }
  },
})

function assertDrawable(text: string, known: readonly number[]): void {
  const strange = Array.from(text).find((letter) => !known.includes(letter.codePointAt(0) ?? 0))
  if (strange !== undefined)
    throw badInput(
      `watermark: must hold only Latin letters, digits and signs, but holds ${excerpt(strange)}`,
    )
}
