import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { startWorkInThreads } from '../../../../../test/support/wait.ts'
import { sumOf } from '../../../../engines/formats/rows.ts'
import csvProfile from './csv-profile.ts'
import csvToJson from './csv-to-json.ts'
import jsonToCsv from './json-to-csv.ts'
import jsonToXlsx from './json-to-xlsx.ts'
import tableAggregate from './table-aggregate.ts'
import tableJoin from './table-join.ts'
import tablePivot from './table-pivot.ts'
import tableToMarkdown from './table-to-markdown.ts'
import xlsxToJson from './xlsx-to-json.ts'

describe('csv-to-json', () => {
  test.each([
    ['007,1.50,1e3,-0,+1', ['007', '1.50', '1e3', '-0', '+1']],
    ['7,1.5,-3,0,0.1', [7, 1.5, -3, 0, 0.1]],
    ['12345678901234567890,9007199254740993', ['12345678901234567890', '9007199254740993']],
    ['true,false,TRUE,null,', [true, false, 'TRUE', 'null', null]],
    ['Infinity,NaN,0x10, 1', ['Infinity', 'NaN', '0x10', ' 1']],
  ])('%s is typed without loss', async (csv, cells) => {
    expect((await runExample(csvToJson, { csv, header: false }))['data']).toEqual([cells])
  })

  test.each([
    ['a;b\n1,5;2', ';'],
    ['a\tb,c\n1\t2', '\t'],
    ['a|b\n1|2', '|'],
    ['a;b\n"x,y";1,5\n', ';'],
    ['1,5;2,5\n3,0;4,1\n', ';'],
    ['a,b\nx;y,z\n', ','],
    ['only\none\n', ','],
    ['\uFEFFa,b\r\n1,2\r\n', ','],
  ])('%j has the delimiter %j', async (csv, delimiter) => {
    expect(await runExample(csvToJson, { csv })).toMatchObject({ delimiter })
  })

  test('the line in which Excel names the delimiter is not a header', async () => {
    const answer = await runExample(csvToJson, { csv: 'sep=;\r\na;b\r\n1;2\r\n' })
    expect(answer).toMatchObject({ columns: ['a', 'b'], data: [{ a: 1, b: 2 }], delimiter: ';' })
  })

  test('a null character is not a delimiter', async () => {
    const work = runExample(jsonToCsv, { data: [{ a: 1 }], delimiter: '\0' })
    await expect(work).rejects.toThrow(/^delimiter: /)
  })

  test('uneven rows keep all their cells and are reported', async () => {
    const told = await runExample(csvToJson, { csv: 'a,a,\n1\n1,2,3,4' })
    expect(told).toMatchObject({
      columns: ['a', 'a_2', 'column3', 'column4'],
      data: [
        { a: 1, a_2: null, column3: null, column4: null },
        { a: 1, a_2: 2, column3: 3, column4: 4 },
      ],
      errors: [
        { row: 0, message: 'column 2 "a" is called a_2' },
        { row: 0, message: 'column 3 "" is called column3' },
        { row: 1, message: 'has 1 cells, not 3' },
        { row: 2, message: 'has 4 cells, not 3' },
      ],
    })
  })

  test('a quote that never ends is reported', async () => {
    const { errors } = await runExample(csvToJson, { csv: 'a,b\n1,"2\n3,4' })
    expect(JSON.stringify(errors)).toMatch(/quote/i)
  })

  test('names of JavaScript members are plain names', async () => {
    const { data } = await runExample(csvToJson, { csv: '__proto__,constructor\n1,2' })
    expect(JSON.stringify(data)).toBe('[{"__proto__":1,"constructor":2}]')
    expect({}).not.toHaveProperty('1')
  })

  test('long names are not repeated for each of many rows', async () => {
    const csv = `${'n'.repeat(100_000)},b\n${'1,2\n'.repeat(10_000)}`
    await expect(runExample(csvToJson, { csv })).rejects.toThrow(/^csv: has too many columns/)
  })

  test.each(['', '\n', 'a,b'])('%j has no rows', async (csv) => {
    expect(await runExample(csvToJson, { csv })).toMatchObject({ rowCount: 0, data: [] })
  })

  test('2 MB of cells take a fraction of a second', async () => {
    const worked = startWorkInThreads()
    const csv = `a,b,c\n${'12,"x,y",z\n'.repeat(180_000)}`
    expect(await runExample(csvToJson, { csv })).toMatchObject({ rowCount: 180_000 })
    expect(await worked()).toBeLessThan(3_000)
  })
})

