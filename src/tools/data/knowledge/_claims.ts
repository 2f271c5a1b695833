import type { Statement } from '../../../upstreams/wikidata.ts'

/** What is said of a thing: those of the highest rank, as a reader of Wikidata first sees them. */
export function bestOf(statements: readonly Statement[]): readonly Statement[] {
  const preferred = statements.filter(({ rank }) => rank === 'preferred')
  return preferred.length > 0 ? preferred : statements.filter(({ rank }) => rank === 'normal')
}

/** Ids of other entities that a statement speaks of, whose names are needed to tell it. */
export function idsIn({ mainsnak }: Statement): readonly string[] {
  const { type, value } = valueOf(mainsnak)
  if (type === 'wikibase-entityid' && typeof value['id'] === 'string') return [value['id']]
  const unit = type === 'quantity' ? unitOf(value) : null
  return unit ? [unit] : []
}

/** A statement in words; null if its value is unknown or none. */
export function toldBy({ mainsnak }: Statement, names: ReadonlyMap<string, string>): string | null {
  const { type, value } = valueOf(mainsnak)
  const part = (name: string) => plain(value[name])
  switch (type) {
    case 'string':
      return part('text')
    case 'monolingualtext':
      return part('text')
    case 'wikibase-entityid':
      return names.get(part('id')) ?? part('id')
    case 'time':
      return dateOf(part('time'), Number(value['precision']))
    case 'quantity':
      return [part('amount').replace(/^\+/, ''), unitName(value, names)].filter(Boolean).join(' ')
    case 'globecoordinate':
      return `${part('latitude')},${part('longitude')}`
    default:
      return null
  }
}

const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

interface Value {
  readonly type: string | null
  readonly value: Readonly<Record<string, unknown>>
}

function valueOf({ datavalue }: Statement['mainsnak']): Value {
  if (!datavalue) return { type: null, value: {} }
  const { type, value } = datavalue
  if (typeof value === 'string') return { type, value: { text: value } }
  return { type, value: typeof value === 'object' && value !== null ? { ...value } : {} }
}

const unitOf = (value: Value['value']): string | null =>
  /\/(Q\d+)$/.exec(plain(value['unit']))?.[1] ?? null

function unitName(value: Value['value'], names: ReadonlyMap<string, string>): string {
  const unit = unitOf(value)
  return unit ? (names.get(unit) ?? unit) : ''
}

const YEAR = 9
const MONTH = 10
const DAY = 11

/** `+1847-10-12T00:00:00Z` as far as it is precise. */
function dateOf(time: string, precision: number): string | null {
  const match = /^([+-])0*(\d{1,16})-(\d\d)-(\d\d)T/.exec(time)
  if (!match) return null
  const [, sign, year = '', month, day] = match
  const since = `${sign === '-' ? '-' : ''}${year.padStart(4, '0')}`
  if (precision >= DAY) return `${since}-${month}-${day}`
  if (precision === MONTH) return `${since}-${month}`
  if (precision === YEAR) return since
  return `about ${since}`
}
