/** Escapes what would read as Markdown, and leaves what reads as text: snake_case, [1], 2 * 3. */
export const escapedMarks = (text: string): string =>
  text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/\*(?=\S)|(?<=\S)\*/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/`|~~/g, '\\$&')
    .replace(/\](?=[(:[])/g, '\\]')
    .replace(/^(#{1,6}(?=\s)|>|[-+](?=\s)|=+$|-{3,}$)/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s)/, '$1\\$2')

/**
 * Text of strangers for Markdown that we compose: it adds no link, picture or heading, and no HTML
 * even where a reader does not know that a backslash escapes.
 */
export const markdownText = (text: string): string =>
  escapedMarks(text)
    .replaceAll(/&(?=#?\w{1,31};)/g, '&amp;')
    .replaceAll(/<(?=[a-zA-Z/!?])/g, '&lt;')

/** The same on one line: it ends no row of a list. */
export const markdownLine = (text: string): string =>
  markdownText(text.replaceAll(/\s+/g, ' ').trim())

const MARKS = /[\\`*_[\]>|#~]/g

/** The same for reports, cells of tables and names of links: it is no citation, and ends none. */
export const markdownCell = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(MARKS, String.raw`\$&`)
    .replaceAll(/&(?=#?\w{1,31};)/g, '&amp;')
    .replaceAll('<', '&lt;')
