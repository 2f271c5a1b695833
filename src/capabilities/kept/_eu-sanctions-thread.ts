import { keptRows, unknownShape } from './_blocks.ts'
import {
  createParties,
  distinct,
  isoDay,
  namesOf,
  partyRows,
  type ListedParty,
  type SanctionsMeta,
  type SanctionsRow,
} from './_sanctions.ts'
import { childrenOf, xmlElements, type XmlElement } from './_xml.ts'

const ROOT = 'export'
/** Of no country: the list writes it where it knows none. */
const NO_COUNTRY = '00'

async function* read(path: string) {
  const parties = createParties()
  let published: string | null = null
  for await (const element of xmlElements(path, new Set(['sanctionEntity']))) {
    if (element.name !== ROOT) parties.add(partyOf(element))
    else
      published = /^\d{4}-\d\d-\d\d/.exec(element.attributes['generationDate'] ?? '')?.[0] ?? null
  }
  if (published === null && parties.count > 0) throw unknownShape('it says no date')
  return yield* partyRows(parties, published)
}

function partyOf(element: XmlElement): ListedParty {
  const { euReferenceNumber, logicalId } = element.attributes
  const uid = euReferenceNumber || logicalId
  if (!uid) throw unknownShape('an entry has no number')
  const type = childrenOf(element, 'subjectType')[0]?.attributes
  const isPerson = type?.['code'] === 'person' || type?.['classificationCode'] === 'P'
  const names = childrenOf(element, 'nameAlias').map(({ attributes }, at) => ({
    text: attributes['wholeName'] ?? '',
    isWeak: attributes['strong'] === 'false',
    isMain: at === 0,
  }))
  const births = childrenOf(element, 'birthdate').map(({ attributes }) => attributes)
  const programs = childrenOf(element, 'regulation').map((one) => one.attributes['programme'] ?? '')
  const places = childrenOf(element, 'citizenship', 'address')
  const countries = places.map(({ attributes }) => attributes['countryIso2Code'] ?? '')
  return {
    entry: {
      uid,
      kind: isPerson ? 'person' : 'entity',
      names: namesOf(names),
      programs: distinct(programs),
      birthDate: births.flatMap(bornOn)[0] ?? null,
      countries: distinct(countries.filter((code) => code !== NO_COUNTRY)),
    },
  }
}

const bornOn = ({ birthdate = '', year = '' }: Readonly<Record<string, string>>) =>
  /^\d{4}-\d\d-\d\d/.exec(birthdate)?.[0] ?? isoDay(year) ?? []

export const work = keptRows<SanctionsRow, SanctionsMeta>(read)
