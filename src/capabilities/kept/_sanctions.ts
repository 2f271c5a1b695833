import { addressKey } from '../../engines/onchain/address-key.ts'
import { countryName } from '../../base/lib/country-name.ts'
import type { KeptEnd } from './_blocks.ts'

/** What the four lists have in common. */
export type SanctionsKind = 'person' | 'entity' | 'vessel' | 'aircraft'

export interface SanctionsEntry {
  readonly is: 'entry'
  readonly uid: string
  readonly kind: SanctionsKind | null
  /** The main name first; a weak one is too common or too vague to mean somebody by itself. */
  readonly names: readonly SanctionsName[]
  readonly programs: readonly string[]
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly birthDate: string | null
  /** ISO 3166-1 alpha-2 where the list's own name of the country is known, else that name. */
  readonly countries: readonly string[]
}

export interface SanctionsName {
  readonly text: string
  readonly isWeak: boolean
}

export interface SanctionsAddress {
  readonly is: 'address'
  /** As it is listed. */
  readonly address: string
  /** Under which currency it is listed, which says nothing about its chain. */
  readonly bucket: string
  readonly uid: string
  readonly name: string
  readonly programs: readonly string[]
}

export type SanctionsRow = SanctionsEntry | SanctionsAddress

export interface SanctionsMeta {
  readonly entries: number
  readonly addresses: number
  /** As the file says, YYYY-MM-DD. */
  readonly publishedDate: string | null
}

export const keyOfAddress = (address: string): string => `address:${addressKey(address)}`

export interface ListedParty {
  readonly entry: Omit<SanctionsEntry, 'is'>
  readonly addresses?: readonly { readonly bucket: string; readonly address: string }[]
}

/** Parties until the whole file is read. */
interface Parties extends Iterable<ListedParty> {
  readonly count: number
  add(party: ListedParty): void
}

/** Kept as JSON, which takes a third of the room of objects, and nothing of the file. */
export function createParties(): Parties {
  const texts: string[] = []
  return {
    get count() {
      return texts.length
    },
    add: (party) => void texts.push(JSON.stringify(party)),
    *[Symbol.iterator]() {
      for (const text of texts) yield JSON.parse(text) as ListedParty
    },
  }
}

/** Texts that are cut out of a file keep the piece that they stood in; these keep nothing. */
export const owned = <Texts extends string | readonly string[]>(texts: Texts): Texts =>
  JSON.parse(JSON.stringify(texts)) as Texts

/** The rows of parties, once the whole file is read. */
export async function* partyRows(
  parties: Iterable<ListedParty>,
  publishedDate: string | null,
): AsyncGenerator<readonly [string, SanctionsRow], KeptEnd<SanctionsMeta>> {
  const count = { entries: 0, addresses: 0 }
  for (const { entry, addresses = [] } of parties) {
    const name = entry.names[0]?.text
    if (name === undefined) continue
    count.entries += 1
    yield [`entry:${entry.uid}`, { is: 'entry', ...entry }] as const
    for (const { address, bucket } of addresses) {
      count.addresses += 1
      const { uid, programs } = entry
      yield [
        keyOfAddress(address),
        { is: 'address', address, bucket, uid, name, programs },
      ] as const
    }
  }
  const atMs = publishedDate === null ? null : Date.parse(publishedDate)
  return { meta: { ...count, publishedDate }, dataAtMs: atMs }
}

const SHARE_MIN = 0.8

/** Lists grow and shrink by a few; one that has lost many has changed its format. */
export function shrunk(meta: SanctionsMeta, before: SanctionsMeta | null): string | null {
  if (!before) return null
  for (const what of ['entries', 'addresses'] as const)
    if (meta[what] < before[what] * SHARE_MIN)
      return `has ${meta[what]} ${what}, after ${before[what]}: its format has probably changed`
  return null
}

/** Each once, in their order, without empty ones. */
export const distinct = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.map((text) => text.trim()).filter((text) => text !== '')),
]

interface GivenName {
  readonly text: string
  readonly isWeak?: boolean
  readonly isMain?: boolean
}

const rankOf = ({ isMain = false, isWeak = false }: GivenName): number =>
  isMain ? 0 : isWeak ? 2 : 1

/** The main name first, the strong ones before the weak, each once. */
export function namesOf(given: readonly GivenName[]): readonly SanctionsName[] {
  const found = new Map<string, SanctionsName>()
  for (const name of given.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const text = name.text.replaceAll(/\s+/g, ' ').trim()
    if (text !== '' && !found.has(text)) found.set(text, { text, isWeak: name.isWeak ?? false })
  }
  return [...found.values()]
}

export const isoDay = (year: string, month = '', day = ''): string | null => {
  const parts = [year.padStart(4, '0'), month.padStart(2, '0'), day.padStart(2, '0')]
  if (!/^[12]\d{3}$/.test(year)) return null
  return parts.slice(0, month === '' ? 1 : day === '' ? 2 : 3).join('-')
}

/** Names of countries that lists write otherwise than CLDR. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'russian federation': 'RU',
  'syrian arab republic': 'SY',
  "democratic people's republic of korea": 'KP',
  'korea, north': 'KP',
  'korea, south': 'KR',
  'republic of korea': 'KR',
  'islamic republic of iran': 'IR',
  'iran (islamic republic of)': 'IR',
  'democratic republic of the congo': 'CD',
  'congo, democratic republic of the': 'CD',
  'congo (democratic republic)': 'CD',
  congo: 'CG',
  'united republic of tanzania': 'TZ',
  'viet nam': 'VN',
  'lao peoples democratic republic': 'LA',
  'republic of moldova': 'MD',
  'bosnia and herzegovina': 'BA',
  'state of palestine': 'PS',
  burma: 'MM',
  myanmar: 'MM',
  'ivory coast': 'CI',
  'united states of america': 'US',
  'trinidad and tobago': 'TT',
  'hong kong': 'HK',
  macau: 'MO',
  turkey: 'TR',
  'czech republic': 'CZ',
}

/** ISO 3166-1 alpha-2 of an English name; the name itself where it is not known. */
export function createCountries(): (name: string) => string {
  const codes = new Map([...englishNames(), ...Object.entries(OTHER_NAMES)])
  return (name) => codes.get(name.trim().toLowerCase()) ?? name.trim()
}

function* englishNames(): Generator<readonly [string, string]> {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  for (const one of letters)
    for (const other of letters) {
      const name = countryName(one + other)
      if (name) yield [name.toLowerCase(), one + other]
    }
}
