import type { Address, Mailbox } from 'postal-mime'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { headersOf, hopsOf, timeOf, verdictsOf } from './_mail-headers.ts'

const BODY_CHARACTERS_MAX = 2_000_000
const ADDRESSES_MAX = 1_000
const ATTACHMENTS_MAX = 500

const Person = z.object({ name: z.string(), address: z.string() })

export default defineTool({
  route: 'POST /api/email-parse',
  name: 'Parse e-mail',
  description:
    'A raw e-mail (.eml, RFC 5322) to people, subject, text and HTML bodies, attachments, SPF, DKIM and DMARC verdicts and routing hops.',
  asks: [
    'trace where an email came from by its headers',
    'who sent this raw mail and what is attached',
    'open an .eml file',
    'get attachments out of an e-mail',
    'read the source of a message',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  // Room for the line ends and quotes that JSON escapes. A body written wholly as \u0041 fits less
  // than half of the text.
  bodyBytesMax: 20 * MB,
  input: z.object({
    text: text(8 * MB).describe('The raw message with its headers, up to 8 MB.'),
  }),
  output: z.object({
    from: Person.nullable(),
    to: z.array(Person).describe('Recipients, with groups expanded.'),
    cc: z.array(Person),
    replyTo: z.array(Person),
    subject: z.string(),
    dateIso: z
      .string()
      .nullable()
      .describe('Date in the message, which the sender sets; null if it is invalid.'),
    text: z.string().nullable(),
    html: z.string().nullable().describe('HTML body as it was sent, not sanitized.'),
    truncated: z.boolean().describe('Whether a body was cut at 2,000,000 characters.'),
    attachments: z.array(
      z.object({
        name: z.string().nullable(),
        contentType: z.string(),
        bytes: z.int(),
        inline: z.boolean().describe('Whether it is shown within the HTML.'),
      }),
    ),
    headers: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .describe('Headers by lower-case name, a list for a repeated name.'),
    authResults: z
      .object({
        spf: z.string().nullable(),
        dkim: z.string().nullable(),
        dmarc: z.string().nullable(),
        by: z.string().nullable(),
      })
      .describe(
        'Verdicts in the topmost header. They are not checked here, and any sender can write that header.',
      ),
    hops: z
      .array(
        z.object({
          from: z.string().nullable(),
          by: z.string().nullable(),
          protocol: z.string().nullable(),
          atIso: z.string().nullable(),
          delaySeconds: z.number().nullable().describe('Seconds since the previous hop.'),
        }),
      )
      .describe('Received headers from the sender to the reader, up to 100.'),
  }),
  examples: [
    {
      input: { text: 'From: a@example.com\r\nTo: b@example.com\r\nSubject: Hi\r\n\r\nHello' },
      output: {
        from: { name: '', address: 'a@example.com' },
        to: [{ name: '', address: 'b@example.com' }],
        cc: [],
        replyTo: [],
        subject: 'Hi',
        dateIso: null,
        text: 'Hello',
        html: null,
        truncated: false,
        attachments: [],
        headers: { from: 'a@example.com', to: 'b@example.com', subject: 'Hi' },
        authResults: { spf: null, dkim: null, dmarc: null, by: null },
        hops: [],
      },
    },
  ],

  async run({ text: raw }) {
    const { default: PostalMime } = await import('postal-mime')
    const mail = await parseOrRefuse(() =>
      PostalMime.parse(raw.replace(/^\uFEFF|^\s+(?=[\w-]+:)/, '')),
    )
    if (mail.headers.length === 0) throw badInput('text: has no headers such as From: and Subject:')
    const [body, html] = [mail.text, mail.html].map((one) => one?.replace(/\n$/, '') ?? null)
    const date = mail.headers.find(({ key }) => key === 'date')?.value
    const sent = date === undefined ? null : timeOf(date)
    return {
      from: people(mail.from ? [mail.from] : [])[0] ?? null,
      to: people(mail.to),
      cc: people(mail.cc),
      replyTo: people(mail.replyTo),
      subject: mail.subject ?? '',
      dateIso: sent === null ? null : new Date(sent).toISOString(),
      text: cut(body),
      html: cut(html),
      truncated: [body, html].some((one) => (one?.length ?? 0) > BODY_CHARACTERS_MAX),
      attachments: mail.attachments.slice(0, ATTACHMENTS_MAX).map((one) => ({
        name: one.filename,
        contentType: one.mimeType,
        bytes:
          typeof one.content === 'string' ? Buffer.byteLength(one.content) : one.content.byteLength,
        inline: one.related === true || one.disposition === 'inline',
      })),
      headers: headersOf(mail.headers),
      authResults: verdictsOf(mail.headers),
      hops: [...hopsOf(mail.headers)],
    }
  },
})

const cut = (one: string | null | undefined): string | null =>
  one?.slice(0, BODY_CHARACTERS_MAX).toWellFormed() ?? null

async function parseOrRefuse<T>(parse: () => Promise<T>): Promise<T> {
  try {
    return await parse()
  } catch (thrown) {
    throw badInput(`text: is not a readable e-mail: ${(thrown as Error).message.slice(0, 200)}`)
  }
}

const people = (addresses: readonly Address[] | undefined): Mailbox[] =>
  (addresses ?? [])
    .flatMap((one) => one.group ?? [one])
    .slice(0, ADDRESSES_MAX)
    .map(({ name, address }) => ({ name, address }))
