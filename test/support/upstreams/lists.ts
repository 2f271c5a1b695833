import { fileStandIn } from './_file.ts'

/**
 * Four lists of made-up parties in the published shapes, with one entry of every odd kind. OFAC:
 * the schema of its advanced format (ofac.treasury.gov, sanctions list data schemas); UN: that of
 * consolidated.xml; EU: namespace fpi/fsd/export 1.1; UK: the columns of UK-Sanctions-List.csv.
 */
const name = (parts: readonly string[], script = 215) =>
  `<DocumentedName ID="1" FixedRef="1" DocNameStatusID="1">${parts
    .map(
      (part) =>
        `<DocumentedNamePart><NamePartValue NamePartGroupID="1" ScriptID="${script}" ScriptStatusID="1" Acronym="false">${part}</NamePartValue></DocumentedNamePart>`,
    )
    .join('')}</DocumentedName>`

const alias = (names: string, attributes = 'Primary="false" LowQuality="false"') =>
  `<Alias FixedRef="1" AliasTypeID="1400" ${attributes}>${names}</Alias>`

const coin = (type: number, address: string) =>
  `<Feature ID="${type}" FeatureTypeID="${type}"><FeatureVersion ID="1" ReliabilityID="1"><VersionDetail DetailTypeID="1432">${address}</VersionDetail></FeatureVersion></Feature>`

const party = (id: number, subtype: number, aliases: string, features = '') =>
  `<DistinctParty FixedRef="${id}"><Comment/><Profile ID="${id}" PartySubTypeID="${subtype}"><Identity ID="${id}" FixedRef="${id}" Primary="true" False="false">${aliases}</Identity>${features}</Profile></DistinctParty>`

const PRIMARY = 'Primary="true" LowQuality="false"'

