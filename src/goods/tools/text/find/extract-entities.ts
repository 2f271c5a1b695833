import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import { ibansIn, walletsIn } from './_accounts.ts'
import { amountsIn } from './_amounts.ts'
import { namesIn } from './_names.ts'
import {
  datesIn,
  emailsIn,
  hashtagsIn,
  ipsIn,
  mentionsIn,
  percentagesIn,
  phonesIn,
  urlsIn,
} from './_patterns.ts'
import { createReader } from './_reader.ts'

const EACH_MAX = 1_000

const NAMES = ['people', 'organizations', 'places'] as const

const Kind = z.enum([
  'emails',
  'urls',
  'phones',
  'ips',
  'dates',
  'amounts',
  'percentages',
  'hashtags',
  'mentions',
  'ibans',
  'wallets',
  ...NAMES,
])

const texts = () => z.array(z.string())

export default defineTool({
  route: 'POST /api/extract-entities',
  name: 'Extract entities',
  description:
    'Emails, links, phone numbers, IPs, dates, money, percentages, hashtags, IBANs, wallets and the people, companies and places named in a text.',
  asks: [
    'find all email addresses and phone numbers in a text',
    'pick names, dates and amounts out of a document',
    'find links and phone numbers in a text',
    'pull amounts and dates out of a mail',
    'list all addresses in a message',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text }) => placeBySize(8 * text.length),
  input: z.object({
    text: text(500 * KB).describe('The text to search, up to 500 KB of UTF-8.'),
    kinds: z
      .array(Kind)
      .max(Kind.options.length)
      .optional()
      .describe(`Kinds to find: ${Kind.options.join(', ')}. Default: all.`),
  }),
  output: z.object({
    emails: texts().describe('Mail addresses.'),
    urls: texts().describe('Web addresses.'),
    phones: texts().describe('Phone numbers; as + and digits only if the country code is given.'),
    ips: texts().describe('IP addresses.'),
    dates: texts().describe('Dates as they are written.'),
    amounts: z
      .array(
        z.object({
          text: z.string().describe('Amount as it is written.'),
          value: z.number().describe('Amount as a number.'),
          currency: z.string().describe('ISO 4217 code, or the symbol of a coin.'),
        }),
      )
      .describe('Amounts of money.'),
    percentages: z.array(z.number()).describe('Percentages as numbers.'),
    hashtags: texts().describe('Words after a number sign.'),
    mentions: texts().describe('Names after an at sign.'),
    ibans: texts().describe('IBANs with valid check digits.'),
    wallets: z
      .array(
        z.object({
          address: z.string().describe('Address as it is written.'),
          chain: z
            .enum(['evm', 'bitcoin', 'solana', 'tron'])
            .describe('Kind of chain of the address.'),
        }),
      )
      .describe('Wallet addresses; if the chain has a checksum, it is valid.'),
    people: texts().describe('Persons; found in English text only.'),
    organizations: texts().describe('Organizations; found in English text only.'),
    places: texts().describe('Places; found in English text only.'),
    count: z
      .int()
      .describe(
        `Number of all matches, each counted once; at most ${EACH_MAX} of a kind are listed.`,
      ),
  }),
  examples: [
    {
      input: { text: 'Mail ada@example.com or call +1 415 555 2671 by 3 May; pay $20.' },
      output: {
        emails: ['ada@example.com'],
        urls: [],
        phones: ['+14155552671'],
        ips: [],
        dates: ['3 May'],
        amounts: [{ text: '$20', value: 20, currency: 'USD' }],
        percentages: [],
        hashtags: [],
        mentions: [],
        ibans: [],
        wallets: [],
        people: [],
        organizations: [],
        places: [],
        count: 4,
      },
    },
    {
      input: {
        text: 'Tim Cook of Microsoft spoke in Berlin, see https://example.com/talk (up 3.5%).',
        kinds: ['people', 'organizations', 'places', 'urls'],
      },
      output: {
        emails: [],
        urls: ['https://example.com/talk'],
        phones: [],
        ips: [],
        dates: [],
        amounts: [],
        percentages: [],
        hashtags: [],
        mentions: [],
        ibans: [],
        wallets: [],
        people: ['Tim Cook'],
        organizations: ['Microsoft'],
        places: ['Berlin'],
        count: 4,
      },
    },
  ],

  async run({ text, kinds = Kind.options }) {
    // The order decides about text that could be of several kinds.
    const reader = createReader(text.replaceAll('\0', ' '))
    const found = {
      urls: urlsIn(reader),
      emails: emailsIn(reader),
      wallets: walletsIn(reader),
      ibans: ibansIn(reader),
      ips: ipsIn(reader),
      dates: datesIn(reader),
      amounts: amountsIn(reader),
      percentages: percentagesIn(reader),
      phones: phonesIn(reader),
      hashtags: hashtagsIn(reader),
      mentions: mentionsIn(reader),
    }
    const wantsNames = NAMES.some((kind) => kinds.includes(kind))
    const names = wantsNames ? await namesIn(reader.rest()) : NO_NAMES
    const all = { ...found, ...names }
    const wanted = <Find>(kind: z.output<typeof Kind>, finds: readonly Find[]) =>
      kinds.includes(kind) ? unique(finds).slice(0, EACH_MAX) : []
    const given = {
      emails: wanted('emails', all.emails),
      urls: wanted('urls', all.urls),
      phones: wanted('phones', all.phones),
      ips: wanted('ips', all.ips),
      dates: wanted('dates', all.dates),
      amounts: wanted('amounts', all.amounts),
      percentages: wanted('percentages', all.percentages),
      hashtags: wanted('hashtags', all.hashtags),
      mentions: wanted('mentions', all.mentions),
      ibans: wanted('ibans', all.ibans),
      wallets: wanted('wallets', all.wallets),
      people: wanted('people', all.people),
      organizations: wanted('organizations', all.organizations),
      places: wanted('places', all.places),
    }
    const count = Object.values(given).reduce((sum, finds) => sum + finds.length, 0)
    return { ...given, count }
  },
})

const NO_NAMES = { people: [], organizations: [], places: [] }

const unique = <Find>(finds: readonly Find[]): readonly Find[] => [
  ...new Map(finds.map((find) => [JSON.stringify(find), find])).values(),
]
