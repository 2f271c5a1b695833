import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { flawOf, isSameJson } from '../../base/lib/canonical-json.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import type { Ware } from './choose-route.ts'
import { requiredOf, type MarketGood } from './market.ts'
import { dollarsOfNanos } from './price.ts'

/** What a caller asks of whatever is run for it. */
export interface Constraints {
  readonly maxLatencyMs?: number | undefined
  /** `proven`: own tools, and sellers with a history. */
  readonly trust: 'any' | 'proven'
  readonly minHealth: number
  /** Seen by a source in so many hours. */
  readonly maxAgeHours?: number | undefined
  readonly excludeSellers: readonly string[]
}

export const PREFERENCES = ['fit', 'price', 'latency', 'health'] as const
export type Preference = (typeof PREFERENCES)[number]

/** Something that can be run, with all that is known of it. */
export interface Candidate {
  readonly ware: Ware
  readonly score: number
  /** Of the answers that this service bought there; null where it has bought none. */
  readonly latencyMs: number | null
  /** When a source named it last. */
  readonly seenAt: number
  readonly params: JsonObject
  /** Fields that it must be given and that nothing said. */
  readonly missing: readonly string[]
}

const HAS_NO_HISTORY: ReadonlySet<string> = new Set(['unproven', 'checked'])

/** What of the constraints it does not meet; null where it meets all. */
export function objectionTo(
  { ware: { good, lane }, latencyMs, seenAt }: Candidate,
  { maxLatencyMs, trust, minHealth, maxAgeHours, excludeSellers }: Constraints,
  now: number,
): string | null {
  const hours = (now - seenAt) / HOUR_MS
  if (excludeSellers.some((origin) => origin === good.seller)) return 'its seller is excluded'
  if (trust === 'proven' && HAS_NO_HISTORY.has(lane.lane)) return 'its seller has no history yet'
  if (good.health < minHealth) return `its health is ${good.health}`
  if (maxAgeHours !== undefined && hours > maxAgeHours)
    return `no source has named it for ${Math.floor(hours)} hours`
  if (maxLatencyMs !== undefined && latencyMs !== null && latencyMs > maxLatencyMs)
    return `its answers took ${latencyMs} ms`
  return null
}

/** For what follows the last step, and for what a purchase takes beside the paid answer. */
const SPARE_MS = 20_000
/** With less time than this no step is begun. */
const STEP_LEAST_MS = 3_000

/** How long the next step may take, so that a call is not cut off after it has spent; 0: none. */
export function msForStep(until: number | undefined, now: number): number {
  if (until === undefined) return Infinity
  const left = until - now - SPARE_MS
  return left < STEP_LEAST_MS ? 0 : left
}

/** What fits much worse than the best is not taken for being cheap or quick. */
const NEAR = 0.6

const ORDERS: Readonly<Record<Preference, (candidate: Candidate) => number>> = {
  fit: ({ score }) => -score,
  price: ({ ware }) => ware.good.price ?? Infinity,
  // A latency that was never measured is not promised.
  latency: ({ latencyMs }) => latencyMs ?? Infinity,
  health: ({ ware }) => -ware.good.health,
}

/** The best first: by what is preferred among those that fit, and by fit. */
export function ordered(candidates: readonly Candidate[], prefer: Preference): Candidate[] {
  const best = Math.max(...candidates.map(({ score }) => score))
  const far = ({ score }: Candidate): number => Number(score < best * NEAR)
  const by = ORDERS[prefer]
  // Infinities are equal, and their difference is no number.
  return candidates.toSorted((a, b) => far(a) - far(b) || by(a) - by(b) || b.score - a.score || 0)
}

