import type { Faker } from '@faker-js/faker'
import { badInput } from '../../../../base/core/fault.ts'

/** All dates stand in relation to this one, so that a seed gives the same rows for ever. */
export const REF_DATE = '2026-01-01T00:00:00.000Z'

/** Generators of the library that are used unchanged. */
const NAMES = [
  'person.fullName person.firstName person.lastName person.middleName person.prefix person.jobTitle',
  'person.jobArea person.gender person.bio company.name company.catchPhrase company.buzzPhrase',
  'location.city location.street location.streetAddress location.buildingNumber location.zipCode',
  'location.state location.country location.countryCode location.latitude location.longitude',
  'location.timeZone internet.username internet.displayName internet.password internet.userAgent',
  'internet.httpMethod internet.httpStatusCode internet.port internet.emoji internet.mac',
  'date.past date.future date.recent date.soon date.birthdate date.anytime date.month date.weekday',
  'number.int number.float number.binary number.hex number.bigInt string.uuid string.ulid',
  'string.nanoid string.alpha string.alphanumeric string.numeric string.hexadecimal string.sample',
  'datatype.boolean commerce.productName commerce.product commerce.department commerce.price',
  'commerce.productDescription commerce.productMaterial commerce.productAdjective commerce.isbn',
  'finance.amount finance.currencyCode finance.currencyName finance.currencySymbol',
  'finance.accountName finance.transactionType finance.transactionDescription finance.pin',
  'color.human color.rgb color.hsl color.cssSupportedFunction lorem.word lorem.words',
  'lorem.sentence lorem.sentences lorem.paragraph lorem.slug lorem.lines word.adjective word.noun',
  'word.verb word.adverb word.words word.sample hacker.phrase hacker.noun hacker.verb',
  'hacker.abbreviation system.fileName system.fileExt system.mimeType system.semver system.cron',
  'system.filePath system.directoryPath vehicle.vehicle vehicle.manufacturer vehicle.model',
  'vehicle.type vehicle.fuel vehicle.color vehicle.vrm animal.type animal.dog animal.cat',
  'animal.bird animal.fish food.dish food.fruit food.vegetable food.ingredient music.genre',
  'music.songName music.artist book.title book.author book.genre book.publisher airline.airline.name',
  'airline.flightNumber science.unit.name database.column database.type database.engine git.branch',
  'git.commitSha git.commitMessage phone.imei',
].flatMap((line) => line.split(' '))

/** Mailboxes, sites and phones are made of reserved names and numbers, so that none is real. */
const RESERVED: Readonly<Record<string, (faker: Faker, locale: string) => unknown>> = {
  'internet.email': (faker) =>
    `${asciiOf(faker.internet.username())}@example.${faker.helpers.arrayElement(TOP)}`,
  'internet.exampleEmail': (faker) => faker.internet.exampleEmail(),
  'internet.domainName': (faker) => `${word(faker)}.example`,
  'internet.url': (faker) => `https://${word(faker)}.example/${word(faker)}`,
  'internet.ip': (faker) => ipv4(faker),
  'internet.ipv4': (faker) => ipv4(faker),
  'internet.ipv6': (faker) =>
    `2001:db8:${Array.from({ length: 6 }, () => faker.number.int(65_535).toString(16)).join(':')}`,
  'phone.number': (faker, locale) =>
    faker.helpers.replaceSymbols(PHONES[locale] ?? PHONES['en'] ?? ''),
}

const TOP = ['com', 'net', 'org']

/** RFC 5737. */
const NETS = ['192.0.2', '198.51.100', '203.0.113']

const ipv4 = (faker: Faker): string =>
  `${faker.helpers.arrayElement(NETS)}.${faker.number.int({ min: 1, max: 254 })}`

const asciiOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\w.-]/g, '')
    .toLowerCase() || 'user'

const word = (faker: Faker): string => faker.lorem.slug(1)

/** Numbers that countries reserve for fiction; without such numbers, those of the United States. */
const PHONES: Readonly<Record<string, string>> = {
  en: '+1 202-555-01##',
  de: '+49 30 23125 ###',
  fr: '+33 1 99 00 ## ##',
}

const GENERATORS = new Set([...NAMES, ...Object.keys(RESERVED)])
const SHOWN = 12

export type Generator = (faker: Faker, locale: string) => unknown

/** What a name such as `person.fullName` makes. */
export function generatorOf(field: string, name: string): Generator {
  if (!GENERATORS.has(name)) {
    const [family = ''] = name.split('.')
    const near = [...GENERATORS].filter((one) => one.startsWith(`${family}.`))
    const shown = (near.length > 0 ? near : [...GENERATORS]).slice(0, SHOWN).join(', ')
    throw badInput(
      `fields: ${field}: ${JSON.stringify(name.slice(0, 60))} must be one of ${shown} ...`,
    )
  }
  const own = Object.hasOwn(RESERVED, name) ? RESERVED[name] : undefined
  if (own) return own
  const path = name.split('.')
  // `airline.airline.name` is a field of what its method answers.
  return (faker) => {
    const [module = '', method = '', member] = path
    const made = (
      faker[module as never] as Readonly<Record<string, (options?: object) => unknown>>
    )[method]?.(OPTIONS[name])
    return plain(member === undefined ? made : (made as Readonly<Record<string, unknown>>)[member])
  }
}

const OPTIONS: Readonly<Record<string, object>> = {
  'string.ulid': { refDate: REF_DATE },
  'color.hsl': { format: 'css' },
}

const plain = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'bigint' ? String(value) : value
}
