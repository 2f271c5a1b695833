import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { bytesOfBase64, excerpt } from '../../../../base/lib/bytes.ts'
import { base64, MB } from '../../../../base/lib/fields.ts'
import { assertModest, namesOf } from '../../../../engines/formats/rows.ts'
import { readWorkbook, type Workbook } from './_xlsx.ts'
import type { Sheet } from './_xlsx-sheet.ts'

/** A workbook of one cell, for the example. */
const SMALL_WORKBOOK =
  'UEsDBBQAAAAIAAAAIVxbma6u5QAAAAsCAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbK2RvVLDMBCEX0WjNhOdk4KCsZ0i0AYKXuCQz7HG+hudEszbIzuBggnQUN1Iu3vfalTvJmfFmRKb4Bu5UZXctfXLeyQWRfHcyCHneA/AeiCHrEIkX5Q+JIe5HNMRIuoRjwTbqroDHXwmn9d53iHb+oF6PNksHqdyfaEksizF/mKcWY3EGK3RmIsOZ999o6yvBFWSi4cHE3lVDBJuEmblZ8A191SenUxH4hlTPqArLpgsvIU0voYwqt+X3GgZ+t5o6oI+uRJRHBNhxwNRdlYtUzk0fvU3fzEzLGPzz0W+9n/2gOW72w9QSwMEFAAAAAgAAAAhXHQ+DyqUAAAAAwEAAAsAAABfcmVscy8ucmVsc43PPQ7CMAwF4KtEPkDdMjCgpF1YWBEXCMH9UZs4cgKU25ORIgZGPz99lnW3+kU9SNLEwUBT1dC1+kyLzSVI4xSTKo2QDIw5xwNiciN5myqOFMqmZ/E2l1EGjNbNdiDc1fUe5dOAralONwPSgLq8Iv0jc99Pjo7s7p5C/nHgq1FkKwNlA+uCT5b5yjxXBQVsNW7ea99QSwMEFAAAAAgAAAAhXAy+r+2cAAAA8gAAAA8AAAB4bC93b3JrYm9vay54bWyNjz0OgzAMha8S+QAYOnRAISxdOvcEKZgmgiTITn+O3wjK3sl+etbn93T/CYt6EYtPsYOmqqE3+p14vqc0q2JG6cDlvLaIMjgKVqq0UizOlDjYXCQ/UFYmO4ojymHBU12fMVgfYSe0/A8jTZMf6JKGZ6CYdwjTYnOJJs6vAkZvH+Q3VbSBOriB2uR1LAVAcevLwg2g0Xjc41HJfAFQSwMEFAAAAAgAAAAhXO23n8KYAAAABAEAABoAAAB4bC9fcmVscy93b3JrYm9vay54bWwucmVsc43POw7CMAwG4KtEPkDdMjCgpl1YWCsuEAW3qdo8ZIfX7YkYEJUYmCz/tj7Lbf/wq7oRyxyDhqaqoe/agVaTSyBuTqLKRhANLud0QBTryBupYqJQJmNkb3JpecJk7GImwl1d75G/Ddia6nTRwA2o8zPRP3Icx9nSMdqrp5B/HMB75EUcUS6o4Ymyhk8k+C5NVVTArsXNf90LUEsDBBQAAAAIAAAAIVytD8IGqwAAAC0BAAAYAAAAeGwvd29ya3NoZWV0cy9zaGVldDEueG1sdZBRDoIwDIavsuwAFHjwwZQSjTfwBBOnLLKNbA14fAeYBR98a7//b/+m2L7tICYdovGukVVRypZw9uEVe61ZJNXFRvbM4xEgdr22KhZ+1C4pDx+s4tSGJ8QxaHVfh+wAdVkewCrjJOHKLooVYfCzCCkl0W4pTpUU3EjjBuP0lUPiJhIyKQQmhKWB7ms+/zPffs2QUnJUnaOWaqIKYdrv3Gid6TYMu5shP4M+UEsBAhQDFAAAAAgAAAAhXFuZrq7lAAAACwIAABMAAAAAAAAAAAAAAIABAAAAAFtDb250ZW50X1R5cGVzXS54bWxQSwECFAMUAAAACAAAACFcdD4PKpQAAAADAQAACwAAAAAAAAAAAAAAgAEWAQAAX3JlbHMvLnJlbHNQSwECFAMUAAAACAAAACFcDL6v7ZwAAADyAAAADwAAAAAAAAAAAAAAgAHTAQAAeGwvd29ya2Jvb2sueG1sUEsBAhQDFAAAAAgAAAAhXO23n8KYAAAABAEAABoAAAAAAAAAAAAAAIABnAIAAHhsL19yZWxzL3dvcmtib29rLnhtbC5yZWxzUEsBAhQDFAAAAAgAAAAhXK0PwgarAAAALQEAABgAAAAAAAAAAAAAAIABbAMAAHhsL3dvcmtzaGVldHMvc2hlZXQxLnhtbFBLBQYAAAAABQAFAEUBAABNBAAAAAA='

