const BYTES = 80_000_000

let seed = 7
const draw = (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
  return (seed >>> 8) % below
}

const SYLLABLES = 'al an ar ba be da de fa ha hu im ka ko la li ma mo na ra re sa ta va za'.split(
  ' ',
)
const word = (): string =>
  Array.from({ length: 2 + draw(3) }, () => SYLLABLES[draw(SYLLABLES.length)]).join('')
const common = Array.from({ length: 5_000 }, word)
/** Three of five words are among the common ones, the more so the more common they are. */
const nameWord = (): string =>
  draw(5) < 3 ? (common[Math.min(draw(5_000), draw(5_000), draw(5_000))] ?? '') : word()
export const name = (): string => Array.from({ length: 2 + draw(3) }, nameWord).join(' ')

const REFERENCES = `<DateOfIssue><Year>2026</Year><Month>5</Month><Day>28</Day></DateOfIssue><ReferenceValueSets><FeatureType ID="345">Digital Currency Address - ETH</FeatureType></ReferenceValueSets>`

const alias = (): string =>
  `<Alias FixedRef="1" AliasTypeID="1400" Primary="false" LowQuality="false"><DocumentedName ID="1" FixedRef="1" DocNameStatusID="1"><DocumentedNamePart><NamePartValue NamePartGroupID="1" ScriptID="215" ScriptStatusID="1" Acronym="false">${name()}</NamePartValue></DocumentedNamePart></DocumentedName></Alias>`

const party = (id: number): string =>
  `<DistinctParty FixedRef="${id}"><Profile ID="${id}" PartySubTypeID="4"><Identity ID="${id}" FixedRef="${id}" Primary="true">${Array.from({ length: 5 }, alias).join('')}</Identity><Feature ID="${id}" FeatureTypeID="345"><FeatureVersion><Comment>${'Made up. '.repeat(220)}</Comment><VersionDetail DetailTypeID="1432">0x${id.toString(16).padStart(40, '0')}</VersionDetail></FeatureVersion></Feature></Profile></DistinctParty>`

/** A list in the format of OFAC. */
export function* document(): Generator<string> {
  let sent = 0
  yield `<?xml version="1.0"?><Sanctions>${REFERENCES}<DistinctParties>`
  for (let id = 1; sent < BYTES; id += 1) {
    const text = party(id)
    sent += text.length
    yield text
  }
  yield '</DistinctParties></Sanctions>'
}
