import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { internet } from '../../../../../test/support/internet.ts'
import { pageParts, pdfOfParts, saying } from '../../../../../test/support/pdf-bytes.ts'
import { block, formPdf, pdfOf } from '../../../../../test/support/pdf-files.ts'
import { runOn } from '../../../../../test/support/pdf-served.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import extract from './pdf-extract-pages.ts'
import form from './pdf-form.ts'
import merge from './pdf-merge.ts'
import pdf from './pdf.ts'

type Answer = Readonly<Record<string, unknown>>

const fileOf = ({ base64 }: Answer): Buffer => Buffer.from(String(base64), 'base64')
const textOf = async (answer: Answer) => (await runOn(pdf, fileOf(answer)))['text']

const letters = ['https://example.com/a.pdf', 'https://example.com/b.pdf']

test('files are joined in the given order', { tags: 'long' }, async () => {
  const answer = await runExample(merge, { urls: [...letters, letters[0]] })
  expect(answer).toMatchObject({ pages: 7, contentType: 'application/pdf', source: 'example.com' })
  expect(answer['bytes']).toBe(fileOf(answer).length)
  expect(await textOf(answer)).toBe('a 1\n\na 2\n\na 3\n\nb 1\n\na 1\n\na 2\n\na 3')
})

test('an encrypted, damaged or too large file is refused', async () => {
  const { sites } = await internet()
  const locked = await pdfOf([block(['x'], 50, 80)])
  locked.encrypt({ ownerPassword: 'secret' })
  const files: Record<string, Uint8Array> = {
    '/locked': await locked.save(),
    '/broken': Buffer.from('%PDF-1.7 nothing'),
    '/large': Buffer.concat([pdfOfParts(pageParts('')), Buffer.alloc(11e6, ' ')]),
  }
  sites.set('parts.example', (request, response) => void response.end(files[request.url ?? '']))
  const joined = (path: string) => {
    const url = `https://parts.example/${path}`
    return runExample(merge, { urls: [url, url] })
  }
  await expect(joined('locked')).rejects.toThrow('must not name an encrypted PDF')
  await expect(joined('broken')).rejects.toThrow('parts.example sends is broken')
  await expect(joined('large')).rejects.toMatchObject({ code: 'upstream_failed' })
  await expect(runExample(merge, { urls: [letters[0]] })).rejects.toThrow('urls')
})

test('a chosen page does not copy other pages', { tags: 'long' }, async () => {
  const linked = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 5 0 R
        /Resources << /Font << /F 7 0 R >> >>
        /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [4 0 R /Fit] >>] >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 6 0 R
        /Resources << /Font << /F 7 0 R >> >> >>`,
    { dict: '', data: saying('open') },
    { dict: '', data: saying('secret') },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const answer = await runOn(extract, pdfOfParts(linked), { pages: '1' })
  expect(answer).toMatchObject({ pages: 1 })
  expect(await textOf(answer)).toBe('open')
  expect(fileOf(answer).toString('latin1')).not.toContain('secret')
})

test('a file without pages is refused as damaged', async () => {
  const none = pdfOfParts([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [] /Count 0 >>',
  ])
  for (const [tool, input] of [
    [extract, { pages: '1' }],
    [form, {}],
    [pdf, {}],
  ] as const)
    await expect(runOn(tool, none, input)).rejects.toThrow('is broken or cut short')
})

test('pages are in the chosen order', async () => {
  const answer = await runExample(extract, { url: letters[0], pages: '3,1-2,3' })
  expect(await textOf(answer)).toBe('a 3\n\na 1\n\na 2\n\na 3')
})

test('pages of an encrypted file that opens without a password can be taken', async () => {
  const file = await pdfOf([block(['one'], 50, 80), block(['two'], 50, 80)])
  file.encrypt({ ownerPassword: 'secret' })
  expect(await textOf(await runOn(extract, await file.save(), { pages: '2' }))).toBe('two')
  file.encrypt({ userPassword: 'open', ownerPassword: 'secret' })
  await expect(runOn(extract, await file.save(), { pages: '2' })).rejects.toThrow('password')
})

const values = {
  name: 'Žofie 馬',
  code: 1234,
  agree: true,
  size: 'large',
  country: 'IT',
  days: ['Mon', 'Wed'],
}

test('a form is filled, and the file marks that', async () => {
  const answer = await runOn(form, await (await formPdf()).save(), { values })
  expect(answer).toMatchObject({ filled: 6 })
  const read = (await PDFDocument.load(fileOf(answer))).getForm()
  expect(read.getTextField('name').getText()).toBe(values.name)
  expect(read.getTextField('code').getText()).toBe('1234')
  expect(read.getCheckBox('agree').isChecked()).toBe(true)
  expect(read.getRadioGroup('size').getSelected()).toBe('large')
  expect(read.getDropdown('country').getSelected()).toEqual(['IT'])
  expect(read.getOptionList('days').getSelected()).toEqual(['Mon', 'Wed'])
})

test('a form with only an owner password is filled', async () => {
  const file = await formPdf()
  file.encrypt({ ownerPassword: 'secret' })
  const answer = await runOn(form, await file.save(), { values: { name: 'Grace' } })
  const again = await runOn(form, fileOf(answer))
  expect(again['fields']).toContainEqual(expect.objectContaining({ name: 'name', value: 'Grace' }))
})

test('null empties a field', async () => {
  const file = await (await formPdf()).save()
  const answer = await runOn(form, file, { values: { name: null, country: null, size: null } })
  const rows = answer['fields'] as readonly { name: string; value: unknown }[]
  expect(rows.slice(0, 5).map(({ value }) => value)).toEqual([null, null, false, null, null])
})

test.each([
  [{ nme: 'x' }, '"nme" is not a field of the form; its fields are name, code, agree,'],
  [{ constructor: 'x' }, '"constructor" is not a field of the form'],
  [{ code: '12345' }, 'the field code must have at most 4 characters'],
  [{ name: true }, 'the field name must be text'],
  [{ name: ['x'] }, 'the field name must be text'],
  [{ agree: 'yes' }, 'the field agree must be true or false'],
  [{ size: 'medium' }, 'the field size must be one of small, large'],
  [{ country: ['IT'] }, 'the field country must be one of DE, FR, IT'],
  [{ days: ['Sun'] }, 'the field days must be one of Mon, Tue, Wed'],
  [{ number: 'x' }, 'the field number is read-only'],
  [{ name: { a: 1 } }, 'values'],
  [Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`k${at}`, 'x'])), 'values'],
  [{ ['x'.repeat(301)]: 'x' }, 'values'],
])('values %j are refused: %s', async (bad, message) => {
  const filled = runOn(form, await (await formPdf()).save(), { values: bad })
  await expect(filled).rejects.toMatchObject({
    code: 'bad_input',
    message: expect.stringContaining(message) as string,
  })
})

test('a file without a form has no fields', async () => {
  const file = pdfOfParts(pageParts(''))
  expect(await runOn(form, file)).toMatchObject({ fields: [], filled: 0 })
  await expect(runOn(form, file, { values: { a: 'x' } })).rejects.toThrow('it has no fields')
})
