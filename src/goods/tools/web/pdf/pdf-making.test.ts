import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import imagesToPdf from './images-to-pdf.ts'
import pdfArrange from './pdf-arrange.ts'

const read = async (told: Record<string, unknown>) =>
  PDFDocument.load(Buffer.from(String(told['base64']), 'base64'))

/** Pages of different widths, so that they can be told apart. */
async function pdfOf(widths: readonly number[]): Promise<string> {
  const pdf = await PDFDocument.create()
  for (const width of widths) pdf.addPage([width, 300]).drawText(`page ${width}`)
  return Buffer.from(await pdf.save()).toString('base64')
}
const widthsOf = (pdf: PDFDocument): readonly number[] =>
  pdf.getPages().map((page) => page.getWidth())

describe('pdf-arrange', () => {
  test('pages are in the given order, and repeated as given', async () => {
    const told = await runExample(pdfArrange, {
      pdf: await pdfOf([101, 102, 103]),
      pages: '3,1-2,3',
    })
    expect(widthsOf(await read(told))).toEqual([103, 101, 102, 103])
    expect(told['pages']).toBe(4)
  })

  test('a rotation is added to the rotation of the page', async () => {
    const once = await runExample(pdfArrange, { pdf: await pdfOf([100]), rotate: 270 })
    const twice = await runExample(pdfArrange, { pdf: once['base64'], rotate: 180 })
    expect((await read(twice)).getPage(0).getRotation().angle).toBe(90)
  })

  test('numbers and a watermark are drawn on every page', async () => {
    const pdf = await pdfOf([200, 200])
    const plain = await runExample(pdfArrange, { pdf })
    const marked = await runExample(pdfArrange, { pdf, numbers: true, watermark: 'DRAFT é' })
    expect(marked['pages']).toBe(2)
    expect(Number(marked['bytes'])).toBeGreaterThan(Number(plain['bytes']) + 100)
  })

  test.each([
    [{ pages: '4' }, /there is no page 4; the PDF has pages 1 to 1/],
    [{ pages: 'x' }, /must be page numbers/],
    [{ watermark: '漢' }, /watermark: must hold only Latin letters/],
    [{ rotate: 45 }, /rotate/],
    [{ pdf: 'JVBERi0xLjQK' }, /must be a PDF that can be read/],
    [{ pdf: 'aGVsbG8=' }, /must be a PDF that can be read/],
  ])('%j is refused', async (input, message) => {
    const pdf = await pdfOf([100])
    await expect(runExample(pdfArrange, { pdf, ...input })).rejects.toThrow(message)
  })
})

describe('images-to-pdf', () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'red' } })
  const encoded = async (image: ReturnType<typeof picture>) =>
    (await image.toBuffer()).toString('base64')

  test('a page is as large as its picture, and the margin is around it', async () => {
    const images = [
      await encoded(picture(96, 48).png()),
      await encoded(picture(48, 96).jpeg()),
      await encoded(picture(10, 10).webp()),
    ]
    const pdf = await read(await runExample(imagesToPdf, { images, marginMm: 25.4 }))
    expect(widthsOf(pdf)).toEqual([72 + 144, 36 + 144, 7.5 + 144])
  })

  test('a photo is shown as its camera was held', async () => {
    const image = await encoded(picture(100, 50).jpeg().withMetadata({ orientation: 6 }))
    const pdf = await read(await runExample(imagesToPdf, { images: [image] }))
    expect(pdf.getPage(0).getSize()).toEqual({ width: 37.5, height: 75 })
  })

  test('the page is in landscape if the picture is', async () => {
    const images = [await encoded(picture(200, 100).png()), await encoded(picture(100, 200).png())]
    const pdf = await read(await runExample(imagesToPdf, { images, format: 'A4' }))
    expect(widthsOf(pdf)).toEqual([841.89, 595.28])
  })

  test('a file that is not a picture is named', async () => {
    const images = [await encoded(picture(1, 1).png()), 'aGVsbG8=']
    await expect(runExample(imagesToPdf, { images })).rejects.toThrow(/^images\.1: /)
  })
})
