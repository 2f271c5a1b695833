import anyAscii from 'any-ascii'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'

const TAKEN_MAX = 10_000

export default defineTool({
  route: 'POST /api/slugify',
  name: 'Slugify',
  description:
    'Makes a slug for a permalink (URL) in plain ASCII from a title in any script, avoiding names already taken.',
  asks: [
    'make a url slug from the title of a post',
    'permalink that is not taken, from a title',
    'nice link from a title',
    'URL friendly name',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    text: text(20 * KB).describe('The title or name, up to 20 KB.'),
    separator: z
      .string()
      .regex(/^[-_.~]{0,3}$/, { error: 'must be up to 3 of the characters - _ . ~' })
      .default('-')
      .describe('Separator between words: up to 3 of - _ . ~'),
    maxLength: z.int().min(1).max(500).default(80).describe('Most characters, 1 to 500.'),
    taken: z
      .array(z.string().max(500))
      .max(TAKEN_MAX)
      .default([])
      .describe('Existing slugs, up to 10000; a number is added to avoid them.'),
  }),
  output: z.object({
    slug: z.string().describe('Slug of lower-case letters, digits and the separator.'),
    changed: z.boolean().describe('False if the text already was this slug.'),
  }),
  examples: [
    {
      input: { text: 'Crème Brûlée & Co.' },
      output: { slug: 'creme-brulee-co', changed: true },
    },
    {
      input: { text: 'Привет, мир', taken: ['privet-mir', 'privet-mir-2'] },
      output: { slug: 'privet-mir-3', changed: true },
    },
  ],

  run({ text, separator, maxLength, taken }) {
    const words = anyAscii(text)
      .toLowerCase()
      .replaceAll(/(?<=[a-z])'(?=[a-z])/g, '')
      .match(/[a-z0-9]+/g)
    if (!words) throw badInput('text: must hold at least one letter or digit')
    const used = new Set(taken)
    for (let number = 1; number <= TAKEN_MAX + 1; number += 1) {
      const tail = number === 1 ? '' : `${separator}${number}`
      const room = maxLength - tail.length
      const slug = room > 0 ? `${fitted(words, separator, room)}${tail}` : ''
      if (slug !== '' && !used.has(slug)) return { slug, changed: slug !== text }
    }
    throw badInput('maxLength: must leave room for a name that is not taken')
  },
})

/** As many whole words as fit; the first one is cut if necessary. */
function fitted(words: readonly string[], separator: string, room: number): string {
  let slug = (words[0] ?? '').slice(0, room)
  for (const word of words.slice(1)) {
    if (slug.length + separator.length + word.length > room) break
    slug += separator + word
  }
  return slug
}
