import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { excerpt } from '../../../lib/bytes.ts'
import { line } from '../../../lib/fields.ts'

/** The members of the package for each kind of number. */
interface Validator {
  readonly name: string
  readonly localName: string
  readonly abbreviation?: string | undefined
  validate(id: string): Verdict
  format(id: string): string
}

type Verdict =
  | { readonly isValid: false; readonly error: Error }
  | {
      readonly isValid: true
      readonly compact: string
      readonly isIndividual: boolean
      readonly isCompany: boolean
    }

export default defineTool({
  route: 'POST /api/tax-id-validate',
  name: 'Tax and identity number check',
  description:
    'Validate a national tax, VAT, company or identity number of some 90 countries by form and ' +
    'check digits: social security number, CPF, CNPJ, NIF, PESEL and others.',
  asks: ['is this social security number valid', 'verify a brazilian cpf or cnpj'],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    id: line(60).describe('The number, spaces and punctuation allowed, up to 60 characters.'),
    countryCode: z.string().trim().max(2).describe('Country, two letters, such as BR.'),
    kind: line(20)
      .optional()
      .describe('One kind of number, such as cpf or vat. Default: every kind of the country.'),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe('Whether form and check digits fit one kind. Whether it was issued is unknown.'),
    kind: z.string().optional().describe('Kind that fits; the first of several.'),
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
    const validators = validatorsOf(stdnum, countryCode.toUpperCase(), kind?.toLowerCase())
    const tried = validators.map(([name, validator]) => ({
      name,
      validator,
      verdict: stricter(`${countryCode.toUpperCase()} ${name}`, verdictOf(validator, id)),
    }))
    const fitting = tried.filter(({ verdict }) => verdict.isValid)
    const [first] = fitting
    if (!first?.verdict.isValid)
      return {
        valid: false,
        kinds: [],
        problems: tried.map(({ name, verdict }) => `${name}: ${problemOf(verdict)}`),
      }
    const { compact } = first.verdict
    return {
      valid: true,
      kind: first.name,
      kinds: fitting.map(({ name }) => name),
      name: first.validator.name,
      formatted: first.validator.format(compact),
      ...ownersOf(`${countryCode.toUpperCase()} ${first.name}`, first.verdict),
      problems: [],
    }
  },
})

/** What a number says about its owner. The fourth letter of an Indian PAN is the kind of holder. */
function ownersOf(
  kind: string,
  { isIndividual, isCompany, compact }: Extract<Verdict, { readonly isValid: true }>,
) {
  if (kind !== 'IN pan') return { isIndividual, isCompany }
  return { isIndividual: compact[3] === 'P', isCompany: /^...[^PH]/.test(compact) }
}

function validatorsOf(
  all: Readonly<Record<string, Readonly<Record<string, Validator>>>>,
  country: string,
  kind: string | undefined,
): readonly (readonly [string, Validator])[] {
  const ours = Object.hasOwn(all, country) ? Object.entries(all[country] ?? {}) : []
  if (ours.length === 0)
    throw badInput(`countryCode: must be one of ${Object.keys(all).toSorted().join(', ')}`)
  if (kind === undefined) return ours
  const chosen = ours.filter(([name]) => name.toLowerCase() === kind)
  if (chosen.length > 0) return chosen
  const known = ours.map(([name]) => name).join(', ')
  throw badInput(`kind: must be a kind of ${country}, which has ${known}, not ${excerpt(kind)}`)
}

/** A validator that fails on a text has not found it valid. */
function verdictOf(validator: Validator, id: string): Verdict {
  try {
    return validator.validate(id)
  } catch (error) {
    return { isValid: false, error: error as Error }
  }
}

/**
 * In the first ten digits of a German IdNr, one occurs two or three times, but not three times in a
 * row, and each other one at most once. The package accepts more.
 */
function stricter(kind: string, verdict: Verdict): Verdict {
  if (kind !== 'DE idnr' || !verdict.isValid) return verdict
  const digits = verdict.compact.slice(0, 10)
  const counts = Array.from('0123456789', (digit) => digits.split(digit).length - 1)
  const repeated = counts.filter((count) => count > 1)
  const isGood = repeated.length === 1 && (repeated[0] ?? 0) <= 3 && !/(\d)\1\1/.test(digits)
  const error = Object.assign(new Error(), { name: 'InvalidComponent' })
  return isGood ? verdict : { isValid: false, error }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  InvalidLength: 'it has another number of characters',
  InvalidFormat: 'it has another format',
  InvalidChecksum: 'the check digit does not fit the rest',
  InvalidComponent: 'a part of it, such as a date or a region, does not exist',
}

const problemOf = (verdict: Verdict): string =>
  verdict.isValid ? '' : (PROBLEMS[verdict.error.name] ?? 'it does not fit')
