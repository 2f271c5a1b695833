import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { line } from '../../../../base/lib/fields.ts'
import { TAX_KINDS, type TaxKind } from './_tax-kinds.ts'

/** The members of the package for each kind of number. */
interface Validator {
  readonly name: string
  validate(id: string): PackageVerdict
  format(id: string): string
}

interface Fit {
  readonly compact: string
  readonly isIndividual: boolean
  readonly isCompany: boolean
}

type PackageVerdict =
  | { readonly isValid: false; readonly error: Error }
  | ({ readonly isValid: true } & Fit)

interface Kind {
  readonly country: string
  readonly name: string
  readonly rules: TaxKind
  readonly validator: Validator
}

/** What one kind says of a number: how it fits, or why it does not. */
interface Tried {
  readonly kind: Kind
  readonly fit?: Fit
  readonly problem: string
  /** The form fits, and a check digit or our own rule does not. */
  readonly isNear: boolean
}

export default defineTool({
  route: 'POST /api/tax-id-validate',
  name: 'Tax and identity number check',
  description:
    'Validate a national tax, VAT, company or identity number of some 90 countries by form and ' +
    'check digits: social security number, CPF, CNPJ, NIF, PESEL and others.',
  asks: [
    'is this social security number valid',
    'verify a brazilian cpf or cnpj',
    "is the company's tax number right",
    'social security number format',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    id: line(60).describe('The number, spaces and punctuation allowed, up to 60 characters.'),
    countryCode: z.string().trim().max(2).describe('Country, two letters, such as BR.'),
    kind: line(20)
      .optional()
      .describe(
        'One kind of number, such as cpf or vat. Default: every kind of the country that is ' +
          'written so. Numbers of bank accounts and the like are only tried by name.',
      ),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe('Whether form and check digits fit one kind. Whether it was issued is unknown.'),
    kind: z.string().optional().describe('Kind that fits; the first of several.'),
    checked: z
      .boolean()
      .optional()
      .describe(
        'Whether the kind has a check digit, which is right. If false, only the form fits.',
      ),
    kinds: z.array(z.string()).describe('All kinds that fit: several may share a format.'),
    name: z.string().optional().describe('Name of that kind.'),
    formatted: z.string().optional().describe('The number in its usual form.'),
    isIndividual: z.boolean().optional().describe('Whether it can be the number of a person.'),
    isCompany: z.boolean().optional().describe('Whether it can be the number of a company.'),
    problems: z.array(z.string()).describe('Why each kind that was tried does not fit.'),
  }),
  examples: [
    {
      input: { id: '529.982.247-25', countryCode: 'BR' },
      output: {
        valid: true,
        kind: 'cpf',
        checked: true,
        kinds: ['cpf'],
        name: 'Brazilian National Identifier',
        formatted: '529.982.247-25',
        isIndividual: true,
        isCompany: false,
        problems: [],
      },
    },
    {
      input: { id: '529.982.247-26', countryCode: 'BR', kind: 'cpf' },
      output: {
        valid: false,
        kinds: [],
        problems: ['cpf: the check digit does not fit the rest'],
      },
    },
  ],

  async run({ id, countryCode, kind }) {
    // Loading takes a tenth of a second on a small computer.
    const { stdnum } = (await import('stdnum')) as unknown as {
      stdnum: Readonly<Record<string, Readonly<Record<string, Validator>>>>
    }
    const kinds = kindsOf(stdnum, countryCode.toUpperCase(), kind?.toLowerCase())
    const bare = id.toUpperCase().replace(/[\s.,·/-]+/g, '')
    const written = kind === undefined ? writtenSo(kinds, id.trim(), bare) : kinds
    const tried = written.map((one) => triedAs(one, id, bare))
    const fitting = tried.flatMap(({ kind: one, fit }) =>
      fit ? [{ ...one, fit, checked: hasCheckDigit(one, fit.compact) }] : [],
    )
    // A wrong check digit of one kind is not mended by another kind that has none.
    const isDoubtful = kind === undefined && tried.some(({ isNear }) => isNear)
    const good = fitting.filter(({ checked }) => checked || !isDoubtful)
    const [first] = good
    if (!first) return { valid: false, kinds: [], problems: tried.map(problemOf) }
    return {
      valid: true,
      kind: first.name,
      checked: first.checked,
      kinds: good.map(({ name }) => name),
      name: first.rules.name ?? first.validator.name,
      formatted: first.validator.format(first.fit.compact),
      isIndividual: first.fit.isIndividual,
      isCompany: first.fit.isCompany,
      problems: [],
    }
  },
})