/** Of so many labels, from the start of one: else a row of dots is read from each to its end. */
const HOST = /(?<![\w-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,20}[a-z]{2,24}\b/i
const firstMatch = (pattern: RegExp, text: string): string | null => pattern.exec(text)?.[0] ?? null
const urlIn = (goal: string): string | null => {
  const host = firstMatch(HOST, goal)
  return firstMatch(/\bhttps?:\/\/[^\s"'<>]+/i, goal) ?? (host && `https://${host}/`)
}

/** What a goal says of fields whose name leaves no doubt of what they take. */
const SAID: readonly (readonly [names: RegExp, read: (goal: string) => string | null])[] = [
  [/^(query|q|question|task|goal|prompt|topic)$/, (goal) => goal],
  [/^(url|uri|link)$/, urlIn],
  [/^(domain|host|hostname)$/, (goal) => firstMatch(HOST, goal)],
  [/^email$/, (goal) => firstMatch(/\b[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+\b/, goal)],
  [/^ip$/, (goal) => firstMatch(/\b(?:\d{1,3}\.){3}\d{1,3}\b/, goal)],
  [/^(address|wallet)$/, (goal) => firstMatch(/\b0x[0-9a-f]{40}\b/i, goal)],
]

/** The input of a good: the facts that it takes, and what the goal itself says. */
export function paramsFor(
  good: MarketGood,
  { goal, context }: { readonly goal: string; readonly context: JsonObject },
): Pick<Candidate, 'params' | 'missing'> {
  const required = requiredOf(good)
  const takes = new Set([...good.inputs, ...required])
  const entries = Object.entries(context)
  const given = takes.size === 0 ? entries : entries.filter(([name]) => takes.has(name))
  const params: Record<string, unknown> = Object.fromEntries(given)
  for (const name of required) {
    if (name in params) continue
    const said = SAID.find(([names]) => names.test(name))?.[1](goal) ?? null
    if (said !== null) params[name] = said
  }
  return { params, missing: required.filter((name) => !(name in params)) }
}

/** One attempt, as it is reported. */
export interface Step {
  readonly seller: string
  readonly slug: string
  readonly url: string
  readonly params: JsonObject
  readonly ok: boolean
  readonly result: unknown
  readonly priceUsd: number
  readonly error: string | null
  readonly ms: number
}

const FIELDS_MAX = 50
const VALUE_CHARACTERS_MAX = 300

/** Where several answers hold the same field, whether they agree; null where one stands alone. */
export function compared(steps: readonly Step[]) {
  const answers = steps.flatMap(({ ok, result, seller, slug }) =>
    ok && isObject(result) ? [{ seller, slug, result }] : [],
  )
  if (answers.length < 2) return null
  const names = new Set(answers.flatMap(({ result }) => Object.keys(result)))
  const agree: string[] = []
  const differ = []
  for (const field of [...names].filter((name) => !ABOUT.has(name)).slice(0, FIELDS_MAX)) {
    const having = answers.filter(({ result }) => result[field] !== undefined)
    const [first, ...others] = having
    if (!first || others.length === 0) continue
    if (others.every(({ result }) => isSame(result[field], first.result[field]))) agree.push(field)
    else
      differ.push({
        field,
        values: having.map(({ seller, slug, result }) => ({
          seller,
          slug,
          value: JSON.stringify(result[field]).slice(0, VALUE_CHARACTERS_MAX),
        })),
      })
  }
  return { answers: answers.length, agree, differ }
}

/** What has no canonical form is the same where it is written the same. */
const isSame = (a: unknown, b: unknown): boolean =>
  flawOf(a) === null && flawOf(b) === null
    ? isSameJson(a, b)
    : JSON.stringify(a) === JSON.stringify(b)

/** Fields about an answer, in which answers differ that say the same. */
const ABOUT = new Set(['source', 'asOf', 'untrustedContent', 'elapsedMs', 'requestId'])

/** The decision in words, of nothing but what was counted. */
export function inWords(
  steps: readonly Step[],
  { considered, left }: { readonly considered: number; readonly left: number },
  prefer: Preference,
): { readonly decision: string; readonly reasoning: string } {
  const good = steps.filter(({ ok }) => ok)
  const [first] = good
  const stepName = ({ seller, slug }: Step): string =>
    seller === 'self' ? `${slug} of this service` : `${slug} of ${seller}`
  const comparison = compared(steps)
  const same =
    comparison === null
      ? ''
      : ` ${comparison.answers} answers agree on ${comparison.agree.length} fields and differ on ${comparison.differ.length}.`
  const failed = steps.filter(({ ok }) => !ok)
  return {
    decision: `Take the answer of ${first ? stepName(first) : 'nobody'}.${same}`,
    reasoning: [
      `Tools that match the goal: ${considered}. Left out, each with its reason in evidence: ${left}.`,
      `The rest were ordered by ${prefer === 'fit' ? 'how well they fit' : `${prefer} among those that fit`}.`,
      ...failed.map((step) => `${stepName(step)} failed: ${step.error ?? ''}`),
      ...good.map((step) => `${stepName(step)} answered in ${step.ms} ms for $${step.priceUsd}.`),
    ].join(' '),
  }
}

export const priceUsdOf = ({ price }: Pick<MarketGood, 'price'>): number | null =>
  price === null ? null : dollarsOfNanos(price)
