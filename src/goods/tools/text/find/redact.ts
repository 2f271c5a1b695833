import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { PERSONAL_KINDS, personalIn, type Personal } from './_personal.ts'
import { replaced } from '../../../../engines/language/text-spans.ts'

const Kind = z.enum(PERSONAL_KINDS)
const Style = z.enum(['label', 'mask', 'hash', 'remove'])
const LISTED_MAX = 20_000

export default defineTool({
  route: 'POST /api/redact',
  name: 'Redact',
  description:
    'Removes personal data and secrets from text: emails, phone numbers, cards, bank accounts, names, keys and links.',
  asks: [
    'anonymize a text by masking personal data',
    'strip PII such as names, phones and credit card numbers',
    'hide personal data',
    'make a text anonymous',
    'black out names',
    'GDPR',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(500 * KB).describe('The text, up to 500 KB.'),
    kinds: z
      .array(Kind)
      .min(1)
      .max(Kind.options.length)
      .default(Kind.options.filter((kind) => kind !== 'address'))
      .describe(
        `Kinds to remove: ${Kind.options.join(', ')}. Default: all but address. Names are found ` +
          'in English; addresses in English and German; ssn is that of the US.',
      ),
    style: Style.default('label').describe(
      'label: [EMAIL]; mask: a * for each letter and digit; hash: [EMAIL:1f0c9a2b], equal for ' +
        'equal values inside this text; remove: nothing.',
    ),
  }),
  output: z.object({
    text: z.string(),
    redactions: z
      .array(
        z.object({
          kind: Kind,
          start: z.int().describe('Start in the given text, in UTF-16 code units from 0.'),
          end: z.int().describe('End: the first code unit after it.'),
        }),
      )
      .describe(`The first ${LISTED_MAX}.`),
    count: z.int().describe('Number of all redactions.'),
  }),
  examples: [
    {
      input: { text: 'Card 4111 1111 1111 1111, ada@example.com' },
      output: {
        text: 'Card [CARD], [EMAIL]',
        redactions: [
          { kind: 'card', start: 5, end: 24 },
          { kind: 'email', start: 26, end: 41 },
        ],
        count: 2,
      },
    },
    {
      input: { text: 'Call Ada Lovelace on +44 20 7946 0958.', style: 'mask' },
      output: {
        text: 'Call *** ******** on +** ** **** ****.',
        redactions: [
          { kind: 'person', start: 5, end: 17 },
          { kind: 'phone', start: 21, end: 37 },
        ],
        count: 2,
      },
    },
  ],

  async run({ text, kinds, style }) {
    const found = await personalIn(text, new Set(kinds))
    // A key that only somebody with the text can compute: a plain hash of a phone number is quickly
    // guessed.
    const key = createHash('sha256').update(text).digest()
    return {
      text: replaced(text, found, (one) =>
        standIn(one, text.slice(one.start, one.end), style, key),
      ),
      redactions: found.slice(0, LISTED_MAX).map(({ kind, start, end }) => ({ kind, start, end })),
      count: found.length,
    }
  },
})

const HASH_DIGITS = 8

function standIn(
  { kind }: Personal,
  value: string,
  style: z.output<typeof Style>,
  key: Buffer,
): string {
  const label = kind.toUpperCase()
  switch (style) {
    case 'label':
      return `[${label}]`
    case 'mask':
      return value.replaceAll(/[\p{L}\p{N}]/gu, '*')
    case 'hash': {
      const digest = createHmac('sha256', key).update(value).digest('hex')
      return `[${label}:${digest.slice(0, HASH_DIGITS)}]`
    }
    case 'remove':
      return ''
  }
}
