import { createHash } from 'node:crypto'
import { Fault } from '../../base/core/fault.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'

/** The facts of a target: each has a fixed name and a text that may change. */
export type Facts = Readonly<Record<string, string>>

/** One tool that is called at each check. */
interface Question {
  readonly tool: string
  input(target: string): JsonObject
  facts(answer: JsonObject, target: string): Facts
}

export interface Watch {
  readonly name: string
  /** What is watched, and how a target is written. */
  readonly description: string
  readonly target: string
  readonly example: string
  /** Its facts are entries of a growing list. A removed entry is not a change. */
  readonly isList: boolean
  readonly questions: readonly Question[]
  /** The problem of a target for which no tool is called; null if there is none. */
  flawOf?(target: string): string | null
}

const rowsOf = (answer: JsonObject, field: string): readonly JsonObject[] => {
  const rows = answer[field]
  return Array.isArray(rows) ? rows.filter(isObject) : []
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

const TEXT_MAX = 2_000

/** A long text as its beginning and a digest of the whole, so that a change at its end counts. */
function bounded(text: string): string {
  if (text.length <= TEXT_MAX) return text
  const digest = createHash('sha256').update(text).digest('hex')
  const begin = text.slice(0, TEXT_MAX).toWellFormed()
  return `${begin}... (${text.length} characters, SHA-256 ${digest})`
}

/** Records of a list by the field that names them. */
const listed =
  (field: string, key: string, shown: readonly string[]) =>
  (answer: JsonObject): Facts =>
    Object.fromEntries(
      rowsOf(answer, field).map((row) => [
        textOf(row[key]),
        shown
          .map((name) => textOf(row[name]))
          .filter(Boolean)
          .join(' · ')
          .slice(0, 500),
      ]),
    )

const fields =
  (names: readonly string[]) =>
  (answer: JsonObject): Facts =>
    Object.fromEntries(
      names.map((name) => {
        const value = answer[name]
        // Servers answer in any order, so lists are sorted.
        const sorted = Array.isArray(value) ? value.map(textOf).toSorted() : value
        return [name, bounded(textOf(sorted))]
      }),
    )

/** A record type that could not be read must not look like a removed record. */
function dnsFacts(answer: JsonObject): Facts {
  const { errors } = answer
  if (isObject(errors) && Object.keys(errors).length > 0)
    throw new Fault('upstream_failed', `DNS did not answer for ${Object.keys(errors).join(', ')}.`)
  return fields(['mx', 'txt', 'caa'])(answer)
}

/** A ticker, or a number of the SEC. */
const company = (target: string): JsonObject =>
  /^\d{1,10}$/.test(target) ? { cik: target } : { ticker: target }

const filings = (form?: string): Question => ({
  tool: 'edgar-filings',
  input: (target) => ({ ...company(target), ...(form && { form }), limit: 50 }),
  facts: listed('filings', 'accession', ['form', 'filedDate', 'documentUrl']),
})

const recalls = (tool: string): Question => ({
  tool,
  input: (target) => ({ q: target, limit: 20 }),
  facts: listed('recalls', 'recallNumber', ['product', 'company', 'reason']),
})

const offerings = listed('filings', 'accession', ['company', 'form', 'filedDate', 'url'])

/** A name without punctuation, which companies write in different ways. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
const NAME_LENGTH_MIN = 2

const registered = (answer: JsonObject, target: string): readonly JsonObject[] =>
  rowsOf(answer, 'filings').filter(
    ({ company }) => plain(target) === 'all' || plain(textOf(company)).includes(plain(target)),
  )

const COMPANY = { target: 'A ticker such as AAPL, or a CIK.', example: 'AAPL', isList: true }

export const WATCHES: Readonly<Record<string, Watch>> = {
  domain: {
    name: 'Domain monitor',
    description: 'Registration, name servers, mail servers, texts and certificate of a domain.',
    target: 'A domain such as example.com.',
    example: 'example.com',
    isList: false,
    questions: [
      {
        tool: 'whois',
        input: (domain) => ({ domain }),
        facts: fields(['registrar', 'expiresIso', 'nameservers', 'status']),
      },
      { tool: 'dns-lookup', input: (domain) => ({ domain }), facts: dnsFacts },
      {
        tool: 'tls-cert',
        input: (host) => ({ host }),
        facts: fields(['issuer', 'validToIso', 'trusted']),
      },
    ],
  },
  filing: {
    name: 'Filing monitor',
    description: 'New filings of a company with the SEC.',
    ...COMPANY,
    questions: [filings()],
  },
  insider: {
    name: 'Insider monitor',
    description: 'New reports of trades by insiders of a company (Form 4).',
    ...COMPANY,
    questions: [filings('4')],
  },
  fund: {
    name: 'Fund monitor',
    description: 'New reports of what a manager holds (13F).',
    ...COMPANY,
    target: 'The CIK of the manager.',
    example: '1067983',
    questions: [filings('13F-HR')],
  },
  recall: {
    name: 'Recall monitor',
    description: 'New recalls of a product: drugs, food and devices in the United States.',
    target: 'A product, a brand or a maker.',
    example: 'peanut butter',
    isList: true,
    questions: [recalls('drug-recalls'), recalls('food-recalls'), recalls('device-recalls')],
  },
  research: {
    name: 'Research monitor',
    description: 'New pages among the first results of a search.',
    target: 'What to search for.',
    example: 'x402 payment protocol',
    isList: true,
    questions: [
      {
        tool: 'search',
        input: (q) => ({ q, count: 10 }),
        facts: listed('results', 'url', ['title', 'publishedAt']),
      },
    ],
  },
  ipo: {
    name: 'Offering monitor',
    description: 'New registrations of first offerings with the SEC.',
    target: '`all`, or a part of the name of companies, of two letters or digits at least.',
    flawOf: (target) =>
      plain(target).length < NAME_LENGTH_MIN
        ? `must be all, or a part of a company's name of ${NAME_LENGTH_MIN} letters or digits at least`
        : null,
    example: 'all',
    isList: true,
    questions: [
      {
        tool: 'edgar-recent-ipos',
        input: () => ({ days: 30, limit: 100 }),
        facts: (answer, target) => offerings({ filings: registered(answer, target) }),
      },
    ],
  },
}
