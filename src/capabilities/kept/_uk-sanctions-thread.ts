import { keptRows, unknownShape } from './_blocks.ts'
import { csvCells } from './_csv.ts'
import {
  createCountries,
  distinct,
  isoDay,
  namesOf,
  owned,
  partyRows,
  type ListedParty,
  type SanctionsKind,
  type SanctionsMeta,
  type SanctionsRow,
} from './_sanctions.ts'

/** The list has been published under two names of these columns. */
const COLUMNS = [
  'Unique ID',
  'Name 1',
  'Name 2',
  'Name 3',
  'Name 4',
  'Name 5',
  'Name 6',
  'Name type',
  'Alias strength',
  'Name non-latin script',
  'Regime Name',
  'Designation Type|Individual, Entity, Ship',
  'D.O.B',
  'Nationality(/ies)',
  'Address Country',
] as const

const KINDS: Readonly<Record<string, SanctionsKind>> = {
  individual: 'person',
  entity: 'entity',
  ship: 'vessel',
}
/** Before the columns stands of what day the list is. */
const PREFACE_MAX = 3
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

interface Party {
  readonly kind: SanctionsKind | null
  readonly names: { text: string; isWeak: boolean; isMain: boolean }[]
  readonly programs: string[]
  readonly births: string[]
  readonly countries: string[]
}

async function* read(path: string) {
  const parties = new Map<string, Party>()
  const preface: string[] = []
  const countryOf = createCountries()
  const rows = csvCells(path, COLUMNS, { max: PREFACE_MAX, lines: preface })
  for await (const found of rows) {
    const cells = owned(found)
    const [uid = '', one = '', two = '', three = '', four = '', five = '', six = ''] = cells
    const [type = '', strength = '', other = '', regime = '', kind = ''] = cells.slice(7)
    const [born = '', nations = '', country = ''] = cells.slice(12)
    if (uid.trim() === '') throw unknownShape('a row has no number')
    const known = parties.get(uid)
    const party = known ?? {
      kind: KINDS[kind.trim().toLowerCase()] ?? null,
      names: [],
      programs: [],
      births: [],
      countries: [],
    }
    parties.set(uid, party)
    const isWeak = /low|weak/i.test(strength)
    // The sixth is the family name, or the whole name of what is no person.
    const text = [one, two, three, four, five, six].join(' ')
    party.names.push({ text, isWeak, isMain: /^primary name$/i.test(type.trim()) })
    party.names.push({ text: other, isWeak, isMain: false })
    party.programs.push(regime)
    party.births.push(born)
    party.countries.push(...listed(nations).map(countryOf), countryOf(country))
  }
  const published = dayIn(preface.join(' '))
  if (published === null && parties.size > 0) throw unknownShape('it says no date')
  return yield* partyRows(listedParties(parties), published)
}

function* listedParties(parties: ReadonlyMap<string, Party>): Generator<ListedParty> {
  for (const [uid, { kind, names, programs, births, countries }] of parties)
    yield {
      entry: {
        uid,
        kind,
        names: namesOf(names),
        programs: distinct(programs),
        birthDate: births.flatMap((born) => dayIn(born) ?? yearIn(born) ?? [])[0] ?? null,
        countries: distinct(countries),
      },
    }
}

/** Several in one cell are numbered: `(1) Iran (2) Iraq`. */
const listed = (cell: string): readonly string[] => distinct(cell.split(/\(\d+\)|[;|]/))

/** `21-Nov-2025`, `21/11/2025`, `dd/mm/1961` or `2025-11-21`. */
function dayIn(text: string): string | null {
  const iso = /\b(\d{4})-(\d\d)-(\d\d)\b/.exec(text)
  if (iso) return iso[0]
  const [, day = '', month = '', year = ''] =
    /\b(\d{1,2})[ /-](\d{1,2}|[A-Za-z]{3,9})[ /-](\d{4})\b/.exec(text) ?? []
  const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const number = named > 0 ? String(named) : month
  // Of a birth of which only the year is known, day and month are 00.
  return /^\d+$/.test(number) ? isoDay(year, known(number), known(day)) : null
}

const known = (part: string): string => (Number(part) > 0 ? part : '')

const yearIn = (text: string): string | null => /\b[12]\d{3}\b/.exec(text)?.[0] ?? null

export const work = keptRows<SanctionsRow, SanctionsMeta>(read)
