import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium'
import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { bytesOfBase64 } from '../../../../base/lib/bytes.ts'
import { base64, MB } from '../../../../base/lib/fields.ts'
import { packageFile } from '../../../../base/lib/package-file.ts'
import { chosenPages, pageRanges } from '../../../../engines/pdf/page-ranges.ts'
import { encode } from '../image/_encode.ts'
import { loadSharp } from '../image/_image.ts'

const FILE_BYTES_MAX = 8 * MB
const PAGES_FIRST = 10
const PAGES_MAX = 20
/** For one page: A3 at 300 dots per inch has 17 million. */
const PIXELS_MAX = 25_000_000
/** Takes some ten seconds to draw and compress. */
const PIXELS_TOGETHER_MAX = 90_000_000
const BYTES_TOGETHER_MAX = 16 * MB
const POINTS_AN_INCH = 72

/** A page with one line of text, for the example. */
const HELLO =
  'JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9QYWdlcyAyIDAgUj4+ZW5kb2JqCjIgMCBvYmo8PC9UeXBlL1BhZ2VzL0tpZHNbMyAwIFJdL0NvdW50IDE+PmVuZG9iagozIDAgb2JqPDwvVHlwZS9QYWdlL1BhcmVudCAyIDAgUi9NZWRpYUJveFswIDAgMTQ0IDcyXS9Db250ZW50cyA0IDAgUi9SZXNvdXJjZXM8PC9Gb250PDwvRjEgNSAwIFI+Pj4+Pj5lbmRvYmoKNCAwIG9iajw8L0xlbmd0aCAzOT4+c3RyZWFtCkJUIC9GMSAyNCBUZiAyMCAzMCBUZCAoSGVsbG8pIFRqIEVUCmVuZHN0cmVhbSBlbmRvYmoKNSAwIG9iajw8L1R5cGUvRm9udC9TdWJ0eXBlL1R5cGUxL0Jhc2VGb250L0hlbHZldGljYT4+ZW5kb2JqCnRyYWlsZXI8PC9Sb290IDEgMCBSPj4K'

export default defineTool({
  route: 'POST /api/pdf-to-images',
  name: 'PDF to images',
  description:
    'The pages of a PDF as PNG, JPEG or WebP pictures, with forms and annotations as they are printed.',
  asks: [
    'convert pdf pages to png',
    'render a scanned pdf as pictures',
    'page of a PDF as a picture',
    'preview of a document',
  ],
  price: '$0.003',
  engine: 'pdf-pictures',
  uses: {},
  place: 'thread',
  heavyField: 'pdf',
  input: z.object({
    pdf: base64(FILE_BYTES_MAX).describe('The PDF as Base64, up to 8 MB, not encrypted.'),
    pages: pageRanges()
      .optional()
      .describe(
        `Page numbers and ranges, such as 1-3,7 or 5-, at most ${PAGES_MAX} pages; ` +
          `the first ${PAGES_FIRST} without it.`,
      ),
    dpi: z.int().min(50).max(300).default(150).describe('Dots per inch, 50 to 300.'),
    format: z.enum(['png', 'jpeg', 'webp']).default('png').describe('Kind of picture.'),
  }),
  output: z.object({
    images: z
      .array(
        z.object({
          page: z.int().describe('Number of the page, from 1.'),
          base64: z.base64().describe('The picture.'),
          widthPx: z.int().describe('Width in pixels.'),
          heightPx: z.int().describe('Height in pixels.'),
        }),
      )
      .describe('Images in the given order; at most 16 MB together.'),
    contentType: z.string(),
    pages: z.int().describe('Number of pages of the whole PDF.'),
  }),
  examples: [{ input: { pdf: HELLO, pages: '1', dpi: 72 } }],

  async run({ pdf, pages, dpi, format }) {
    const bytes = bytesOfBase64('pdf', pdf, FILE_BYTES_MAX)
    if (!bytes.subarray(0, 1_024).includes('%PDF-')) throw badInput('pdf: is not a PDF')
    const { PDFiumLibrary } = await import('@hyzyla/pdfium')
    const engine = await packageFile('@hyzyla/pdfium/pdfium.wasm')
    const library = await PDFiumLibrary.init({ wasmBinary: new Uint8Array(engine).buffer })
    const document = await library.loadDocument(bytes).catch(refuse)
    const total = document.getPageCount()
    const chosen = chosenOf(pages, total)
    const images = []
    const left = { pixels: PIXELS_TOGETHER_MAX, bytes: BYTES_TOGETHER_MAX }
    for (const number of chosen) {
      const drawn = await drawing(document, number, { dpi, left })
      const {
        base64: picture,
        bytes: size,
        width,
        height,
      } = await encode(drawn, {
        format,
        field: 'dpi',
      })
      left.bytes -= size
      if (left.bytes < 0)
        throw badInput('pages: must make at most 16 MB of pictures; choose fewer, or a lower dpi')
      images.push({ page: number, base64: picture, widthPx: width, heightPx: height })
    }
    return { images, contentType: `image/${format}`, pages: total }
  },
})

function chosenOf(pages: string | undefined, total: number): readonly number[] {
  if (total < 1) throw badInput('pdf: must have a page that can be read')
  if (pages === undefined)
    return Array.from({ length: Math.min(PAGES_FIRST, total) }, (_, at) => at + 1)
  const chosen = chosenPages(pages, total)
  if (chosen.length <= PAGES_MAX) return chosen
  throw badInput(`pages: must be at most ${PAGES_MAX}, but are ${chosen.length}`)
}

interface Drawing {
  readonly dpi: number
  readonly left: { pixels: number }
}

async function drawing(document: PDFiumDocument, number: number, { dpi, left }: Drawing) {
  const page = document.getPage(number - 1)
  const pixels = pixelsOf(page, dpi)
  left.pixels -= pixels
  if (!(pixels <= PIXELS_MAX))
    throw badInput(
      `dpi: must be lower; page ${number} would have more than ${PIXELS_MAX / 1e6} million pixels`,
    )
  if (left.pixels < 0)
    throw badInput(
      `dpi: must be lower; the pages have more than ${PIXELS_TOGETHER_MAX / 1e6} million pixels`,
    )
  const scale = dpi / POINTS_AN_INCH
  const { data, width, height } = await page.render({ scale, renderFormFields: true }).catch(refuse)
  const sharp = await loadSharp()
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
}

/** An unreadable page has no size. */
function pixelsOf(page: PDFiumPage, dpi: number): number {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const pixels = (originalWidth * originalHeight * dpi * dpi) / POINTS_AN_INCH ** 2
  return pixels > 0 ? pixels : refuse(new Error(`page ${page.number} has no size`))
}

/** Every error of the library is a fault of the file. */
function refuse(thrown: unknown): never {
  if (thrown instanceof Fault) throw thrown
  const isLocked = thrown instanceof Error && /password/i.test(thrown.message)
  throw badInput(
    isLocked ? 'pdf: must not be encrypted' : 'pdf: is damaged or cut off, so it cannot be drawn',
  )
}