function kindsOf(
  all: Readonly<Record<string, Readonly<Record<string, Validator>>>>,
  country: string,
  asked: string | undefined,
): readonly Kind[] {
  const ours = Object.hasOwn(all, country) ? Object.entries(all[country] ?? {}) : []
  if (ours.length === 0)
    throw badInput(`countryCode: must be one of ${Object.keys(all).toSorted().join(', ')}`)
  const kinds = ours.map(([name, validator]) => ({
    country,
    name,
    validator,
    rules: TAX_KINDS[`${country} ${name}`] ?? {},
  }))
  if (asked === undefined) return kinds.filter(({ rules }) => !rules.isOther)
  const chosen = kinds.filter(({ name }) => name.toLowerCase() === asked)
  if (chosen.length > 0) return chosen
  const known = ours.map(([name]) => name).join(', ')
  throw badInput(`kind: must be a kind of ${country}, which has ${known}, not ${excerpt(asked)}`)
}

/**
 * With the punctuation of one kind, a number is of that kind, or of one that has no punctuation of
 * its own: 219-09-9999 is no 21-9099999.
 */
function writtenSo(kinds: readonly Kind[], id: string, bare: string): readonly Kind[] {
  const forms = kinds.map((kind) => ({ kind, form: formOf(kind, bare) }))
  const isIts = ({ kind, form }: (typeof forms)[number]): boolean =>
    shapeOf(form) === shapeOf(id) || kind.rules.written?.test(id) === true
  if (!/[-./]/.test(id) || !forms.some(isIts)) return kinds
  return forms.filter((one) => isIts(one) || one.form === bare).map(({ kind }) => kind)
}

const shapeOf = (text: string): string => text.replace(/[\p{L}\p{N}]/gu, '#')

function formOf({ validator }: Kind, bare: string): string {
  try {
    return validator.format(bare)
  } catch {
    return bare
  }
}

/** As it is written, without punctuation, and with the punctuation that the package wants. */
function triedAs(kind: Kind, id: string, bare: string): Tried {
  const { country, validator, rules } = kind
  const texts = [id, bare, ...(rules.punctuate ? [rules.punctuate(bare)] : [])]
  const verdicts = texts.map((text) => verdictOf(validator, text))
  const found = verdicts.find((one) => one.isValid)
  const said = verdicts.find((one) => !one.isValid && one.error.name !== 'InvalidLength')
  const name = said && !said.isValid ? said.error.name : 'InvalidLength'
  const inner = bare.startsWith(country) ? bare.slice(country.length) : bare
  const decided = rules.instead?.(inner)
  if (decided === false && (found || name === 'InvalidChecksum'))
    return { kind, problem: 'InvalidChecksum', isNear: true }
  if (decided === false || (decided === undefined && !found))
    return { kind, problem: name, isNear: name === 'InvalidChecksum' }
  const compact = found?.compact ?? inner
  if (/^0+$/.test(compact) || rules.also?.(compact) === false)
    return { kind, problem: 'InvalidComponent', isNear: true }
  const owners = rules.ownersOf?.(compact) ?? found ?? { isIndividual: true, isCompany: true }
  return {
    kind,
    fit: { compact, isIndividual: owners.isIndividual, isCompany: owners.isCompany },
    problem: '',
    isNear: false,
  }
}

/** A validator that fails on a text has not found it valid. */
function verdictOf(validator: Validator, id: string): PackageVerdict {
  try {
    return validator.validate(id)
  } catch (error) {
    return { isValid: false, error: error as Error }
  }
}

/** Of ten last digits, a check digit leaves a few; where nearly all stand, there is none. */
function hasCheckDigit(kind: Kind, compact: string): boolean {
  const at = compact.search(/\d\D*$/)
  const others = Array.from(
    '0123456789',
    (digit) => compact.slice(0, at) + digit + compact.slice(at + 1),
  )
  return at >= 0 && others.filter((other) => triedAs(kind, other, other).fit).length <= 4
}

const PROBLEMS: Readonly<Record<string, string>> = {
  InvalidLength: 'it has another number of characters',
  InvalidFormat: 'it has another format',
  InvalidChecksum: 'the check digit does not fit the rest',
  InvalidComponent: 'a part of it, such as a date or a region, does not exist',
}

const problemOf = ({ kind, fit, problem }: Tried): string =>
  fit
    ? `${kind.name}: its form fits, but it has no check digit; ask for this kind by name`
    : `${kind.name}: ${PROBLEMS[problem] ?? 'it does not fit'}`
