/** @module-tag long */
import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  pageParts,
  pdfOfParts,
  pdfOfStreams,
  saying,
} from '../../../../../test/support/pdf-bytes.ts'
import { block, pdfOf } from '../../../../../test/support/pdf-files.ts'
import { runOn } from '../../../../../test/support/pdf-served.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import info from './pdf-info.ts'
import search from './pdf-search.ts'
import pdf from './pdf.ts'

const hello = pdfOfParts(pageParts(saying('Hello there')))
const doc = () => pdfOf([block(['Open to all'], 50, 80)])

async function encrypted(passwords: { userPassword?: string; ownerPassword: string }) {
  const file = await doc()
  file.encrypt(passwords)
  return file.save()
}

describe('text is read from', () => {
  test.each([
    ['a plain file', hello],
    ['a file of streams', pdfOfStreams(saying('Hello there'))],
    [
      'a file whose table is wrong',
      Buffer.from(hello.toString().replace(/\d+\n%%EOF/, '9\n%%EOF')),
    ],
    ['a file with something before it', Buffer.concat([Buffer.from('\r\n\0junk\n'), hello])],
    ['a file with a script', pdfOfParts(pageParts(saying('Hello there'), SCRIPT()))],
  ])('%s', { tags: 'long' }, async (_name, file) => {
    const answer = await runOn(pdf, file)
    expect(answer).toMatchObject({ pages: 1, wordCount: 2, text: 'Hello there' })
    expect(answer).toMatchObject({ source: 'files.example', untrustedContent: true })
  })

  test('any script', { tags: 'long' }, async () => {
    const fontFile = await readFile('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
    const line = 'Žluťoučký kůň, Ελληνικά, русский ﬁn'
    const file = await pdfOf([block([line, 'next'], 50, 80)], { fontFile, title: 'Kůň 馬' })
    const answer = await runOn(pdf, await file.save())
    expect(answer).toMatchObject({ info: { title: 'Kůň 馬' }, wordCount: 6 })
    expect(answer['text']).toBe('Žluťoučký kůň, Ελληνικά, русский fin\nnext')
  })

  test('a file that only its owner may change', async () => {
    const file = await encrypted({ ownerPassword: 'secret' })
    expect(await runOn(pdf, file)).toMatchObject({ text: 'Open to all' })
    expect(await runOn(info, file)).toMatchObject({ encrypted: true, pages: 1 })
  })
})

function SCRIPT(): string {
  return '/OpenAction << /S /JavaScript /JS (while \\(true\\) {}) >>'
}

describe('a file is refused', () => {
  const broken = {
    code: 'upstream_failed',
    message: 'The PDF that files.example sends is broken or cut short.',
  }
  const tooMuch = { code: 'upstream_failed', message: 'The PDF takes more than 256 MB to read.' }
  const ring = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>',
  ]
  const bomb = deflateSync(Buffer.alloc(400e6, 'BT (x) Tj ET '), { level: 9 })
  const bombed = pageParts('').map((part, at) =>
    at === 3 ? { dict: '/Filter /FlateDecode', data: bomb } : part,
  )

  test.each([
    [
      'that is empty',
      '',
      { code: 'upstream_failed', message: /^files.example sends .* not a PDF/ },
    ],
    ['that is a page', '<html>%PDF</html>', { code: 'upstream_failed', message: /not a PDF/ }],
    ['that is only a mark', '%PDF-1.7', broken],
    ['of garbage', `%PDF-1.7\n${'1 0 obj stream \xff endobj '.repeat(1_000)}`, broken],
    ['that is cut short', hello.subarray(0, 200), broken],
    ['whose pages hold themselves', pdfOfParts(ring), broken],
    ['nested without end', `%PDF-1.7\n${'['.repeat(5e6)}`, { message: /broken|takes/ }],
    ['that inflates', pdfOfParts(bombed), tooMuch],
  ])('%s', { timeout: 20_000 }, async (_name, file, fault) => {
    const { message } = fault
    const matched = message instanceof RegExp ? expect.stringMatching(message) : message
    await expect(runOn(pdf, Buffer.from(file))).rejects.toMatchObject({
      ...fault,
      message: matched,
    })
  })

  test('that needs a password', async () => {
    const file = await encrypted({ userPassword: 'open', ownerPassword: 'secret' })
    for (const tool of [pdf, info])
      await expect(runOn(tool, file)).rejects.toMatchObject({
        code: 'bad_input',
        message: 'url: the PDF is encrypted and needs a password, which cannot be given.',
      })
  })

  test('that is too large, before it is read', async () => {
    const headers = { 'content-length': String(30e6) }
    await expect(runOn(pdf, Buffer.from('%PDF-'), {}, headers)).rejects.toMatchObject({
      message: 'files.example sends 30000000 bytes, but at most 20971520 are read.',
    })
    await expect(runOn(pdf, Buffer.alloc(20971521), {}, {})).rejects.toMatchObject({
      code: 'upstream_failed',
    })
  })

  test('that is not there', async () => {
    await expect(runExample(pdf, { url: 'https://example.com/none.pdf' })).rejects.toMatchObject({
      message: 'example.com answered 404 for this address.',
    })
  })
})

