import anyAscii from 'any-ascii'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import { scriptsIn } from '../../../../engines/language/scripts.ts'

export default defineTool({
  route: 'POST /api/transliterate',
  name: 'Transliterate',
  description:
    'Transliterates (romanizes) any script to readable ASCII letters; accents and symbols too.',
  asks: [
    'transliterate russian or chinese script',
    'remove accents and diacritics from letters',
    'Russian name in Latin letters',
    'remove accents',
    'how do I write it without umlauts',
    'romanise',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text }) => placeBySize(text.length),
  input: z.object({
    text: text(200 * KB).describe(
      'Text in any script, up to 200 KB. The rules do not depend on a language.',
    ),
  }),
  output: z.object({
    text: z.string().describe('ASCII text; a character without a reading is left out.'),
    scripts: z.array(z.string()).describe('Scripts of the letters in the input.'),
    changed: z.int().describe('Number of code points that were replaced or left out.'),
  }),
  examples: [
    {
      input: { text: 'Москва 東京' },
      output: { text: 'Moskva DongJing', scripts: ['Cyrillic', 'Han'], changed: 8 },
    },
    {
      input: { text: 'Æsop’s naïve café' },
      output: { text: "Aesop's naive cafe", scripts: ['Latin'], changed: 4 },
    },
  ],

  run({ text }) {
    return {
      text: anyAscii(text),
      scripts: scriptsIn(text),
      changed: text.match(/[^\0-\x7f]/gu)?.length ?? 0,
    }
  },
})
