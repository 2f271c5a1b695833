import { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue
type Issue = z.core.$ZodIssue

/** Only a part of a name from the caller is repeated. */
const NAME_LENGTH_MAX = 60
const PATTERN_LENGTH_MAX = 60
const CHOICES_MAX = 40

/** A field by its path, as a message names it. */
export const fieldAt = (path: readonly PropertyKey[]): string =>
  path.map((part) => String(part).slice(0, NAME_LENGTH_MAX)).join('.')

/** Why a file of JSON could not be read by its schema: the first place that does not fit. */
export function whyUnread(thrown: unknown): string {
  const [issue] = thrown instanceof z.ZodError ? thrown.issues : []
  if (!issue) return 'cannot be read as JSON'
  return issue.path.length > 0 ? `${fieldAt(issue.path)} ${issue.message}` : issue.message
}

/** The problem and the allowed values, for a schema without a message. */
export function wordingOf(issue: RawIssue): string {
  if (issue.input === undefined && issue.code !== 'custom') return missing(issue)
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kindNamed(issue.expected)}, not ${kindOf(issue.input)}`
    case 'too_big':
      return `must ${verbOf(issue)} ${exactly(issue) ?? atMost(issue)}${unitOf(issue)}`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty'
      return `must ${verbOf(issue)} ${exactly(issue) ?? atLeast(issue)}${unitOf(issue)}`
    case 'invalid_format':
      return formatOf(issue)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_value':
      return `must be ${choicesOf(issue.values)}`
    case 'unrecognized_keys':
      return `has no field ${issue.keys.map((key) => key.slice(0, NAME_LENGTH_MAX)).join(', ')}`
    case 'invalid_union':
      if ('options' in issue && Array.isArray(issue.options))
        return `must be ${choicesOf(issue.options)}`
      return unionOf(issue.errors as readonly (readonly Issue[])[], issue.input)
    case 'invalid_key':
      return `has a name that is not allowed: it ${issue.issues[0]?.message ?? 'is not valid'}`
    default:
      return 'is not valid'
  }
}

function missing(issue: RawIssue): string {
  if (issue.code === 'invalid_value') return `is required: ${choicesOf(issue.values)}`
  return 'is required'
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  nan: 'no number',
}

const kindNamed = (expected: string): string => KINDS[expected] ?? expected

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a fraction'
  if (typeof value === 'boolean') return 'a boolean'
  return kindNamed(typeof value)
}

interface Bound {
  readonly origin: string
  readonly inclusive?: boolean | undefined
  readonly exact?: boolean | undefined
  readonly maximum?: number | bigint
  readonly minimum?: number | bigint
}

const isCounted = ({ origin }: Bound): boolean =>
  ['string', 'array', 'set', 'map', 'record', 'object'].includes(origin)

const verbOf = (bound: Bound): string =>
  isCounted(bound) && bound.origin !== 'string' ? 'have' : 'be'

const exactly = ({ exact, maximum, minimum }: Bound): string | null =>
  exact ? `exactly ${maximum ?? minimum}` : null

const atMost = ({ inclusive = true, maximum }: Bound): string =>
  `${inclusive ? 'at most' : 'less than'} ${maximum}`

const atLeast = ({ inclusive = true, minimum }: Bound): string =>
  `${inclusive ? 'at least' : 'more than'} ${minimum}`

function unitOf(bound: Bound): string {
  const count = bound.maximum ?? bound.minimum
  if (!isCounted(bound)) return ''
  const unit =
    bound.origin === 'string' ? 'character' : bound.origin === 'array' ? 'item' : 'member'
  return ` ${unit}${Number(count) === 1 ? '' : 's'}`
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'must be a date such as 2026-11-22',
  datetime: 'must be a time such as 2026-11-22T10:00:00Z',
  time: 'must be a time of day such as 10:00:00',
  duration: 'must be an ISO 8601 duration such as PT15M',
  url: 'must be an http or https URL',
  email: 'must be a mail address',
  uuid: 'must be a UUID',
  ipv4: 'must be an IPv4 address',
  ipv6: 'must be an IPv6 address',
  base64: 'must be Base64',
}

function formatOf(issue: {
  readonly format: string
  readonly pattern?: string | undefined
}): string {
  const known = FORMATS[issue.format]
  if (known !== undefined) return known
  const { pattern } = issue
  if (issue.format === 'regex' && pattern !== undefined && pattern.length <= PATTERN_LENGTH_MAX)
    return `must match ${pattern}`
  return 'does not have the form that its description asks for'
}

function choicesOf(values: readonly unknown[]): string {
  const [only, ...others] = values
  if (others.length === 0) return JSON.stringify(only)
  const told = values.slice(0, CHOICES_MAX).map((value) => JSON.stringify(value))
  return `one of ${told.join(', ')}${values.length > CHOICES_MAX ? ' and others' : ''}`
}

const NO_KIND = /^must be (.+), not .+$/

/** The problem with a union: the alternatives, or the problem of the one that fits best. */
function unionOf(branches: readonly (readonly Issue[])[], input: unknown): string {
  const firsts = branches.flatMap(([first]) => first ?? [])
  const inside = firsts.find(({ path, message }) => path.length > 0 || !NO_KIND.test(message))
  if (inside) {
    const at = inside.path.length > 0 ? ` at ${fieldAt(inside.path)}` : ''
    return `${inside.message}${at}`
  }
  const kinds = new Set(firsts.map(({ message }) => NO_KIND.exec(message)?.[1] ?? message))
  const told = Array.from(kinds)
  if (told.length === 0) return 'is not valid'
  const last = told.pop() ?? ''
  const all = told.length > 0 ? `${told.join(', ')} or ${last}` : last
  return `must be ${all}, not ${kindOf(input)}`
}