test('outlines, sizes and dates are told', async () => {
  const parts = pageParts('', '/Outlines 6 0 R')
  const file = pdfOfParts(
    [
      ...parts,
      '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 2 >>',
      '<< /Title (Part) /Parent 6 0 R /First 8 0 R /Last 8 0 R /Dest [3 0 R /Fit] >>',
      '<< /Title <FEFF0043006800E4> /Parent 7 0 R /Next 8 0 R >>',
      "<< /Author (Ada) /CreationDate (D:20250102030405+01'00') /Producer (\\000) >>",
    ],
    '/Info 9 0 R',
  )
  expect(await runOn(info, file)).toMatchObject({
    title: null,
    author: 'Ada',
    producer: null,
    createdIso: '2025-01-02T02:04:05.000Z',
    encrypted: false,
    bytes: file.length,
    pageSizes: [{ widthPt: 300, heightPt: 300, pages: 1 }],
    outline: [
      { title: 'Part', level: 1, page: 1 },
      { title: 'Chä', level: 2, page: null },
    ],
  })
})

describe('a search', () => {
  const pages = [
    block(['The rail-', 'way pays (a.b) twice.'], 50, 80),
    block([`${'word '.repeat(15)}RAILWAY`, `${'word '.repeat(15)}end`], 50, 80),
  ]
  const found = async (input: object) => {
    const file = await (await pdfOf(pages)).save()
    return (await runOn(search, file, { ...input })) as {
      count: number
      matches: { page: number; excerpt: string; index: number }[]
    }
  }

  test('finds words that a line break splits, in any case', async () => {
    const { matches, count } = await found({ query: 'Railway' })
    expect(count).toBe(2)
    expect(matches[0]).toEqual({ page: 1, excerpt: 'The railway pays (a.b) twice.', index: 4 })
    expect(matches[1]).toMatchObject({ page: 2, index: 75 })
    expect(matches[1]!.excerpt).toMatch(/RAILWAY (word )+word end$/)
  })

  test.each([
    [{ query: '(A.B)' }, 1],
    [{ query: 'a.b', regex: true }, 1],
    [{ query: '\\w+', regex: true, limit: 3 }, 3],
    [{ query: 'railway', regex: true }, 1],
    [{ query: 'x*', regex: true }, 0],
    [{ query: '(a*)*$', regex: true }, 0],
    [{ query: 'no such thing' }, 0],
  ])('%j finds %i', async (input, count) => {
    expect((await found(input)).count).toBe(count)
  })

  test.each([
    [{ query: '  ' }, 'query: must not be empty.'],
    [{ query: '(a', regex: true }, /^query: must be .+brackets closed.+, but holds "\(a"$/],
    [{ query: '(?<=a)b', regex: true }, /no look-around.+, but holds "\(\?<=a\)b"$/],
    [{ query: '(a)\\1', regex: true }, /no back references, but holds "\\\\1"$/],
    [{ query: '(a{1000}){1000}', regex: true }, /repeats up to 1000.+, but holds "\{1000\}"$/],
    [{ query: 'a\\', regex: true }, /but holds "a\\\\"$/],
  ])('%j is refused', async (input, message) => {
    await expect(found(input)).rejects.toThrow(message)
  })
})
