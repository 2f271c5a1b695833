import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A question in a buyer's words, and the tools of which one should be found. */
export type ExpectedSlugs = readonly [question: string, ...slugs: string[]]

/** Questions that a tool serves, and questions that none does. */
export interface Asked {
  readonly served: readonly ExpectedSlugs[]
  readonly unserved: readonly string[]
}

/** The kinds of questions that tools serve; `none` are those that no tool does. */
export const KINDS = ['short', 'format', 'long', 'language', 'indirect', 'typo'] as const
type Kind = (typeof KINDS)[number]
type ByKind = Readonly<Record<Kind | 'none', readonly ExpectedSlugs[]>>

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}-questions.json`, import.meta.url), 'utf8'))

/**
 * `covered` have a tool, `planned` were written before theirs, `outside` never get one. The tables
 * and weights of the search were chosen with the tuning half in sight, never with the frozen one.
 */
interface BuyerQuestions {
  readonly covered: readonly ExpectedSlugs[]
  readonly planned: readonly ExpectedSlugs[]
  readonly outside: readonly string[]
  /** Written when the tables and weights were done, and run once; nothing was changed for them. */
  readonly later: readonly ExpectedSlugs[]
  readonly laterOutside: readonly string[]
  /** Written after those; half of them ask for actions in words of tools: `send an email`. */
  readonly fresh: readonly ExpectedSlugs[]
  readonly freshOutside: readonly string[]
}

const buyers = read('buyer') as BuyerQuestions

/**
 * Written by kind before any result of the search was seen. The half `own` may be tuned for; of
 * the `frozen` one only totals were looked at. The own ones have the hundred lowest SHA-256.
 */
const blind = read('blind') as { readonly own: ByKind; readonly frozen: ByKind }

/** Written by somebody who saw neither the search nor its tables. */
const { outside } = read('outside') as { readonly outside: ByKind }

/** The frozen half of a set is told by a hash of the question. */
const isFrozen = (question: string): boolean =>
  Number.parseInt(hash('sha256', question).slice(0, 2), 16) % 2 === 1

function halfOf({ served, unserved }: Asked, frozen: boolean): Asked {
  return {
    served: served.filter(([question]) => isFrozen(question) === frozen),
    unserved: unserved.filter((question) => isFrozen(question) === frozen),
  }
}

function halfOfKinds(all: ByKind, frozen: boolean): ByKind {
  const halves = Object.entries(all).map(([kind, rows]) => [
    kind,
    rows.filter(([question]) => isFrozen(question) === frozen),
  ])
  return Object.fromEntries(halves) as ByKind
}

/** The questions of all kinds together. */
export function together({ none, ...served }: ByKind): Asked {
  return { served: Object.values(served).flat(), unserved: none.map(([question]) => question) }
}

const covered: Asked = { served: buyers.covered, unserved: buyers.outside }
const fresh: Asked = { served: buyers.fresh, unserved: buyers.freshOutside }

/** The sets of buyers' questions, by name. */
export const BUYERS = {
  tuning: halfOf(covered, false),
  frozen: halfOf(covered, true),
  later: { served: buyers.later, unserved: buyers.laterOutside },
  'fresh tuning': halfOf(fresh, false),
  'fresh frozen': halfOf(fresh, true),
} satisfies Readonly<Record<string, Asked>>

export const { planned } = buyers

/** The sets with kinds, by name. */
export const BY_KIND = {
  'blind own': blind.own,
  'blind frozen': blind.frozen,
  'outside fitted': halfOfKinds(outside, false),
  'outside kept': halfOfKinds(outside, true),
} satisfies Readonly<Record<string, ByKind>>

/** What weights and thresholds may be fitted to. All other sets only report. */
export const FITTED = {
  buyers: [BUYERS.tuning, BUYERS['fresh tuning']],
  blind: [together(BY_KIND['blind own']), together(BY_KIND['outside fitted'])],
} satisfies Readonly<Record<string, readonly Asked[]>>