const PERSON = party(
  90001,
  4,
  alias(name(['EXAMPLE', 'Ivan Petrovich']) + name(['ПРИМЕР', 'Иван Петрович'], 220), PRIMARY) +
    alias(name(['THE ACCOUNTANT']), 'Primary="false" LowQuality="true"'),
  `<Feature ID="9" FeatureTypeID="8"><FeatureVersion ID="9"><DatePeriod CalendarTypeID="1"><Start Approximate="false"><From><Year>1970</Year><Month>3</Month><Day>9</Day></From></Start></DatePeriod></FeatureVersion></Feature>
   <Feature ID="7" FeatureTypeID="10"><FeatureVersion ID="7"><VersionDetail DetailTypeID="1433"/><VersionLocation LocationID="501"/></FeatureVersion></Feature>` +
    coin(344, '1BoatSLRHtKNngkdXEeobR76b53LETtpyT') +
    coin(345, '0x8589427373D6D84E98730D7795D8f6f8731FDA16'),
)
const COMPANY = party(
  90002,
  3,
  alias(name(['MUHAMMAD &amp; SONS TRADING']), PRIMARY) + alias(name(['ABDUL RAHMAN HOLDING'])),
  // The bucket is no type of address: this one is of Tron, and the next of an EVM chain.
  coin(887, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t') +
    coin(887, '0x098B716B8Aaf21512996dC57EB0615e2383E2f96') +
    coin(344, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'),
)
const SHIP = party(90003, 1, alias(name(['SEA EXAMPLE']), PRIMARY))

const entry = (id: number, ...programs: readonly string[]) =>
  `<SanctionsEntry ID="${id}" ProfileID="${id}" ListID="1550"><EntryEvent ID="1" EntryEventTypeID="1" LegalBasisID="1"><Date CalendarTypeID="1"><Year>2025</Year><Month>3</Month><Day>4</Day></Date></EntryEvent><SanctionsMeasure ID="1" SanctionsTypeID="1705"><Comment/></SanctionsMeasure>${programs
    .map(
      (one) =>
        `<SanctionsMeasure ID="2" SanctionsTypeID="1"><Comment>${one}</Comment></SanctionsMeasure>`,
    )
    .join('')}</SanctionsEntry>`

export const OFAC = `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML">
  <DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>5</Month><Day>28</Day></DateOfIssue>
  <ReferenceValueSets>
    <AreaCodeValues><AreaCode ID="11029" CountryID="11029" Description="Russia">RU</AreaCode></AreaCodeValues>
    <CountryValues><Country ID="11029" ISO2="RU">Russia</Country></CountryValues>
    <FeatureTypeValues>
      <FeatureType ID="8" FeatureTypeGroupID="1">Birthdate</FeatureType>
      <FeatureType ID="10" FeatureTypeGroupID="1">Nationality Country</FeatureType>
      <FeatureType ID="344" FeatureTypeGroupID="1">Digital Currency Address - XBT</FeatureType>
      <FeatureType ID="345" FeatureTypeGroupID="1">Digital Currency Address - ETH</FeatureType>
      <FeatureType ID="887" FeatureTypeGroupID="1">Digital Currency Address - USDT</FeatureType>
    </FeatureTypeValues>
    <PartySubTypeValues><PartySubType ID="1" PartyTypeID="4">Vessel</PartySubType><PartySubType ID="2" PartyTypeID="4">Aircraft</PartySubType><PartySubType ID="3" PartyTypeID="2">Unknown</PartySubType><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues>
    <PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="2">Entity</PartyType><PartyType ID="4">Transport</PartyType></PartyTypeValues>
  </ReferenceValueSets>
  <Locations><Location ID="501"><LocationCountry CountryID="11029" CountryRelevanceID="1"/></Location></Locations>
  <DistinctParties>${PERSON}${COMPANY}${SHIP}</DistinctParties>
  <SanctionsEntries>${entry(90001, 'CYBER2', 'RUSSIA-EO14024')}${entry(90002, 'SDGT')}${entry(90003, 'IRAN')}</SanctionsEntries>
</Sanctions>`

export const UN = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" dateGenerated="2026-05-30T23:00:03.428Z">
<INDIVIDUALS><INDIVIDUAL><DATAID>6900001</DATAID><VERSIONNUM>1</VERSIONNUM><FIRST_NAME>HUSSEIN</FIRST_NAME><SECOND_NAME>MAHMOUD</SECOND_NAME><THIRD_NAME>EXAMPLE</THIRD_NAME><UN_LIST_TYPE>Al-Qaida</UN_LIST_TYPE><REFERENCE_NUMBER>QDi.999</REFERENCE_NUMBER><LISTED_ON>2012-11-12</LISTED_ON><NAME_ORIGINAL_SCRIPT>حسين محمود</NAME_ORIGINAL_SCRIPT><NATIONALITY><VALUE>Syrian Arab Republic</VALUE></NATIONALITY><INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Husayn Mahmud</ALIAS_NAME></INDIVIDUAL_ALIAS><INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Abu Example</ALIAS_NAME></INDIVIDUAL_ALIAS><INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS><INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1965</FROM_YEAR><TO_YEAR>1967</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH></INDIVIDUAL></INDIVIDUALS>
<ENTITIES><ENTITY><DATAID>6900002</DATAID><FIRST_NAME>EXAMPLE RELIEF TRUST</FIRST_NAME><UN_LIST_TYPE>DPRK</UN_LIST_TYPE><REFERENCE_NUMBER>KPe.999</REFERENCE_NUMBER><ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>E.R.T.</ALIAS_NAME></ENTITY_ALIAS><ENTITY_ADDRESS><COUNTRY>Democratic People's Republic of Korea</COUNTRY></ENTITY_ADDRESS></ENTITY></ENTITIES>
</CONSOLIDATED_LIST>`

export const EU = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-05-29T11:43:32.002+02:00" globalFileId="150000">
<sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.9001.01" logicalId="13"><remark>Made up.</remark><regulation regulationType="amendment" programme="RUS" logicalId="1"><publicationUrl>https://eur-lex.europa.eu/example</publicationUrl></regulation><subjectType code="person" classificationCode="P"/><nameAlias firstName="Ivan Petrovich" middleName="" lastName="Example" wholeName="Ivan Petrovich EXAMPLE" nameLanguage="EN" strong="true" logicalId="17"/><nameAlias wholeName="Иван Петрович ПРИМЕР" nameLanguage="RU" strong="false" logicalId="18"/><citizenship countryIso2Code="RU" countryDescription="RUSSIAN FEDERATION"/><birthdate circa="false" calendarType="GREGORIAN" city="" birthdate="1970-03-09" year="1970" countryIso2Code="00" countryDescription="UNKNOWN"/></sanctionEntity>
<sanctionEntity euReferenceNumber="EU.9002.01" logicalId="14"><regulation programme="SYR"/><subjectType code="enterprise" classificationCode="E"/><nameAlias wholeName="Commercial Example Bank" strong="true"/><address countryIso2Code="SY" countryDescription="SYRIA"/></sanctionEntity>
</export>`

export const UK = `"Report Date: 27-May-2026"
Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Title,Name non-latin script,Non-latin script type,Non-latin script language,Regime Name,Designation Type,Designation source,Sanctions Imposed,Other Information,UK Statement of Reasons,Address Line 1,Address Country,D.O.B,Nationality(/ies)
01/05/2026,RUS9001,16001,,EXAMPLE,Ivan,Petrovich,,,,Primary Name,,,Иван Петрович Пример,Cyrillic,Russian,The Russia (Sanctions) (EU Exit) Regulations 2019,Individual,UK,"Asset freeze, Travel ban","Made up, ""quoted""","A reason
on two lines",1 Example Street,Russia,dd/mm/1970,"(1) Russia (2) Syria"
01/05/2026,RUS9001,16001,,PRIMER,Ivan,,,,,Alias,Low quality a.k.a,,,,,The Russia (Sanctions) (EU Exit) Regulations 2019,Individual,UK,,,,,,,
01/05/2026,SHP9001,,,OCEAN EXAMPLE,,,,,,Primary Name,,,,,,The Iran Regulations 2023,Ship,UK,,,,,,,
`

export default fileStandIn(
  [
    'UPSTREAM_OFAC_SDN_URL',
    'UPSTREAM_UN_SANCTIONS_URL',
    'UPSTREAM_EU_SANCTIONS_URL',
    'UPSTREAM_UK_SANCTIONS_URL',
  ],
  [
    { path: '/api/PublicationPreview/exports/SDN_ADVANCED.XML', body: OFAC },
    { path: '/resources/xml/en/consolidated.xml', body: UN },
    { path: '/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content', body: EU },
    { path: '/docs/UK-Sanctions-List.csv', body: UK },
  ],
)
