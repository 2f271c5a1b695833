/** @module-tag long */
import sharp from 'sharp'
import { PDFDocument, degrees, rgb } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import pdfToImages from './pdf-to-images.ts'

interface Drawn {
  readonly page: number
  readonly base64: string
  readonly widthPx: number
  readonly heightPx: number
}

const base64Of = async (pdf: PDFDocument): Promise<string> =>
  Buffer.from(await pdf.save()).toString('base64')

/** Pages of 100 by 200 points, each with a red square in its lower left corner. */
async function squares(count: number): Promise<PDFDocument> {
  const pdf = await PDFDocument.create()
  for (let at = 0; at < count; at += 1)
    pdf
      .addPage([100, 200])
      .drawRectangle({ x: 0, y: 0, width: 50, height: 50, color: rgb(1, 0, 0) })
  return pdf
}

async function drawn(input: Record<string, unknown>): Promise<readonly Drawn[]> {
  return (await runExample(pdfToImages, input))['images'] as readonly Drawn[]
}

async function colourAt({ base64 }: Drawn, left: number, top: number): Promise<readonly number[]> {
  const { data } = await sharp(Buffer.from(base64, 'base64'))
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data].slice(0, 3)
}

test('pages have the requested size and order, and their colours are in place', async () => {
  const pdf = await base64Of(await squares(3))
  const [third, first] = await drawn({ pdf, pages: '3,1', dpi: 144 })
  expect([third?.page, first?.page]).toEqual([3, 1])
  expect([first?.widthPx, first?.heightPx]).toEqual([200, 400])
  expect(await colourAt(first!, 10, 390)).toEqual([255, 0, 0])
  expect(await colourAt(first!, 10, 10)).toEqual([255, 255, 255])
})

test('a rotated page is drawn as readers show it', async () => {
  const pdf = await squares(1)
  pdf.getPage(0).setRotation(degrees(90))
  const [page] = await drawn({ pdf: await base64Of(pdf), dpi: 72 })
  expect([page?.widthPx, page?.heightPx]).toEqual([200, 100])
  expect(await colourAt(page!, 10, 10)).toEqual([255, 0, 0])
})

test('values of form fields are drawn', async () => {
  const dark = async (text: string) => {
    const pdf = await PDFDocument.create()
    const page = pdf.addPage([200, 50])
    const field = pdf.getForm().createTextField('name')
    field.setText(text)
    field.addToPage(page, { x: 5, y: 5, width: 190, height: 40, borderWidth: 0 })
    const [image] = await drawn({ pdf: await base64Of(pdf), dpi: 72 })
    const { channels } = await sharp(Buffer.from(image!.base64, 'base64')).greyscale().stats()
    return channels[0]!.mean
  }
  expect(await dark('MMMMMMMM')).toBeLessThan((await dark('')) - 3)
})

test.each(['png', 'jpeg', 'webp'] as const)('as %s', async (format) => {
  const pdf = await base64Of(await squares(1))
  const answer = await runExample(pdfToImages, { pdf, format, dpi: 72 })
  const [image] = answer['images'] as readonly Drawn[]
  expect(answer['contentType']).toBe(`image/${format}`)
  expect((await sharp(Buffer.from(image!.base64, 'base64')).metadata()).format).toBe(format)
})

test('the first ten pages without a choice', async () => {
  const answer = await runExample(pdfToImages, { pdf: await base64Of(await squares(12)), dpi: 50 })
  expect(answer['pages']).toBe(12)
  expect((answer['images'] as readonly Drawn[]).map(({ page }) => page)).toEqual(
    Array.from({ length: 10 }, (_, at) => at + 1),
  )
})

const LOCKED = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
4 0 obj<</Filter/Standard/V 1/R 2/O<${'28'.repeat(32)}>/U<${'29'.repeat(32)}>/P -4>>endobj
trailer<</Root 1 0 R/Encrypt 4 0 R/ID[<00><00>]>>
`
const packed = (text: string): string => Buffer.from(text).toString('base64')

test('a fault names its field', async () => {
  const one = await base64Of(await squares(1))
  const large = await PDFDocument.create()
  large.addPage([14_400, 14_400])
  const whole = Buffer.from(one, 'base64')
  const cases: readonly (readonly [Record<string, unknown>, RegExp])[] = [
    [{ pdf: one, pages: '2' }, /there is no page 2/],
    [{ pdf: await base64Of(await squares(21)), pages: '1-21' }, /must be at most 20/],
    [
      { pdf: await base64Of(large) },
      /^dpi: must be lower; page 1 would have more than 25 million pixels/,
    ],
    [{ pdf: packed('hello') }, /^pdf: is not a PDF/],
    [{ pdf: packed('%PDF-1.7\n') }, /^pdf: /],
    [{ pdf: whole.subarray(0, 200).toString('base64') }, /^pdf: /],
    [{ pdf: packed(LOCKED) }, /^pdf: must not be encrypted/],
    [{ pdf: one, dpi: 301 }, /^dpi: /],
    [{ pdf: one, format: 'gif' }, /^format: /],
  ]
  for (const [input, message] of cases)
    await expect(runExample(pdfToImages, input)).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringMatching(message) as string,
    })
})
