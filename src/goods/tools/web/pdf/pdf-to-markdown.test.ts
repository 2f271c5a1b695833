import { expect, test } from 'vitest'
import { pageParts, pdfOfParts, saying } from '../../../../../test/support/pdf-bytes.ts'
import { block, pdfOf, type Line } from '../../../../../test/support/pdf-files.ts'
import { runOn } from '../../../../../test/support/pdf-served.ts'
import tool from './pdf-to-markdown.ts'

async function markdownOf(pages: readonly (readonly Line[])[], input = {}): Promise<unknown> {
  return (await runOn(tool, await (await pdfOf(pages)).save(), input))['markdown']
}

const prose = (name: string, lines: number): string[] =>
  Array.from({ length: lines }, (_, at) => `${name} line ${at + 1} of some length here`)

test('two columns under a title that spans them are read one after the other', async () => {
  const left = prose('left', 6)
  const right = prose('right', 6)
  const page: Line[] = [
    ['A Title Across Both Of The Columns', 120, 60, 20],
    ...block(left, 50, 100, 10),
    ...block(right, 310, 100, 10),
  ]
  const title = '# A Title Across Both Of The Columns'
  expect(await markdownOf([page])).toBe(`${title}\n\n${[...left, ...right].join(' ')}`)
})

test('full-width text above columns stays above them', async () => {
  const intro = prose('the introduction runs over the whole width of the page and its', 8)
  const page = [
    ...block(intro, 50, 80, 10),
    ...block(['Left begins here and it', ...prose('left', 5), 'left ends.'], 50, 250, 10),
    ...block(['Right begins here and it', ...prose('right', 5), 'right ends.'], 320, 250, 10),
  ]
  const text = String(await markdownOf([page]))
  const order = ['introduction', 'Left begins', 'left ends', 'Right begins', 'right ends']
  expect(order.map((words) => text.indexOf(words))).toEqual(
    order.map((words) => text.indexOf(words)).toSorted((a, b) => a - b),
  )
  expect(text).not.toContain('|')
})

test('paragraphs continue over lines, columns and pages; split words are joined', async () => {
  const page = [
    ...block(['It is a well-known fact that every para-', 'graph ends, and this well-'], 50, 80),
    ...block(['known one ends on the next'], 50, 80 + 2 * 14.3),
  ]
  const next = [
    ...block(['page of the same paper.', 'A new one follows it here, and runs on over'], 50, 80),
    ...block(['the line.'], 50, 80 + 2 * 14.3),
    ...block(['After a gap there is a third.'], 50, 180),
  ]
  expect(await markdownOf([page, next])).toBe(
    [
      'It is a well-known fact that every paragraph ends, and this well-known one ends on the next page of the same paper.',
      'A new one follows it here, and runs on over the line.',
      'After a gap there is a third.',
    ].join('\n\n'),
  )
})

test('headings have levels by their size, lists have their depth and numbers', async () => {
  const page: Line[] = [
    ['Title', 50, 60, 24],
    ['Section', 50, 100, 16],
    ...block(['Some text of the body comes first and is long.'], 50, 130),
    ['• one', 60, 150, 11],
    ['that goes on', 68, 164.3, 11],
    ['• inner', 80, 178.6, 11],
    ['•', 60, 192.9, 11],
    ['two', 78, 192.9, 11],
    ['1. first', 50, 230, 11],
    ['2. second', 50, 244.3, 11],
    ['2.1 A numbered part', 50, 280, 11, 'bold'],
    ...block(['Text of that part, which is also of the body.'], 50, 296),
    ['Another', 50, 340, 16],
  ]
  expect(await markdownOf([page])).toBe(
    [
      '# Title',
      '## Section',
      'Some text of the body comes first and is long.',
      '- one that goes on\n   - inner\n- two\n1. first\n2. second',
      '### 2.1 A numbered part',
      'Text of that part, which is also of the body.',
      '## Another',
    ].join('\n\n'),
  )
})

test('rows of cells become a table', async () => {
  const rows = [
    ['City', 'Fare', 'Since'],
    ['Berlin | A', '3.50', '2024'],
    ['Paris', '2.15', ''],
    ['Rome', '1.50', '2012'],
  ]
  const table = rows.flatMap((cells, row) =>
    cells.flatMap((cell, at): Line[] => (cell ? [[cell, 50 + at * 100, 100 + row * 16, 11]] : [])),
  )
  expect(await markdownOf([[...block(['The fares:'], 50, 70), ...table]])).toBe(
    [
      'The fares:',
      '',
      '| City | Fare | Since |',
      '| --- | --- | --- |',
      '| Berlin \\| A | 3.50 | 2024 |',
      '| Paris | 2.15 |  |',
      '| Rome | 1.50 | 2012 |',
    ].join('\n'),
  )
})

test('a table of contents becomes a list; labels and references stay separate', async () => {
  const page: Line[] = [
    ...block(['1 Fares. . . . . . . . . 2', '2 Rides . . . . . . . . iv'], 50, 80),
    ['Abstract', 50, 130, 11, 'bold'],
    ...block(['A long line of the body of this paper that', 'goes on.'], 50, 144.3),
    ['[1] A. Rider. On fares and', 50, 190, 11],
    ['on rides. 2001.', 70, 204.3, 11],
  ]
  expect(await markdownOf([page])).toBe(
    [
      '- 1 Fares … 2\n- 2 Rides … iv',
      'Abstract',
      'A long line of the body of this paper that goes on.',
      '- [1] A. Rider. On fares and on rides. 2001.',
    ].join('\n\n'),
  )
})

test('running heads and page numbers are left out, and pages may be chosen', async () => {
  const pages = [1, 2, 3, 4].map((number): Line[] => [
    ['The Annual Report', 50, 30, 9],
    [`Sentence ${number}.`, 50, 200, 11],
    [`Page ${number} of 4`, 280, 820, 9],
  ])
  expect(await markdownOf(pages)).toBe('Sentence 1.\n\nSentence 2.\n\nSentence 3.\n\nSentence 4.')
  expect(await markdownOf(pages, { pages: '4,1-2' })).toBe(
    'Sentence 4.\n\nSentence 1.\n\nSentence 2.',
  )
  await expect(markdownOf(pages, { pages: '5' })).rejects.toThrow('there is no page 5')
})

test('text that looks like markup is escaped', async () => {
  const page = block(['# no heading', '', '*a* `b` <script> snake_case'], 50, 80)
  expect(await markdownOf([page])).toBe('\\# no heading\n\n\\*a\\* \\`b\\` \\<script> snake_case')
})

test('a rotated page is read as it is shown', async () => {
  const content = [
    'BT /F 12 Tf 0 1 -1 0 100 50 Tm (first) Tj ET',
    'BT /F 12 Tf 0 1 -1 0 114 50 Tm (second) Tj ET',
    saying('stamp'),
  ]
  const file = pdfOfParts(pageParts(content.join(' ')))
  expect((await runOn(tool, file))['markdown']).toBe('first second')
  const turned = Buffer.from(file.toString().replace('/MediaBox', '/Rotate 90 /MediaBox'))
  expect((await runOn(tool, turned))['markdown']).toBe('first second')
})

test('a page without text is empty', async () => {
  const answer = await runOn(tool, pdfOfParts(pageParts('')))
  expect(answer).toMatchObject({ pages: 1, markdown: '', wordCount: 0 })
})
