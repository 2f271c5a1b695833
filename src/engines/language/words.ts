/** Scripts that leave no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’.,:-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu

/** Counts words in any script. */
export function countWords(text: string): number {
  const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
  let count = 0
  const spaced = text.replace(UNSPACED, (run) => {
    for (const { isWordLike } of segmenter.segment(run)) count += isWordLike ? 1 : 0
    return ' '
  })
  WORD.lastIndex = 0
  while (WORD.test(spaced)) count++
  return count
}

/** The plain text of Markdown: without addresses, fences and marks. */
export const plain = (markdown: string): string =>
  markdown
    .replace(/^```.*$/gm, '')
    .replace(/!\[(?:\\.|[^\\\]])*\]\([^)\s]*\)/g, '')
    .replace(/\]\([^)\s]*\)/g, ']')
    .replace(/\[\^[^\]]*\]|<br>/g, ' ')
    .replace(/\\(?=[!-/:-@[-`{-~])|^[\s>]*([-*]|\d+\.)\s|[*`|~[\]]|^#{1,6} |^: /gm, '')

/** Letters and digits in lower case, to compare headings. */
export const lettersOf = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
