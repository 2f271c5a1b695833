import type { JsonObject } from '../../base/lib/json-object.ts'
import { rowsOf, textOf } from './_report-tools.ts'

export type Scope = 'drug' | 'food' | 'device' | 'vehicle' | 'consumer'

/** A recall by any of the five authorities. */
export interface Recall {
  readonly scope: Scope
  readonly authority: string
  readonly number: string
  readonly date: string | null
  readonly product: string
  readonly company: string | null
  readonly reason: string | null
  readonly class: string | null
  readonly status: string | null
  readonly url: string
  readonly cause: string
}

const fda = (path: string, field: string, number: string): string =>
  `https://api.fda.gov/${path}.json?search=${field}.exact:%22${encodeURIComponent(number)}%22`

type Reader = (row: JsonObject) => Omit<Recall, 'cause' | 'scope'>

const enforcement =
  (kind: string): Reader =>
  (row) => {
    const number = textOf(row, 'recallNumber') ?? ''
    return {
      authority: 'FDA',
      number,
      date: textOf(row, 'reportDate'),
      product: textOf(row, 'product') ?? '',
      company: textOf(row, 'company'),
      reason: textOf(row, 'reason'),
      class: textOf(row, 'classification'),
      status: textOf(row, 'status'),
      url: fda(`${kind}/enforcement`, 'recall_number', number),
    }
  }

const READERS: Readonly<Record<Scope, Reader>> = {
  drug: enforcement('drug'),
  food: enforcement('food'),
  device: (row) => {
    const number = textOf(row, 'recallNumber') ?? ''
    return {
      authority: 'FDA',
      number,
      date: textOf(row, 'eventDate'),
      product: textOf(row, 'product') ?? '',
      company: textOf(row, 'company'),
      reason: textOf(row, 'reason'),
      class: null,
      status: textOf(row, 'status'),
      url: fda('device/recall', 'product_res_number', number),
    }
  },
  vehicle: (row) => {
    const number = textOf(row, 'campaign') ?? ''
    return {
      authority: 'NHTSA',
      number,
      date: textOf(row, 'reportedDate'),
      product: textOf(row, 'component') ?? '',
      company: null,
      reason: textOf(row, 'summary'),
      class: row['parkIt'] === true ? 'do not drive' : null,
      status: null,
      url: `https://www.nhtsa.gov/recalls?nhtsaId=${encodeURIComponent(number)}`,
    }
  },
  consumer: (row) => ({
    authority: 'CPSC',
    number: textOf(row, 'recallId') ?? '',
    date: textOf(row, 'date')?.slice(0, 10) ?? null,
    product: textOf(row, 'title') ?? listOf(row, 'products'),
    company: null,
    reason: listOf(row, 'hazards') || null,
    class: null,
    status: null,
    url: textOf(row, 'url') ?? 'https://www.cpsc.gov/Recalls',
  }),
}

function listOf(row: JsonObject, name: string): string {
  const found = row[name]
  return Array.isArray(found) ? found.map(String).join('; ') : ''
}

export const recallsIn = (scope: Scope, answer: JsonObject | null): readonly Recall[] =>
  rowsOf(answer, 'recalls').map((row) => {
    const recall = READERS[scope](row)
    return { scope, ...recall, cause: causeOf(recall.reason) }
  })

/** The cause of a recall: the first one whose words are in the reason. */
const CAUSES: readonly (readonly [cause: string, words: RegExp])[] = [
  ['undeclared allergen', /undeclared|allergen/i],
  [
    'contamination by germs',
    /salmonella|listeria|e\.? ?coli|botul|microb|bacteri|steril|mold|contaminat/i,
  ],
  ['foreign matter', /foreign|metal|plastic|glass|particulate|fragments?/i],
  ['impurity or wrong strength', /impurit|ndma|nitros|potency|dissolution|subpotent|superpotent/i],
  ['labelling', /label|mislabel|misbrand|packag/i],
  ['fire or burn', /fire|burn|overheat|ignit|explo/i],
  ['fall, crash or injury', /fall|crash|lacerat|injur|entrap|strangul|chok|tip[- ]?over/i],
  ['software or electronics', /software|electr|battery|sensor|display|firmware/i],
  ['manufacturing practice', /cgmp|good manufacturing|deviation|unapproved|without approval/i],
  ['mechanical failure', /break|crack|fail|leak|loose|detach|malfunction|defect/i],
]

export function causeOf(reason: string | null): string {
  if (reason === null) return 'not told'
  return CAUSES.find(([, words]) => words.test(reason))?.[0] ?? 'other'
}

/** Counts each value, the most frequent first. */
export function counted(values: readonly string[]): Readonly<Record<string, number>> {
  const groups = Map.groupBy(values, (value) => value)
  const counts = Array.from(groups, ([value, of]) => [value, of.length] as const)
  return Object.fromEntries(counts.toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)))
}

/** Maker, model and year, as in `2018 honda accord` or `honda accord 2018`; null if it is none. */
export function vehicleIn(query: string) {
  const words = query.trim().split(/\s+/)
  const at = words.findIndex((word) => /^(19[5-9]\d|20\d\d)$/.test(word))
  const [make, ...model] = words.filter((_, index) => index !== at)
  if (at < 0 || make === undefined || model.length === 0) return null
  return { make, model: model.join(' '), modelYear: Number(words[at]) }
}
