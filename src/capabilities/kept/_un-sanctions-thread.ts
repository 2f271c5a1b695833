import { keptRows, unknownShape } from './_blocks.ts'
import {
  createCountries,
  createParties,
  distinct,
  isoDay,
  namesOf,
  partyRows,
  type ListedParty,
  type SanctionsMeta,
  type SanctionsRow,
} from './_sanctions.ts'
import { childrenOf, textOf, xmlElements, type XmlElement } from './_xml.ts'

const ROOT = 'CONSOLIDATED_LIST'
const NAMES = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

async function* read(path: string) {
  const parties = createParties()
  const countryOf = createCountries()
  let published: string | null = null
  for await (const element of xmlElements(path, new Set(['INDIVIDUAL', 'ENTITY']))) {
    if (element.name !== ROOT) parties.add(partyOf(element, countryOf))
    else published = /^\d{4}-\d\d-\d\d/.exec(element.attributes['dateGenerated'] ?? '')?.[0] ?? null
  }
  if (published === null && parties.count > 0) throw unknownShape('it says no date')
  return yield* partyRows(parties, published)
}

function partyOf(element: XmlElement, countryOf: (name: string) => string): ListedParty {
  const text = (name: string) => textOf(element, name)
  const uid = text('REFERENCE_NUMBER') || text('DATAID')
  if (uid === '') throw unknownShape('an entry has no number')
  const aliases = childrenOf(element, 'INDIVIDUAL_ALIAS', 'ENTITY_ALIAS').map((alias) => ({
    text: textOf(alias, 'ALIAS_NAME'),
    isWeak: textOf(alias, 'QUALITY').toLowerCase() === 'low',
  }))
  const places = childrenOf(element, 'INDIVIDUAL_ADDRESS', 'ENTITY_ADDRESS')
  const nations = childrenOf(element, 'NATIONALITY').flatMap(({ children }) => children)
  return {
    entry: {
      uid,
      kind: element.name === 'INDIVIDUAL' ? 'person' : 'entity',
      names: namesOf([
        { text: NAMES.map(text).join(' '), isMain: true },
        { text: text('NAME_ORIGINAL_SCRIPT') },
        ...aliases,
      ]),
      programs: distinct([text('UN_LIST_TYPE')]),
      birthDate: bornOn(element),
      countries: distinct([
        ...nations.map((nation) => countryOf(nation.text)),
        ...places.map((place) => countryOf(textOf(place, 'COUNTRY'))),
      ]),
    },
  }
}

function bornOn(element: XmlElement): string | null {
  for (const birth of childrenOf(element, 'INDIVIDUAL_DATE_OF_BIRTH')) {
    const day = /^\d{4}-\d\d-\d\d/.exec(textOf(birth, 'DATE'))?.[0]
    const year = isoDay(textOf(birth, 'YEAR') || textOf(birth, 'FROM_YEAR'))
    if (day || year) return day ?? year
  }
  return null
}

export const work = keptRows<SanctionsRow, SanctionsMeta>(read)