const FILE_BYTES_MAX = 8 * MB
const CELLS_MAX = 500_000

export default defineTool({
  route: 'POST /api/xlsx-to-json',
  name: 'Excel to JSON',
  description:
    'Rows of a sheet of an Excel workbook (.xlsx) as JSON: stored values of formulas, ISO dates, hidden sheets too.',
  asks: [
    'read an excel file as json rows',
    'convert xlsx sheet to json',
    'read an Excel sheet',
    'what is in this spreadsheet',
    'import .xlsx',
    'rows of a workbook',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    file: base64(FILE_BYTES_MAX).describe('The .xlsx file as Base64, up to 8 MB.'),
    sheet: z.string().max(200).optional().describe('Name of the sheet. Default: the first one.'),
    header: z.boolean().default(true).describe('Whether the first row names the columns.'),
  }),
  output: z.object({
    sheets: z.array(z.string()).describe('Names of all sheets.'),
    sheet: z.string(),
    data: z
      .array(z.unknown())
      .describe(
        'Objects by column, or arrays of cells. Dates are ISO 8601 without a zone, elapsed times ' +
          'ISO durations (PT30H); a whole number that would lose digits is text; empty cells are null.',
      ),
    columns: z
      .array(z.string())
      .describe('Names of the columns: column2 for a missing name, a_2 for a repeated one.'),
    rowCount: z.int(),
    warnings: z
      .array(z.string())
      .describe(
        'Names of cells that hold an error or a formula without a stored value, up to 100.',
      ),
  }),
  examples: [
    {
      input: { file: SMALL_WORKBOOK },
      output: {
        sheets: ['S'],
        sheet: 'S',
        data: [{ a: 1, b: 2 }],
        columns: ['a', 'b'],
        rowCount: 1,
        warnings: [],
      },
    },
  ],

  run({ file, sheet: wanted, header }) {
    const workbook = workbookOf(bytesOfBase64('file', file, FILE_BYTES_MAX))
    const { names } = workbook
    const [first] = names
    if (first === undefined) throw badInput('file: must have a sheet of cells')
    const name = wanted ?? first
    if (!names.includes(name))
      throw badInput(
        `sheet: must be one of ${names.slice(0, 50).join(', ')}; there is no sheet ${excerpt(name)}`,
      )
    const sheet = workbook.sheet(name)
    const { columns, data } = tableOf(sheet, header)
    return {
      sheets: [...names],
      sheet: name,
      data,
      columns,
      rowCount: data.length,
      warnings: [...sheet.warnings],
    }
  },
})

function workbookOf(bytes: Buffer): Workbook {
  const isOldFormat = bytes.subarray(0, 4).toString('hex') === 'd0cf11e0'
  if (isOldFormat) throw badInput('file: is an .xls file or is encrypted; save it as plain .xlsx')
  return readWorkbook(bytes, CELLS_MAX)
}

function tableOf({ rows, width }: Sheet, header: boolean) {
  const [first = [], ...rest] = header ? rows : [[], ...rows]
  const columns = [
    ...namesOf(
      first.map((cell) => String(cell ?? '')),
      width,
    ),
  ]
  assertModest(columns, rest.length)
  const data = rest.map((cells) =>
    header
      ? Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? null]))
      : columns.map((_name, at) => cells[at] ?? null),
  )
  return { columns, data }
}
