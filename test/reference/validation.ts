import fc from 'fast-check'
import barcodeValidate from '../../src/goods/tools/validation/contact-products/barcode-validate.ts'
import phoneFormat from '../../src/goods/tools/validation/contact-products/phone-format.ts'
import publicationIdValidate from '../../src/goods/tools/validation/contact-products/publication-id-validate.ts'
import semverTool from '../../src/goods/tools/validation/data/semver.ts'
import cardValidate from '../../src/goods/tools/validation/finance-codes/card-validate.ts'
import bankRoutingValidate from '../../src/goods/tools/validation/finance-codes/bank-routing-validate.ts'
import ibanValidate from '../../src/goods/tools/validation/finance-codes/iban-validate.ts'
import securitiesIdValidate from '../../src/goods/tools/validation/finance-codes/securities-id-validate.ts'
import taxIdValidate from '../../src/goods/tools/validation/finance-codes/tax-id-validate.ts'
import { answer, comparison, has, python, write } from './_compare.ts'

const SEED = 15
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })

const digits = (length: number) =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((all) => all.join(''))

/** Every last digit of a body, so that one in ten is right. */
const withEnds = (bodies: readonly string[], ends = '0123456789'): readonly string[] =>
  bodies.flatMap((body) => Array.from(ends, (end) => body + end))

interface Kind {
  readonly name: string
  /** The validator of python-stdnum. */
  readonly module: string
  readonly numbers: readonly string[]
  readonly ours: (number: string) => Promise<boolean>
}

const validOf =
  (tool: Parameters<typeof answer>[0], field: string, kind?: string, rest: object = {}) =>
  async (number: string): Promise<boolean> => {
    const told = await answer(tool, { [field]: number, ...rest })
    return told['valid'] === true && (kind === undefined || told['kind'] === kind)
  }

const KINDS: readonly Kind[] = [
  {
    name: 'card-validate',
    module: 'luhn',
    numbers: withEnds(samples(digits(15), 12).map((body) => `4${body.slice(1)}`)),
    ours: async (number) => (await answer(cardValidate, { number }))['luhnValid'] === true,
  },
  {
    name: 'bank-routing-validate',
    module: 'us.rtn',
    numbers: withEnds(samples(digits(6), 12).map((body) => `02${body}`)),
    ours: validOf(bankRoutingValidate, 'number'),
  },
  {
    name: 'securities-id-validate: isin',
    module: 'isin',
    numbers: withEnds(samples(digits(9), 12).map((body) => `US${body}`)),
    ours: validOf(securitiesIdValidate, 'id', 'isin'),
  },
  {
    name: 'securities-id-validate: cusip',
    module: 'cusip',
    numbers: withEnds(samples(digits(6), 12).map((body) => `${body.slice(0, 5)}A${body[5]}B`)),
    ours: validOf(securitiesIdValidate, 'id', 'cusip'),
  },
  {
    name: 'securities-id-validate: sedol',
    module: 'gb.sedol',
    numbers: withEnds(samples(digits(5), 12).map((body) => `B${body}`)),
    ours: validOf(securitiesIdValidate, 'id', 'sedol'),
  },
  {
    name: 'securities-id-validate: figi',
    module: 'figi',
    numbers: withEnds(samples(digits(8), 12).map((body) => `BBG${body}`)),
    ours: validOf(securitiesIdValidate, 'id', 'figi'),
  },
  {
    name: 'securities-id-validate: lei',
    module: 'lei',
    numbers: withEnds(samples(digits(19), 12)),
    ours: validOf(securitiesIdValidate, 'id', 'lei'),
  },
  {
    name: 'barcode-validate: ean13',
    module: 'ean',
    numbers: withEnds(samples(digits(12), 12).map((body) => `4${body.slice(1)}`)),
    ours: validOf(barcodeValidate, 'code'),
  },
  {
    name: 'barcode-validate: isbn13',
    module: 'isbn',
    numbers: withEnds(samples(digits(9), 12).map((body) => `978${body}`)),
    ours: validOf(barcodeValidate, 'code', 'isbn13'),
  },
  {
    name: 'barcode-validate: isbn10',
    module: 'isbn',
    numbers: withEnds(samples(digits(9), 12), '0123456789X'),
    ours: validOf(barcodeValidate, 'code', 'isbn10'),
  },
  {
    name: 'barcode-validate: issn',
    module: 'issn',
    numbers: withEnds(
      samples(digits(7), 12).map((body) => `${body.slice(0, 4)}-${body.slice(4)}`),
      '0123456789X',
    ),
    ours: validOf(barcodeValidate, 'code', 'issn'),
  },
  {
    name: 'barcode-validate: ismn',
    module: 'ismn',
    numbers: withEnds(samples(digits(8), 12).map((body) => `9790${body}`)),
    ours: validOf(barcodeValidate, 'code', 'ismn'),
  },
  {
    name: 'publication-id-validate: ORCID and ISNI',
    module: 'iso7064.mod_11_2',
    numbers: withEnds(samples(digits(15), 12), '0123456789X'),
    ours: validOf(publicationIdValidate, 'id'),
  },
  {
    name: 'iban-validate',
    module: 'iban',
    numbers: samples(digits(18), 30).flatMap((body) =>
      ['00', '02', '50', '97', '98'].map((check) => `DE${check}${body}`),
    ),
    ours: validOf(ibanValidate, 'iban'),
  },
  ...(
    [
      ['BR', 'cpf', 'br.cpf', 9, 2],
      ['DE', 'idnr', 'de.idnr', 10, 1],
      ['PL', 'pesel', 'pl.pesel', 10, 1],
      ['NL', 'bsn', 'nl.bsn', 8, 1],
      ['AU', 'abn', 'au.abn', 10, 1],
      ['FR', 'siren', 'fr.siren', 8, 1],
    ] as const
  ).map(([countryCode, kind, module, length, check]) => ({
    name: `tax-id-validate: ${countryCode} ${kind}`,
    module,
    numbers: withEnds(samples(digits(length + check - 1), 12)),
    ours: validOf(taxIdValidate, 'id', kind, { countryCode, kind }),
  })),
]

