import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { ocr } from '../../../../engines/threads/ocr.ts'
import { web } from '../../../../outside/net/web.ts'
import { fetchFile } from '../_page.ts'
import { decoding, IMAGE_BYTES_MAX, imageField, openBytes, openImage } from './_image.ts'

/** Larger pictures are read at this size: a full page at 300 dpi, in some seconds. */
const SIDE_MAX = 3_500
/** Small print of a screenshot is read better twice as large. */
const SIDE_SMALL = 1_000
const LINES_MAX = 2_000

const Box = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })

export default defineTool({
  route: 'POST /api/image-ocr',
  name: 'Image OCR',
  description:
    'Printed text in a picture, photographed receipt or scan, with line boxes and confidence.',
  asks: [
    'read text from an image',
    'OCR a scanned document',
    'copy the words from a photo',
    'read a scanned letter',
    'text on a sign',
    'digitise a receipt',
  ],
  price: '$0.010',
  uses: { web, ocr },
  input: z.object({
    image: imageField().optional(),
    url: webUrl().optional().describe('Address of the picture, if no `image` is sent.'),
    language: z.enum(['eng']).default('eng').describe('Language of the text: eng.'),
  }),
  output: z.object({
    text: z.string(),
    confidence: z.number().min(0).max(100).describe('Confidence for the whole text, in percent.'),
    lines: z.array(
      z.object({
        text: z.string(),
        confidence: z.number(),
        box: Box.describe('Box in pixels of the upright picture.'),
      }),
    ),
    wordCount: z.int(),
  }),
  examples: [{ input: { url: 'https://example.com/receipt.png' } }],

  async run({ image, url }, { web, ocr }) {
    if ((image === undefined) === (url === undefined))
      throw badInput('image: give either image or url')
    const picture =
      url === undefined ? await openImage(image!) : await fetched(await fetchedFrom(url))
    const longest = Math.max(picture.width, picture.height)
    const scale = longest > SIDE_MAX ? SIDE_MAX / longest : longest < SIDE_SMALL ? 2 : 1
    const width = Math.max(1, Math.round(picture.width * scale))
    const prepared = picture
      .read()
      .flatten({ background: '#ffffff' })
      .resize({ width, height: Math.max(1, Math.round(picture.height * scale)), fit: 'fill' })
      .greyscale()
      .png({ compressionLevel: 1 })
    const { text, confidence, lines } = await ocr.read(
      await decoding('image', () => prepared.toBuffer()),
    )
    const inPicture = (length: number) => Math.round(length / scale)
    return {
      text: text.trim(),
      confidence,
      lines: lines.slice(0, LINES_MAX).map(({ text: words, confidence: sure, box }) => ({
        text: words,
        confidence: sure,
        box: {
          x: inPicture(box.x0),
          y: inPicture(box.y0),
          width: inPicture(box.x1 - box.x0),
          height: inPicture(box.y1 - box.y0),
        },
      })),
      wordCount: text.split(/\s+/).filter(Boolean).length,
    }

    function fetchedFrom(address: string) {
      return fetchFile(web, address, { bytesMax: IMAGE_BYTES_MAX, accept: 'image/*' })
    }
  },
})

/** If a site sends something else than a picture, that is a fault of the site. */
async function fetched({ url, bytes }: { url: string; bytes: Buffer }) {
  try {
    return await openBytes(bytes, { field: 'file' })
  } catch (thrown) {
    const { message } = Fault.from(thrown)
    throw new Fault('upstream_failed', `${new URL(url).host} sent no picture: ${message}`)
  }
}
