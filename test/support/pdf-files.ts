import { PDFDocument, PageSizes, StandardFonts, type PDFFont } from '@cantoo/pdf-lib'

/** A line of text: where its baseline begins, from the top left, and its size, in points. */
export type Line = readonly [text: string, x: number, y: number, size: number, font?: 'bold']

/** A PDF with these lines on its pages, the same bytes every time. */
export async function pdfOf(
  pages: readonly (readonly Line[])[],
  options: { readonly title?: string; readonly fontFile?: Uint8Array } = {},
): Promise<PDFDocument> {
  const pdf = await emptyPdf()
  if (options.title) pdf.setTitle(options.title)
  const fonts = { plain: await fontFor(pdf, options.fontFile), bold: await boldFor(pdf) }
  for (const lines of pages) {
    const page = pdf.addPage(PageSizes.A4)
    for (const [text, x, y, size, font = 'plain'] of lines)
      page.drawText(text, { x, y: page.getHeight() - y, size, font: fonts[font] })
  }
  return pdf
}

const boldFor = (pdf: PDFDocument): Promise<PDFFont> => pdf.embedFont(StandardFonts.HelveticaBold)

async function fontFor(pdf: PDFDocument, file: Uint8Array | undefined): Promise<PDFFont> {
  if (!file) return pdf.embedFont(StandardFonts.Helvetica)
  const { default: fontkit } = await import('@pdf-lib/fontkit')
  pdf.registerFontkit(fontkit)
  return pdf.embedFont(file)
}

export async function emptyPdf(): Promise<PDFDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.setCreationDate(new Date('2025-01-02T03:04:05Z'))
  pdf.setProducer('Farebox')
  return pdf
}

/** Lines of one size below each other. */
export const block = (texts: readonly string[], x: number, y: number, size = 11): Line[] =>
  texts.map((text, at) => [text, x, y + at * size * 1.3, size])

/** A form with two fields, one of them filled. */
export async function shortFormPdf(): Promise<PDFDocument> {
  const pdf = await emptyPdf()
  const page = pdf.addPage(PageSizes.A4)
  const form = pdf.getForm()
  const name = form.createTextField('name')
  name.setText('Ada')
  name.addToPage(page, { x: 50, y: 700, width: 200, height: 20 })
  const country = form.createDropdown('country')
  country.addOptions(['DE', 'FR'])
  country.addToPage(page, { x: 50, y: 660, width: 200, height: 20 })
  return pdf
}

/** A form with a field of every kind. */
export async function formPdf(): Promise<PDFDocument> {
  const pdf = await emptyPdf()
  const page = pdf.addPage(PageSizes.A4)
  const form = pdf.getForm()
  const at = (y: number) => ({ x: 50, y, width: 200, height: 20 })
  const name = form.createTextField('name')
  name.setText('Ada')
  name.addToPage(page, at(700))
  const code = form.createTextField('code')
  code.setMaxLength(4)
  code.addToPage(page, at(660))
  form.createCheckBox('agree').addToPage(page, at(620))
  const size = form.createRadioGroup('size')
  size.addOptionToPage('small', page, at(580))
  size.addOptionToPage('large', page, at(540))
  const country = form.createDropdown('country')
  country.addOptions(['DE', 'FR', 'IT'])
  country.select('FR')
  country.addToPage(page, at(500))
  const days = form.createOptionList('days')
  days.addOptions(['Mon', 'Tue', 'Wed'])
  days.enableMultiselect()
  days.addToPage(page, at(460))
  const number = form.createTextField('number')
  number.setText('2026-1')
  number.enableReadOnly()
  number.addToPage(page, at(420))
  return pdf
}
