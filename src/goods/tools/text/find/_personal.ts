import { CHECK_SCHEMES } from '../../../../engines/numbers/check-digits.ts'
import { ibansIn } from './_accounts.ts'
import { peopleIn } from './_names.ts'
import { datesIn, emailsIn, ipsIn, phonesIn, urlsIn } from './_patterns.ts'
import { createReader, type Reader } from './_reader.ts'
import { secretsIn } from '../../../../engines/dangers/secrets-in-text.ts'
import { replaced, united, type Span } from '../../../../engines/language/text-spans.ts'

export const PERSONAL_KINDS = [
  'email',
  'phone',
  'card',
  'iban',
  'ssn',
  'ip',
  'url',
  'secret',
  'person',
  'address',
] as const

export type PersonalKind = (typeof PERSONAL_KINDS)[number]

export interface Personal extends Span {
  readonly kind: PersonalKind
}

type Take = (reader: Reader) => unknown

/** The order decides about text that could be of several kinds. */
const TAKES: readonly (readonly [kind: PersonalKind, take: Take])[] = [
  ['url', urlsIn],
  ['email', emailsIn],
  ['iban', ibansIn],
  ['card', cardsIn],
  ['ssn', socialNumbersIn],
  ['ip', ipsIn],
  ['address', addressesIn],
  ['phone', phonesIn],
]

/** Personal data and secrets, in the order of the text, without overlaps. */
export async function personalIn(
  text: string,
  kinds: ReadonlySet<PersonalKind>,
): Promise<readonly Personal[]> {
  const found: Personal[] = []
  const reader = createReader(text.replaceAll('\0', ' '))
  for (const [kind, take] of TAKES) {
    if (!kinds.has(kind)) continue
    // A numeric date could be a phone number.
    if (kind === 'phone') datesIn(reader)
    const before = reader.taken.length
    take(reader)
    found.push(...reader.taken.slice(before).map((span) => ({ kind, ...span })))
  }
  if (kinds.has('secret'))
    for (const { start, end, confidence } of await secretsIn(text))
      if (confidence !== 'low') found.push({ kind: 'secret', start, end })
  if (kinds.has('person'))
    for (const span of await peopleIn(blanked(text, found))) found.push({ kind: 'person', ...span })
  return united(found)
}

/** No name spans an earlier match, and all positions stay the same. */
function blanked(text: string, spans: readonly Span[]): string {
  const inOrder = united(spans)
  return replaced(text, inOrder, ({ start, end }) => '.'.padEnd(end - start))
}

/**
 * The first digits of a card, and as many more as a card may have: some may belong to the next
 * number.
 */
const CARD = /(?<![\w.+-])[2-6]\d{3}(?=((?:[ -]?\d){8,15}))/g
const CARD_DIGITS_MIN = 13

function cardsIn(reader: Reader): readonly string[] {
  return reader.take(
    CARD,
    ([first, more = '']) => {
      for (let text = first + more; text.length >= CARD_DIGITS_MIN; text = text.slice(0, -1))
        if (isCard(text)) return text
      return null
    },
    (card) => card.length,
  )
}

function isCard(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '')
  const isWhole = /\d$/.test(text) && digits.length >= CARD_DIGITS_MIN
  return isWhole && digits.at(-1) === CHECK_SCHEMES.luhn.checkOf(digits.slice(0, -1))
}

/**
 * US social security numbers that can be issued; without hyphens only after a word that says so.
 */
const SOCIAL =
  /(?<![\w-])(?!000|666|9)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\w-])|(?<=\b(?:SSN|social security(?: number| no\.?)?)[ :#]{1,3})(?!000|666|9)\d{9}(?!\w)/gi

function socialNumbersIn(reader: Reader): readonly string[] {
  return reader.take(SOCIAL, ([text]) => text)
}

const WAY =
  'street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|way|terrace|square|sq|parkway|pkwy|highway|hwy|circle|crescent|close'
const REST =
  '(?:,? (?:apt|apartment|suite|ste|unit|floor|fl|room|rm|#)\\.? ?#?[\\w-]{1,8})?(?:,? \\p{Lu}[\\p{L}.-]{1,25}(?: \\p{Lu}[\\p{L}.-]{1,25}){0,2})?(?:,? [A-Z]{2},? \\d{5}(?:-\\d{4})?|,? [A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2})?'
const ADDRESSES: readonly RegExp[] = [
  new RegExp(
    `(?<![\\w.-])\\d{1,5}[a-zA-Z]?(?: [NSEW]{1,2}\\.?)?(?: [\\p{Lu}\\d][\\p{L}\\d'’.-]{0,20}){1,4} (?:${caseless(WAY)})\\b\\.?${REST}`,
    'gu',
  ),
  /(?<![\p{L}\w])(?:\p{Lu}[\p{L}-]{1,30} )?[\p{L}-]{0,30}(?:[Ss]tra(?:ß|ss)e|[Ss]tr\.|[Ww]eg|[Pp]latz|[Aa]llee|[Gg]asse|[Uu]fer|[Dd]amm) \d{1,4} ?[a-z]?(?![\p{L}\w])(?:, ?\d{5} \p{Lu}[\p{L}-]{1,30})?/gu,
  /(?<!\w)P\.? ?O\.? Box \d{1,8}(?!\w)/gi,
]

/** Matches `st` as `St`, `ST` and `st`. */
function caseless(words: string): string {
  return words
    .split('|')
    .flatMap((word) => [word, word.toUpperCase(), word[0]?.toUpperCase() + word.slice(1)])
    .join('|')
}

/** Streets with their numbers, as they are written in English and German. */
function addressesIn(reader: Reader): readonly string[] {
  return ADDRESSES.flatMap((pattern) => reader.take(pattern, ([text]) => text))
}
