import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { pageParts, pdfOfParts, saying, type Part } from '../../../../../test/support/pdf-bytes.ts'
import { isLegible } from '../../../../engines/pdf/legible.ts'
import { work as markdownOf } from './_markdown-thread.ts'
import { work as textOf } from './_text-thread.ts'

const read = (bytes: Uint8Array) => textOf({ bytes, host: 'example.com' })

/** A page with a font without its own table, in an encoding that readers know by name. */
const cjkPage = (encoding: string, ordering: string, hex: string): Buffer => {
  const [catalog, pages, page] = pageParts('')
  const parts: readonly Part[] = [
    catalog!,
    pages!,
    page!,
    { dict: '', data: `BT /F 12 Tf 50 200 Td <${hex}> Tj ET` },
    `<< /Type /Font /Subtype /Type0 /BaseFont /Font /Encoding /${encoding}
        /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Font /FontDescriptor 7 0 R
        /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> >>`,
    `<< /Type /FontDescriptor /FontName /Font /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0
        /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>`,
  ]
  return pdfOfParts(parts)
}

describe('encodings that are known by name', () => {
  test.each([
    ['90ms-RKSJ-H', 'Japan1', '93fa967b8cea', '日本語'],
    ['UniJIS-UCS2-H', 'Japan1', '65e5672c8a9e', '日本語'],
    ['GBK-EUC-H', 'GB1', 'd6d0cec4', '中文'],
    ['ETen-B5-H', 'CNS1', 'a4a4a4e5', '中文'],
    ['KSCms-UHC-H', 'Korea1', 'c7d1b1db', '한글'],
  ])('%s', async (encoding, ordering, hex, text) => {
    expect(await read(cjkPage(encoding, ordering, hex))).toMatchObject({ text, unreadable: 0 })
  })
  test('an encoding with an unknown name does no harm', async () => {
    const names = ['../../package', 'x'.repeat(90), 'No-Such-H']
    for (const name of names)
      expect(await read(cjkPage(name, 'Japan1', '65e5'))).toMatchObject({ pages: 1 })
  })
})

async function formPdf(): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  const page = file.addPage([300, 300])
  page.drawText('Name:', { x: 20, y: 204, size: 12 })
  const name = file.getForm().createTextField('name')
  name.setText('Grace Hopper')
  name.addToPage(page, { x: 80, y: 200, width: 120, height: 20 })
  const country = file.getForm().createDropdown('country')
  country.addOptions(['Finland', 'Italy'])
  country.select('Italy')
  country.addToPage(page, { x: 80, y: 150, width: 120, height: 20 })
  return file.save()
}

const notePdf = (): Buffer => {
  const [catalog, pages, page, ...rest] = pageParts(saying('Printed'))
  return pdfOfParts([
    catalog!,
    pages!,
    (page as string).replace('/Contents', '/Annots [6 0 R 7 0 R] /Contents'),
    ...rest,
    '<< /Type /Annot /Subtype /FreeText /Rect [50 100 200 120] /DA (/F 12 Tf) /Contents (Noted) >>',
    '<< /Type /Annot /Subtype /FreeText /F 2 /Rect [50 50 200 70] /DA (/F 12 Tf) /Contents (Hidden) >>',
  ])
}

describe('text over a page, such as a form or a note, is read with it', () => {
  test('values of a form', async () => {
    const bytes = await formPdf()
    const { text } = await read(bytes)
    expect(text).toContain('Name:')
    expect(text).toContain('Grace Hopper')
    expect(text).toContain('Italy')
    expect(text).not.toContain('Finland')
    const { markdown } = await markdownOf({ bytes, host: 'example.com' })
    expect(markdown.indexOf('Grace Hopper')).toBeGreaterThan(markdown.indexOf('Name:'))
    expect(markdown).toContain('Italy')
  })
  test('notes in frames, unless they are hidden', async () => {
    const { text } = await read(notePdf())
    expect(text).toContain('Printed\nNoted')
    expect(text).not.toContain('Hidden')
  })
})

describe('a text is legible', () => {
  const PROSE = 'The ferry left the old quay at noon, and nobody was there to wave. '.repeat(8)
  test.each([
    ['prose', PROSE],
    [
      'Czech',
      'Strč prst skrz krk. Vlk zmrzl, hrst zrn. Ale nakonec se to všechno podařilo. '.repeat(8),
    ],
    ['a table of figures', '12.50 | 3.20 | -- | 14 % \n'.repeat(20)],
    ['a line of dots', `Contents ${'. '.repeat(200)} 7`],
    ['Japanese', '駅前の図書室は今年の春に開き、町の人が持ち寄った本でいっぱいになった。'],
    ['a key', 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAzxcvbnm\n'.repeat(12)],
    ['nothing', ''],
  ])('%s', (_name, text) => expect(isLegible(text)).toBe(true))

  const shifted = PROSE.replace(/[a-z]/gi, (letter) =>
    String.fromCharCode(((letter.toLowerCase().charCodeAt(0) - 97 + 1) % 26) + 97),
  )
  test.each([
    ['letters that no font has', '\ue012\ue034\ue056\ue078'.repeat(10)],
    ['control characters', '\u0001\u0002\u0003\u0004\u0005'.repeat(10)],
    ['punctuation only', '!"#$%&\'()*,/:;<=>?@['.repeat(5)],
    ['letters of other numbers', shifted],
  ])('but not %s', (_name, text) => expect(isLegible(text)).toBe(false))
})

test('a page of letters that cannot be decoded is left out', async () => {
  const numbers = 'e012e034e056e078'.repeat(10)
  expect(await read(cjkPage('Identity-H', 'Identity', numbers))).toMatchObject({
    text: '',
    unreadable: 1,
  })
})