async function compareNumbers(): Promise<void> {
  for (const { name, module, numbers, ours } of KINDS) {
    const { same, close } = comparison(`${name} with python-stdnum`)
    const right = python(
      `import importlib
m=importlib.import_module('stdnum.'+data['module'])
good=[]
for n in data['numbers']:
    try: good.append(m.is_valid(n))
    except Exception: good.append(False)
print(json.dumps(good))`,
      { module, numbers },
    ) as readonly boolean[]
    for (const [at, number] of numbers.entries())
      if (!isKnownToDiffer(name, number)) same(number, await ours(number), right[at])
    close()
  }
}

/**
 * ISO 13616 has no check digits below 02 or above 98, which the other program takes; and it takes
 * people who are not born yet.
 */
const isKnownToDiffer = (name: string, number: string): boolean =>
  (name === 'iban-validate' && /^DE(0[01]|99)/.test(number)) ||
  (name.endsWith('PL pesel') && Number(number.slice(2, 4)) > 20 && Number(number.slice(2, 4)) < 80)

async function comparePhones(): Promise<void> {
  const { same, close } = comparison('phone-format with phonenumbers')
  const countries = ['US', 'GB', 'DE', 'FR', 'BR', 'IN', 'JP', 'AU', 'ZA', 'MX', 'SE', 'IT']
  const cases = countries.flatMap((country) =>
    [8, 9, 10, 11].flatMap((length) =>
      samples(digits(length), 6).map((phone) => ({ phone, countryCode: country })),
    ),
  )
  const theirs = python(
    `import phonenumbers as p
out=[]
for c in data:
    try:
        n=p.parse(c['phone'],c['countryCode'])
        out.append([p.is_valid_number(n),p.format_number(n,p.PhoneNumberFormat.E164),p.format_number(n,p.PhoneNumberFormat.NATIONAL)])
    except p.NumberParseException: out.append(None)
print(json.dumps(out))`,
    cases,
  ) as readonly (readonly [boolean, string, string] | null)[]
  for (const [at, one] of cases.entries()) {
    const told = await answer(phoneFormat, one)
    const other = theirs[at]
    // The plans of the two packages are of different years: forms are compared where both are sure.
    if (!other || !other[0] || told['valid'] !== true) continue
    same(one, [told['e164'], told['national']], [other[1], other[2]])
  }
  close()
}

async function compareVersions(): Promise<void> {
  const { same, close } = comparison('semver with python-semantic-version')
  const part = fc.nat(12)
  const version = fc
    .tuple(part, part, part, fc.constantFrom('', '-rc.1', '-alpha', '-alpha.1', '-1', '-beta.11'))
    .map(([a, b, c, tail]) => `${a}.${b}.${c}${tail}`)
  const bound = fc.tuple(fc.constantFrom('^', '~', '>=', '<', '=', '>'), part, part, part)
  const range = bound.map(([sign, a, b, c]) => `${sign}${a}.${b}.${c}`)
  const cases = samples(
    fc.record({ versions: fc.array(version, { minLength: 3, maxLength: 6 }), range }),
    200,
  )
  const theirs = python(
    `import semantic_version as s
out=[]
for c in data:
    r=s.NpmSpec(c['range'])
    v=sorted(s.Version(x) for x in c['versions'])
    out.append([[str(x) for x in v],[str(x) for x in v if r.match(x)]])
print(json.dumps(out))`,
    cases,
  )
  for (const [at, one] of cases.entries()) {
    const told = await answer(semverTool, { ...one, op: 'satisfies' })
    same(one, [told['sorted'], told['satisfying']], (theirs as readonly unknown[])[at])
  }
  close()
}

if (has('python3', '-c', 'import stdnum')) await compareNumbers()
else write('python-stdnum is not installed')
if (has('python3', '-c', 'import phonenumbers')) await comparePhones()
else write('phonenumbers is not installed')
if (has('python3', '-c', 'import semantic_version')) await compareVersions()
else write('python-semantic-version is not installed')
