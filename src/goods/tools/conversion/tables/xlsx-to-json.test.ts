import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import xlsxToJson from './xlsx-to-json.ts'

/**
 * A workbook with these rows of a sheet. Style 1 is [h]:mm:ss, 2 a date and a time, 3 h:mm, 4
 * yyyy-mm-dd;@.
 */
function workbook(rows: string, date1904 = '0'): string {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const parts = {
    'xl/workbook.xml':
      `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="${date1904}"/>` +
      '<sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${office}/worksheet" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml':
      `<styleSheet xmlns="${main}"><numFmts>` +
      '<numFmt numFmtId="164" formatCode="[h]:mm:ss"/>' +
      '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd;@"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/>' +
      '<xf numFmtId="20"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst xmlns="${main}"><si><t xml:space="preserve"> lead</t></si><si><r><t xml:space="preserve">rich </t></r><r><t>text_x0041_</t></r><rPh><t>no</t></rPh></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  }
  const encoder = new TextEncoder()
  return Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, encoder.encode(xml)])),
    ),
  ).toString('base64')
}

describe('cells of a workbook', () => {
  const cellsOf = (rows: string, date1904?: string) =>
    runExample(xlsxToJson, { file: workbook(rows, date1904), header: false })

  test.each([
    ['1.25', 1, 'PT30H'],
    ['400', 1, 'PT9600H'],
    ['0.00001', 1, 'PT0.864S'],
    ['-0.5', 1, '-PT12H'],
    ['0', 1, 'PT0S'],
    ['1', 4, '1900-01-01'],
    ['59.5', 2, '1900-02-28T12:00:00'],
    ['61', 4, '1900-03-01'],
    ['45000.75', 2, '2023-03-15T18:00:00'],
    ['0.25', 3, '06:00:00'],
    ['0.999999999', 3, '23:59:59.999'],
    ['0.30000000000000004', 0, 0.30000000000000004],
    ['0.10000000000000001', 0, 0.1],
    ['123456789012345678', 0, '123456789012345678'],
    ['10000000000000002', 0, 10000000000000002],
  ])('the number %s in style %i is %s', async (stored, style, cell) => {
    const { data, warnings } = await cellsOf(
      `<row r="1"><c r="A1" s="${style}"><v>${stored}</v></c></row>`,
    )
    expect({ data, warnings }).toEqual({ data: [[cell]], warnings: [] })
  })

  test('days are counted from 1904 if the workbook says so', async () => {
    const rows = '<row><c s="4"><v>0</v></c><c s="4"><v>43538</v></c><c s="3"><v>0.5</v></c></row>'
    expect((await cellsOf(rows, '1'))['data']).toEqual([['1904-01-01', '2023-03-15', '12:00:00']])
  })

  test.each(['60', '-1', '2958466'])(
    '%s is not a day, stays a number and is reported',
    async (stored) => {
      const answer = await cellsOf(`<row r="1"><c r="A1" s="4"><v>${stored}</v></c></row>`)
      expect(answer).toMatchObject({
        data: [[Number(stored)]],
        warnings: ['A1 has the format of a date, but holds another value'],
      })
    },
  )

  test('text keeps its spaces', async () => {
    const rows =
      '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="str"><f>x</f><v>\ttab</v></c>' +
      '<c t="inlineStr"><is><t xml:space="preserve">trail &amp; </t></is></c></row>'
    expect((await cellsOf(rows))['data']).toEqual([[' lead', 'rich textA', '\ttab', 'trail & ']])
  })

  test('errors and formulas without a value keep their rows and are reported', async () => {
    const rows =
      '<row r="1"><c r="A1"><v>1</v></c></row><row r="3"><c r="A3" t="e"><f>NA()</f><v>#N/A</v></c></row>' +
      '<row r="4"><c r="A4"/><c r="B4"><f>1+1</f></c></row><row r="5"><c r="A5" s="1"/></row>'
    expect(await cellsOf(rows)).toMatchObject({
      data: [
        [1, null],
        [null, null],
        [null, null],
        [null, null],
      ],
      rowCount: 4,
      warnings: ['A3 holds the error #N/A', 'B4 is a formula without a stored value'],
    })
  })

  test.each([
    ['<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', /more than 500000 cells/],
    ['<row r="1"><c r="ZZZ1"><v>1</v></c></row>', /a cell has the invalid name ZZZ1/],
    ['<row r="1"><c r="A1"><v>1</v></c></row><!--', /is not a readable \.xlsx workbook/],
  ])('the rows %s are refused', async (rows, message) => {
    await expect(cellsOf(rows)).rejects.toThrow(message)
  })
})
