import { expect, test } from 'vitest'
import { allPages, chosenPages, pageRanges } from './page-ranges.ts'

test.each([
  ['1', [1]],
  ['1-3,7', [1, 2, 3, 7]],
  [' 7 , 1 - 2 ', [7, 1, 2]],
  ['8-', [8, 9, 10]],
  ['2,2', [2, 2]],
])('%j are pages', (ranges, pages) => {
  expect(chosenPages(pageRanges().parse(ranges), 10)).toEqual(pages)
})

test.each(['', ',', 'a', '1-2-3', '-3', '1;2', '1.5', '1,', '٣', '1'.repeat(2_000)])(
  '%j is no list of pages',
  (ranges) => {
    expect(pageRanges().safeParse(ranges).success).toBe(false)
  },
)

test.each([
  ['0', 'there is no page 0; the PDF has pages 1 to 10'],
  ['9-11', 'there is no page 11'],
  ['11-', 'there is no page 11'],
  ['3-1', '3-1 must begin with the lower number'],
  ['9999999', 'there is no page 9999999'],
])('%j are refused: %s', (ranges, problem) => {
  expect(() => chosenPages(pageRanges().parse(ranges), 10)).toThrow(problem)
})

test('there is an end to the pages of one call', () => {
  expect(() => chosenPages('1-1500,1-1500', 1_500)).toThrow('3000 pages are chosen')
  expect(() => allPages(2_001)).toThrow('the PDF has 2001 pages')
  expect(allPages(3)).toEqual([1, 2, 3])
})