describe('json-to-csv', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+49 30 1', "'+49 30 1"],
    ['-5', '-5'],
    [-5, '-5'],
    ['\tx', "'\tx"],
    ['a"b', '"a""b"'],
    [' a', '" a"'],
    [null, '""'],
    [[1, { a: 2 }], '"[1,{""a"":2}]"'],
  ])('%j reads %s', async (v, cell) => {
    expect((await runExample(jsonToCsv, { data: [{ v }] }))['csv']).toBe(`v\r\n${cell}\r\n`)
  })

  test('two fields that make the same column are refused', async () => {
    const data = [{ 'a.b': 1, a: { b: 2 } }]
    await expect(runExample(jsonToCsv, { data })).rejects.toThrow(
      'must not have two fields of a row',
    )
  })

  test('written CSV reads back as the same rows', async () => {
    const data = [
      { a: 'x;y', b: '"' },
      { a: 'z\r\n', b: 'é' },
    ]
    const { csv } = await runExample(jsonToCsv, { data, delimiter: ';' })
    expect((await runExample(csvToJson, { csv }))['data']).toEqual(data)
  })

  test.each([[[1]], ['x'], [[[]]]])('%j is refused as rows', async (data) => {
    await expect(runExample(jsonToCsv, { data })).rejects.toThrow(
      'data: must be an array of objects',
    )
  })
})

describe('table-to-markdown', () => {
  const data = [
    { 'n|m': 'a|b\\|c', text: 'two\nlines' },
    { 'n|m': '漢字', text: '<b>' },
  ]
  test.each([
    ['markdown', '| n\\|m      | text         |\n'],
    ['ascii', '| 漢字   | <b>       |'],
    ['html', '<td>two<br>lines</td></tr>\n<tr><td>漢字</td><td>&lt;b&gt;</td>'],
  ])('%s', async (style, part) => {
    expect((await runExample(tableToMarkdown, { data, style }))['table']).toContain(part)
  })

  test('one wide cell does not widen all rows', async () => {
    const rows = [{ a: 'x'.repeat(100_000) }, ...Array.from({ length: 9_000 }, () => ({ a: 1 }))]
    const { table } = await runExample(tableToMarkdown, { data: rows })
    expect(String(table).length).toBeLessThan(1_000_000)
  })

  test.each([['\0'], [''], ['a\0b,c\n1,2']])('CSV %j without a table is refused', async (csv) => {
    await expect(runExample(tableToMarkdown, { csv })).rejects.toThrow(/^csv: /)
  })

  test('a null character in a row is refused with the name of the field', async () => {
    const asked = runExample(tableToMarkdown, { data: [{ a: 'x\0y' }] })
    await expect(asked).rejects.toThrow(/^data: /)
  })

  test('a missing column is refused with the names of the columns', async () => {
    const asked = runExample(tableToMarkdown, { data, columns: ['x'] })
    await expect(asked).rejects.toThrow('columns: there is no column "x"; the rows have n|m, text')
  })
})

describe('table-aggregate and table-pivot', () => {
  test.each([
    [[0.1, 0.2], 0.3],
    [[1e21, 1], '1000000000000000000001'],
    [[9007199254740991, 2], '9007199254740993'],
    [[1e-7, 1e21], 1e21],
    [[-0.5, 0.5], 0],
    [[1.005, 2.005], 3.01],
    [[], 0],
  ])('the sum of %j is %j', (values, sum) => {
    expect(sumOf(values)).toBe(sum)
  })

  test('a group without numbers has no sum, mean or median', async () => {
    const metrics = ['sum', 'mean', 'median', 'min'].map((op) => ({ field: 'v', op }))
    const told = await runExample(tableAggregate, { data: [{ v: null }], by: [], metrics })
    expect(told['rows']).toEqual([{ sum_v: null, mean_v: null, median_v: null, min_v: null }])
  })

  test('dates as text have a first and a last', async () => {
    const data = [{ d: '2026-02-01' }, { d: '2025-12-31' }]
    const metrics = ['min', 'max'].map((op) => ({ field: 'd', op }))
    const { rows } = await runExample(tableAggregate, { data, by: [], metrics })
    expect(rows).toEqual([{ min_d: '2025-12-31', max_d: '2026-02-01' }])
  })

  test('1 and "1" are two groups, missing and null are the same group', async () => {
    const data = [{ k: 1 }, { k: '1' }, { k: null }, {}]
    const metrics = [{ field: '*', op: 'count', as: 'n' }]
    const { rows } = await runExample(tableAggregate, { data, by: ['k'], metrics })
    expect(rows).toEqual([
      { k: 1, n: 1 },
      { k: '1', n: 1 },
      { k: null, n: 2 },
    ])
  })

  test('an empty text and null are two groups', async () => {
    const data = [{ k: '' }, { k: null }, { k: '' }]
    const metrics = [{ field: '*', op: 'count', as: 'n' }]
    const { rows } = await runExample(tableAggregate, { data, by: ['k'], metrics })
    expect(rows).toEqual([
      { k: '', n: 2 },
      { k: null, n: 1 },
    ])
  })

  test('a value with the name of the row column gets another name', async () => {
    const data = [{ m: 'x', k: 'm', v: 1 }]
    const input = { data, rows: 'm', columns: 'k', value: 'v' }
    expect(await runExample(tablePivot, input)).toMatchObject({
      rows: [{ m: 'x', m_2: 1 }],
      problems: ['the column m gets the name m_2'],
    })
  })

  test('too many columns are refused', async () => {
    const data = Array.from({ length: 600 }, (_, at) => ({ m: 1, k: at, v: 1 }))
    const input = { data, rows: 'm', columns: 'k', value: 'v' }
    await expect(runExample(tablePivot, input)).rejects.toThrow('columns: must make at most')
  })
})

