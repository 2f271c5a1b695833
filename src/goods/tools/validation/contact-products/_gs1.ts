import { CHECK_SCHEMES } from '../../../../engines/numbers/check-digits.ts'

/** Element strings of GS1, with their application identifiers in brackets. */

interface Element {
  readonly ai: string
  readonly name: string
  readonly value: string
  readonly problem?: string
}

const TEXT_20 = '[\\x21-\\x7a]{1,20}'
const TEXT_30 = '[\\x21-\\x7a]{1,30}'

/** Identifier (x is any digit), name, format of the value. */
const IDENTIFIERS: readonly (readonly [ai: string, name: string, form: string])[] = [
  ['00', 'SSCC', 'check:18'],
  ['01', 'GTIN', 'check:14'],
  ['02', 'GTIN of contained items', 'check:14'],
  ['10', 'batch or lot', TEXT_20],
  ['11', 'production date', 'date'],
  ['12', 'due date', 'date'],
  ['13', 'packaging date', 'date'],
  ['15', 'best before date', 'date'],
  ['16', 'sell by date', 'date'],
  ['17', 'expiry date', 'date'],
  ['20', 'variant', '\\d{2}'],
  ['21', 'serial number', TEXT_20],
  ['22', 'consumer product variant', TEXT_20],
  ['30', 'count of items', '\\d{1,8}'],
  ['37', 'count of trade items', '\\d{1,8}'],
  ['240', 'additional product identification', TEXT_30],
  ['241', 'customer part number', TEXT_30],
  ['250', 'secondary serial number', TEXT_30],
  ['251', 'reference to source', TEXT_30],
  ['310x', 'net weight, kg', '\\d{6}'],
  ['311x', 'length, m', '\\d{6}'],
  ['320x', 'net weight, lb', '\\d{6}'],
  ['330x', 'gross weight, kg', '\\d{6}'],
  ['390x', 'amount payable', '\\d{1,15}'],
  ['391x', 'amount payable with currency', '\\d{4,18}'],
  ['392x', 'amount payable of one item', '\\d{1,15}'],
  ['400', 'order number', TEXT_30],
  ['401', 'consignment number', TEXT_30],
  ['402', 'shipment number', 'check:17'],
  ['410', 'ship to', 'check:13'],
  ['411', 'bill to', 'check:13'],
  ['412', 'purchased from', 'check:13'],
  ['413', 'ship for', 'check:13'],
  ['414', 'location', 'check:13'],
  ['415', 'invoicing party', 'check:13'],
  ['420', 'ship to postal code', TEXT_20],
  ['421', 'ship to postal code with country', '\\d{3}[\\x21-\\x7a]{1,9}'],
  ['422', 'country of origin', '\\d{3}'],
  ['7003', 'expiry date and time', '\\d{10}'],
  ['8005', 'price per unit', '\\d{6}'],
  ['8006', 'part of a trade item', '\\d{18}'],
  ['8008', 'production date and time', '\\d{8,12}'],
  ['8018', 'service relation number', 'check:18'],
  ['8020', 'payment slip reference', '[\\x21-\\x7a]{1,25}'],
]

/** Each element with its problem; unknown identifiers are reported, not guessed. */
export function elementsOf(code: string): {
  readonly elements: readonly Element[]
  readonly problems: readonly string[]
} {
  const elements = [...code.matchAll(/[([](\d{2,4})[)\]]([^([]*)/g)].map(
    ([, ai = '', value = '']) => elementOf(ai, value.trim()),
  )
  const repeated = elements.filter(
    ({ ai, value }, at) =>
      elements.findIndex((other) => other.ai === ai && other.value !== value) >= 0 && at > 0,
  )
  const problems = elements.flatMap(({ ai, problem }) => (problem ? [`(${ai}): ${problem}`] : []))
  return {
    elements,
    problems: [
      ...problems,
      ...(repeated.length > 0 ? ['one identifier has two different values'] : []),
    ],
  }
}

function elementOf(ai: string, value: string): Element {
  const known = IDENTIFIERS.find(([pattern]) =>
    pattern.endsWith('x') ? ai.length === 4 && ai.startsWith(pattern.slice(0, 3)) : pattern === ai,
  )
  if (!known) return { ai, name: 'unknown', value, problem: 'this identifier is unknown here' }
  const [, name, form] = known
  const problem = problemOf(form, value)
  return { ai, name, value, ...(problem && { problem }) }
}

function problemOf(form: string, value: string): string | undefined {
  if (form === 'date') return isDate(value) ? undefined : 'must be a date as YYMMDD'
  if (!form.startsWith('check:'))
    return new RegExp(`^${form}$`).test(value) ? undefined : 'does not have the format of GS1'
  const length = Number(form.slice(6))
  if (value.length !== length || !/^\d+$/.test(value)) return `must have ${length} digits`
  const digit = CHECK_SCHEMES.ean.checkOf(value.slice(0, -1))
  return value.endsWith(digit) ? undefined : `the check digit must be ${digit}`
}

/** Day 00 means the end of the month. */
function isDate(value: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(value) ?? []
  const days = new Date(Date.UTC(2000 + Number(year), Number(month), 0)).getUTCDate()
  return Number(month) >= 1 && Number(month) <= 12 && day !== '' && Number(day) <= days
}
