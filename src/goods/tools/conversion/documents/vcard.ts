import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { readCards, writeCard } from './_vcard.ts'

const CONTACTS_MAX = 2_000
const words = (most = 500) => z.string().max(most)
const list = () => z.array(words()).max(20)

const Contact = z.object({
  name: words().describe('Full name.'),
  emails: list().default([]),
  phones: list().default([]),
  organization: words().nullable().default(null),
  title: words().nullable().default(null),
  address: words(1_000)
    .nullable()
    .default(null)
    .describe('Address on one line, its parts separated by commas.'),
  url: words(2_048).nullable().default(null),
  birthday: words(40).nullable().default(null).describe('Birthday, YYYY-MM-DD, or as written.'),
})

export default defineTool({
  route: 'POST /api/vcard',
  name: 'vCard',
  description: 'vCard text (.vcf, 2.1 to 4.0) to contacts, or contacts to vCard 3.0 or 4.0 text.',
  asks: [
    'parse a vcf contact file',
    'create a vcard from name and phone',
    'phone contacts to a table',
    'import address book',
    'make a business card file',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(500 * KB)
      .optional()
      .describe('vCards, up to 500 KB; or give contacts.'),
    contacts: z
      .array(Contact)
      .max(CONTACTS_MAX)
      .optional()
      .describe('Contacts, up to 2000, instead of text.'),
    version: z.enum(['3.0', '4.0']).default('4.0').describe('vCard version to write.'),
  }),
  output: z.object({
    contacts: z.array(Contact).optional().describe('Contacts, if text was given.'),
    text: z.string().optional().describe('vCards with CR LF, if contacts were given.'),
    count: z.int(),
  }),
  examples: [
    {
      input: { contacts: [{ name: 'Ada Lovelace', emails: ['ada@example.com'] }] },
      output: {
        text: 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada Lovelace\r\nN:Lovelace;Ada;;;\r\nEMAIL:ada@example.com\r\nEND:VCARD\r\n',
        count: 1,
      },
    },
    {
      input: { text: 'BEGIN:VCARD\nVERSION:3.0\nFN:Bo\\, Jr\nTEL;TYPE=CELL:+1 555\nEND:VCARD' },
      output: {
        contacts: [
          {
            name: 'Bo, Jr',
            emails: [],
            phones: ['+1 555'],
            organization: null,
            title: null,
            address: null,
            url: null,
            birthday: null,
          },
        ],
        count: 1,
      },
    },
  ],

  run({ text, contacts, version }) {
    if ((text === undefined) === (contacts === undefined))
      throw badInput('text: give either text or contacts')
    if (contacts) {
      const written = contacts.map((contact) => writeCard(contact, version)).join('')
      return { text: written, count: contacts.length }
    }
    const read = readCards(text ?? '')
    if (read.length === 0) throw badInput('text: has no BEGIN:VCARD')
    if (read.length > CONTACTS_MAX) throw badInput(`text: has more than ${CONTACTS_MAX} cards`)
    return { contacts: read, count: read.length }
  },
})
