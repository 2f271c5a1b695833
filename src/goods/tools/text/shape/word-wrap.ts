import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import { charactersOf } from '../../../../engines/language/segments.ts'

export default defineTool({
  route: 'POST /api/word-wrap',
  name: 'Word wrap',
  description: 'Wraps text at a line width, or joins hard-wrapped lines into paragraphs again.',
  asks: [
    'break long lines at 72 columns',
    'remove hard line breaks from paragraphs',
    'break lines at 80 characters',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text }) => placeBySize(4 * text.length),
  input: z.object({
    text: text(MB).describe('The text, up to 1 MB.'),
    width: z
      .int()
      .min(10)
      .max(400)
      .default(80)
      .describe('Columns of a line including its indent, 10 to 400; wide characters take two.'),
    indent: z
      .string()
      .max(100)
      .default('')
      .describe('Text before every line, up to 100 characters.'),
    mode: z
      .enum(['wrap', 'unwrap'])
      .default('wrap')
      .describe(
        'wrap keeps existing line breaks; unwrap joins lines, except blank ones, ' +
          'list items, headings, quotes and indented lines.',
      ),
  }),
  output: z.object({ text: z.string(), lines: z.int().describe('Number of lines of the answer.') }),
  examples: [
    {
      input: { text: 'a long line of words to be wrapped', width: 12 },
      output: { text: 'a long line\nof words to\nbe wrapped', lines: 3 },
    },
    {
      input: { text: 'one\ntwo\n\n- three\n- four', mode: 'unwrap' },
      output: { text: 'one two\n\n- three\n- four', lines: 4 },
    },
  ],

  run({ text, width, indent, mode }) {
    const room = width - columnsOf(indent)
    if (room < 2) throw badInput('indent: must leave at least two columns of the width')
    const lines = text.split(/\r\n|\r|\n/)
    const shaped =
      mode === 'wrap'
        ? lines.flatMap((line) => wrapped(line, room).map((one) => (one ? indent + one : one)))
        : unwrapped(lines).map((line) => (line ? indent + line : line))
    return { text: shaped.join('\n'), lines: shaped.length }
  },
})

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
const columnOf = (character: string): number => (WIDE.test(character) ? 2 : 1)
const columnsOf = (text: string): number =>
  isPlain(text)
    ? text.length
    : charactersOf(text).reduce((sum, character) => sum + columnOf(character), 0)

/** Lines of at most so many columns; a longer word is split. */
function wrapped(line: string, room: number): readonly string[] {
  const [lead = ''] = /^[ \t]*/.exec(line) ?? []
  const words = line.trim().split(/[ \t]+/)
  const first = columnsOf(lead) < room && words[0] ? lead : ''
  const done: string[] = []
  let [open, used] = [first, columnsOf(first)]
  let isEmpty = true
  for (const word of words.flatMap((one) => piecesOf(one, room))) {
    const size = columnsOf(word)
    if (!isEmpty && used + 1 + size > room) {
      done.push(open)
      ;[open, used, isEmpty] = ['', 0, true]
    }
    if (isEmpty && used + size > room) [open, used] = ['', 0]
    open += isEmpty ? word : ` ${word}`
    used += isEmpty ? size : size + 1
    isEmpty = false
  }
  return [...done, open]
}

function piecesOf(word: string, room: number): readonly string[] {
  if (columnsOf(word) <= room) return [word]
  const pieces: string[] = []
  let [open, used] = ['', 0]
  for (const character of charactersOf(word)) {
    const size = columnOf(character)
    if (used + size > room) {
      pieces.push(open)
      ;[open, used] = ['', 0]
    }
    open += character
    used += size
  }
  return [...pieces, open]
}

const OWN_LINE = /^(?:\s*$|\s*(?:[-*+•]|\d{1,3}[.)])\s|#{1,6}\s|>|\s{4}|\t|\||```)/

function unwrapped(lines: readonly string[]): readonly string[] {
  const joined: string[][] = []
  let isOpen = false
  for (const line of lines) {
    const stands = OWN_LINE.test(line)
    if (isOpen && !stands) joined.at(-1)?.push(line.trim())
    else joined.push([line.trimEnd()])
    isOpen = line.trim() !== '' && !/^(?:#{1,6}\s|\||```)/.test(line)
  }
  return joined.map((parts) => parts.join(' '))
}