describe('table-join', () => {
  test('empty keys match nothing, as in SQL', async () => {
    const rows = [{ id: null, a: 1 }]
    const input = { left: rows, right: rows, on: ['id'], how: 'full' }
    expect(await runExample(tableJoin, input)).toMatchObject({ matched: 0, leftOnly: 1 })
  })

  test('keys of different types give a warning', async () => {
    const input = { left: [{ id: 1 }], right: [{ id: '1' }], on: ['id'] }
    expect(await runExample(tableJoin, input)).toMatchObject({
      warnings: ['id is number on the left and string on the right'],
    })
  })

  test('a join that multiplies rows is refused before it is made', { tags: 'long' }, async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => ({ k: 1, at }))
    const asked = runExample(tableJoin, { left: rows, right: rows, on: ['k'] })
    await expect(asked).rejects.toThrow(/^on: must make at most 50000 rows/)
  })
})

describe('csv-profile', () => {
  test.each([
    ['1\n2\n', 'integer'],
    ['1\n2.5\n', 'number'],
    ['007\n012\n', 'text'],
    ['2026-01-01\n2026-02-28T10:00:00Z\n', 'date'],
    ['2026-02-30\n', 'text'],
    ['yes\nno\n', 'boolean'],
    ['1\nn/a\n', 'mixed'],
    ['""\n""\n', 'empty'],
    ['12345678901234567890\n', 'text'],
  ])('%j is %s', async (cells, type) => {
    const { columns } = await runExample(csvProfile, { csv: `c\n${cells}` })
    expect(columns).toMatchObject([{ name: 'c', type }])
  })
})

describe('Excel workbooks', () => {
  const bytesOf = (data: unknown): string => Buffer.from(data as Uint8Array).toString('base64')

  test('a written workbook reads back as the same rows', async () => {
    const data = [
      { a: 1.5, b: true, c: '=1+1', d: null },
      { a: -2, b: false, c: 'a\nb <&>', d: '007' },
    ]
    const { base64: file } = await runExample(jsonToXlsx, { data })
    expect((await runExample(xlsxToJson, { file }))['data']).toEqual(data)
  })

  test('a formula in text stays text', async () => {
    const { base64 } = await runExample(jsonToXlsx, { data: [{ a: '=HYPERLINK("x")' }] })
    const text = Buffer.from(String(base64), 'base64').toString('latin1')
    expect(text).not.toContain('<f>')
  })

  test('several sheets have their names', async () => {
    const sheets = { A: [{ x: 1 }], B: [{ y: 2 }] }
    const { base64: file } = await runExample(jsonToXlsx, { sheets })
    expect(await runExample(xlsxToJson, { file, sheet: 'B' })).toMatchObject({
      sheets: ['A', 'B'],
      data: [{ y: 2 }],
    })
    await expect(runExample(xlsxToJson, { file, sheet: 'C' })).rejects.toThrow(
      'must be one of A, B',
    )
  })

  test.each([
    [{ 'a/b': [] }, /must be a name of/],
    [{ a: [], A: [] }, /differ only in case/],
    [{ a: 1 }, /must be an array of objects/],
    [{}, /must hold 1 to 20 sheets/],
  ])('sheets %j are refused', async (sheets, message) => {
    await expect(runExample(jsonToXlsx, { sheets })).rejects.toThrow(message)
  })

  test.each([
    ['no archive', Buffer.from('hello'), /is no office document/],
    ['an old format', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /is an \.xls file/],
    ['no workbook', zipSync({ 'a.txt': new Uint8Array(3) }), /is not a readable \.xlsx/],
    ['a bomb', zipSync({ 'a.xml': new Uint8Array(70_000_000) }), /unpacks to more than 64 MB/],
    [
      'many entries',
      zipSync(
        Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`${at}`, new Uint8Array()])),
      ),
      /at most 2000 entries/,
    ],
  ])('%s is refused', async (_what, file, message) => {
    await expect(runExample(xlsxToJson, { file: bytesOf(file) })).rejects.toThrow(message)
  })

  test('a truncated workbook is refused', async () => {
    const { base64 } = await runExample(jsonToXlsx, { data: [{ a: 1 }] })
    const file = Buffer.from(String(base64), 'base64').subarray(0, -40).toString('base64')
    await expect(runExample(xlsxToJson, { file })).rejects.toThrow(/^file: /)
  })
})
