import {
  contentLines,
  escapedText,
  folded,
  partsAt,
  unescapedText,
  type ContentLine,
} from './_content-lines.ts'

export interface Contact {
  readonly name: string
  readonly emails: readonly string[]
  readonly phones: readonly string[]
  readonly organization: string | null
  readonly title: string | null
  readonly address: string | null
  readonly url: string | null
  readonly birthday: string | null
}

/** Every card of a text; damaged lines between two cards are ignored. */
export function readCards(text: string) {
  const cards: ContentLine[][] = []
  let open: ContentLine[] | null = null
  for (const line of contentLines(text)) {
    const mark = `${line.name}:${line.value.trim().toUpperCase()}`
    if (mark === 'BEGIN:VCARD') open = []
    else if (mark === 'END:VCARD') {
      if (open) cards.push(open)
      open = null
    } else open?.push(line)
  }
  return cards.map(contactOf)
}

function contactOf(lines: readonly ContentLine[]) {
  const all = (name: string) =>
    lines
      .filter((line) => line.name === name)
      .map(textOf)
      .filter((one) => one !== '')
  const parts = (name: string) => {
    const line = lines.find((one) => one.name === name)
    return line ? partsAt(decodeValue(line), ';').map(unescapedText) : []
  }
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = parts('N')
  const built = [prefix, given, middle, family, suffix].filter((part) => part !== '').join(' ')
  const joined = (name: string, mark: string) =>
    parts(name)
      .map((part) => part.replaceAll('\n', ', ').trim())
      .filter((part) => part !== '')
      .join(mark) || null
  return {
    name: all('FN')[0] ?? (built || (joined('ORG', ', ') ?? '')),
    emails: all('EMAIL').map((email) => email.replace(/^mailto:/i, '')),
    phones: all('TEL').map((phone) => phone.replace(/^tel:/i, '')),
    organization: joined('ORG', ', '),
    title: all('TITLE')[0] ?? null,
    address: joined('ADR', ', '),
    url: all('URL')[0] ?? null,
    birthday: dated(all('BDAY')[0]),
  }
}

const dated = (text: string | undefined): string | null =>
  text?.replace(/^(\d{4})(\d\d)(\d\d)(?=T|$)/, '$1-$2-$3') ?? null

const textOf = (line: ContentLine): string => unescapedText(decodeValue(line)).trim()

/** vCard 2.1 encodes text that is not ASCII. */
function decodeValue({ parameters, value }: ContentLine): string {
  const isQuoted =
    parameters.get('ENCODING')?.toUpperCase() === 'QUOTED-PRINTABLE' ||
    parameters.has('QUOTED-PRINTABLE')
  if (!isQuoted) return value
  const bytes = value.replaceAll(/=([0-9A-Fa-f]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  try {
    const charset = parameters.get('CHARSET') ?? 'utf-8'
    return new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1')).replaceAll(/\r\n?/g, '\n')
  } catch {
    return bytes
  }
}

export function writeCard(contact: Contact, version: '3.0' | '4.0'): string {
  const { name, emails, phones, organization, title, address, url, birthday } = contact
  const words = name.trim().split(/\s+/)
  const family = words.length > 1 ? (words.at(-1) ?? '') : ''
  const given = words.length > 1 ? words.slice(0, -1).join(' ') : (words[0] ?? '')
  const lines = [
    'BEGIN:VCARD',
    `VERSION:${version}`,
    `FN:${escapedText(name)}`,
    `N:${escapedText(family)};${escapedText(given)};;;`,
    ...emails.map(
      (email) => `EMAIL${version === '3.0' ? ';TYPE=INTERNET' : ''}:${escapedText(email)}`,
    ),
    ...phones.map((phone) => `TEL:${escapedText(phone)}`),
    ...textLine('ORG', organization),
    ...textLine('TITLE', title),
    ...(address ? [`ADR:;;${escapedText(address)};;;;`] : []),
    ...(url ? [`URL:${url.replaceAll(/\p{Cc}/gu, '')}`] : []),
    ...(birthday ? [birthdayLine(birthday, version)] : []),
    'END:VCARD',
  ]
  return lines.map(folded).join('')
}

const textLine = (key: string, value: string | null): readonly string[] =>
  value ? [`${key}:${escapedText(value)}`] : []

function birthdayLine(birthday: string, version: '3.0' | '4.0'): string {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(birthday)
  if (isDate) return `BDAY:${version === '4.0' ? birthday.replaceAll('-', '') : birthday}`
  return version === '4.0'
    ? `BDAY;VALUE=text:${escapedText(birthday)}`
    : `BDAY:${escapedText(birthday)}`
}
