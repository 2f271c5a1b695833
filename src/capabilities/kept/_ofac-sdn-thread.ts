import { keptRows, unknownShape } from './_blocks.ts'
import {
  createCountries,
  createParties,
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
import { beneath, childrenOf, textOf, xmlElements, type XmlElement } from './_xml.ts'

const ADDRESS = /^Digital Currency Address - (.+)$/
const BIRTH = 'Birthdate'
const PLACES = new Set(['Location', 'Nationality Country', 'Citizenship Country'])
/** Stands where the list knows no country. */
const UNDETERMINED = 'undetermined'
/** The measure that names a programme. */
const PROGRAM_MEASURE = '1'
const KINDS: Readonly<Record<string, SanctionsKind>> = {
  individual: 'person',
  entity: 'entity',
  vessel: 'vessel',
  aircraft: 'aircraft',
}

/** What numbers in the file stand for. They come before the parties that use them. */
interface References {
  readonly features: Map<string, string>
  readonly partyTypes: Map<string, string>
  /** They come before the types that they belong to. */
  readonly subtypes: Map<string, { readonly name: string; readonly type: string }>
  readonly countries: Map<string, string>
  countryOf(name: string): string
  readonly locations: Map<string, readonly string[]>
}

const WANTED = new Set([
  'DateOfIssue',
  'FeatureType',
  'PartyType',
  'PartySubType',
  'Country',
  'AreaCode',
  'Location',
  'DistinctParty',
  'SanctionsEntry',
])

async function* read(path: string) {
  const references: References = {
    features: new Map(),
    partyTypes: new Map(),
    subtypes: new Map(),
    countries: new Map(),
    countryOf: createCountries(),
    locations: new Map(),
  }
  const parties = createParties()
  const programs = new Map<string, string[]>()
  let issued: string | null = null
  for await (const element of xmlElements(path, WANTED)) {
    if (element.name === 'DateOfIssue') issued = dayOf(element)
    else if (element.name === 'DistinctParty') parties.add(partyOf(element, references))
    else if (element.name === 'SanctionsEntry') {
      const { ProfileID = '' } = element.attributes
      const known = programs.get(ProfileID) ?? []
      programs.set(owned(ProfileID), [...known, ...owned(programsOf(element))])
    } else note(element, references)
  }
  if (issued === null && parties.count > 0) throw unknownShape('it has no date of issue')
  return yield* partyRows(withPrograms(parties, programs), issued)
}

function* withPrograms(
  parties: Iterable<ListedParty>,
  programs: ReadonlyMap<string, readonly string[]>,
): Generator<ListedParty> {
  for (const { entry, ...party } of parties)
    yield { ...party, entry: { ...entry, programs: distinct(programs.get(entry.uid) ?? []) } }
}

function note({ name, attributes, text, children }: XmlElement, references: References): void {
  const { ID = '' } = attributes
  const { features, partyTypes, subtypes, countries, countryOf, locations } = references
  if (name === 'FeatureType') features.set(ID, text.trim())
  else if (name === 'PartyType') partyTypes.set(ID, text.trim().toLowerCase())
  else if (name === 'PartySubType')
    subtypes.set(ID, {
      name: text.trim().toLowerCase(),
      type: attributes['PartyTypeID'] ?? '',
    })
  else if (name === 'Country') {
    const known = attributes['ISO2'] ?? countries.get(ID)
    if (known ?? text.trim() !== UNDETERMINED) countries.set(ID, known ?? countryOf(text))
  } else if (name === 'AreaCode') {
    const { CountryID = ID } = attributes
    if (/^[A-Z]{2}$/.test(text.trim())) countries.set(CountryID, text.trim())
  } else if (name === 'Location') {
    const numbers = children.map(
      (child) => child.attributes['CountryID'] ?? child.attributes['AreaCodeID'] ?? '',
    )
    locations.set(ID, distinct(numbers.map((number) => countries.get(number) ?? '')))
  }
}

/** Ships and aircraft are subtypes; of people and organisations the subtype is unknown. */
function kindOf(number: string, { subtypes, partyTypes }: References): SanctionsKind | null {
  const subtype = subtypes.get(number)
  const kind = KINDS[subtype?.name ?? ''] ?? KINDS[partyTypes.get(subtype?.type ?? '') ?? '']
  return kind ?? null
}

function partyOf(party: XmlElement, references: References): ListedParty {
  const [profile] = childrenOf(party, 'Profile')
  const uid = profile?.attributes['ID'] ?? ''
  if (uid === '') throw unknownShape('a party has no profile')
  const features = beneath(party, 'Feature').map((feature) => ({
    type: references.features.get(feature.attributes['FeatureTypeID'] ?? '') ?? '',
    feature,
  }))
  const addresses = features.flatMap(({ type, feature }) => {
    const bucket = ADDRESS.exec(type)?.[1]
    const details = bucket ? beneath(feature, 'VersionDetail') : []
    return details.flatMap(({ text }) =>
      text.trim() && bucket ? [{ bucket, address: text.trim() }] : [],
    )
  })
  const places = features.filter(({ type }) => PLACES.has(type))
  const births = features.filter(({ type }) => type === BIRTH)
  return {
    entry: {
      uid,
      kind: kindOf(profile?.attributes['PartySubTypeID'] ?? '', references),
      names: namesOf(beneath(party, 'Alias').flatMap(namesOfAlias)),
      programs: [],
      birthDate: births.flatMap(({ feature }) => bornOn(feature) ?? [])[0] ?? null,
      countries: distinct(places.flatMap(({ feature }) => countriesOf(feature, references))),
    },
    addresses,
  }
}

/** One name for each script in which it is documented. */
function namesOfAlias(alias: XmlElement) {
  const { Primary, LowQuality } = alias.attributes
  return childrenOf(alias, 'DocumentedName').map((documented, at) => {
    const parts = beneath(documented, 'NamePartValue').map(({ text }) => text.trim())
    const isMain = Primary === 'true' && at === 0
    return { text: parts.join(' '), isWeak: LowQuality === 'true', isMain }
  })
}

const countriesOf = (feature: XmlElement, { locations }: References): readonly string[] =>
  beneath(feature, 'VersionLocation').flatMap(
    ({ attributes }) => locations.get(attributes['LocationID'] ?? '') ?? [],
  )

function bornOn(feature: XmlElement): string | null {
  const [start] = beneath(feature, 'Start')
  const [from] = start ? childrenOf(start, 'From') : []
  return from ? dayOf(from) : null
}

const dayOf = (element: XmlElement): string | null =>
  isoDay(textOf(element, 'Year'), textOf(element, 'Month'), textOf(element, 'Day'))

const programsOf = (entry: XmlElement): readonly string[] =>
  childrenOf(entry, 'SanctionsMeasure')
    .filter(({ attributes }) => attributes['SanctionsTypeID'] === PROGRAM_MEASURE)
    .map((measure) => textOf(measure, 'Comment'))

export const work = keptRows<SanctionsRow, SanctionsMeta>(read)
