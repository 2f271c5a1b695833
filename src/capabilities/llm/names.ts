import { badInput, type Fault } from '../../base/core/fault.ts'
import type { Tiers } from './tiers.ts'

type Models = Tiers['models']

/** Names that ask for no model in particular, beside those of the tiers. */
const ANY = new Set(['', 'any', 'auto', 'default', 'farebox'])

export const namesNoModel = (name: string | undefined, tiers: Pick<Tiers, 'tiers'>): boolean =>
  name === undefined ||
  ANY.has(name.toLowerCase()) ||
  Object.hasOwn(tiers.tiers, name.toLowerCase())

/** Dates of releases, `latest`, and the marks that clients add: none of them is another model. */
const ENDS = /(?:[-@](?:20\d{6}|20\d{2}-\d{2}-\d{2}|latest)|\[[^\]]{0,20}\]|:[a-z]{1,20})$/

/** A name in the one spelling in which names are compared. */
function spelt(name: string): string {
  let all = name.toLowerCase().trim()
  for (let before = ''; before !== all;) {
    before = all
    all = all.replace(ENDS, '')
  }
  return all.replaceAll(/[._\s]/g, '-')
}

/** Without the vendor, which many clients leave out. */
const bare = (name: string): string => name.slice(name.indexOf('/') + 1)

/**
 * The model of the table that a caller means: by its name there, by that of its vendor, with or
 * without a date, or by its family, of which the most capable is meant; undefined if it is none.
 */
export function modelNamed(name: string, models: Models): string | undefined {
  const ids = Object.keys(models)
  if (Object.hasOwn(models, name)) return name
  const wanted = spelt(name)
  const formOf = (id: string) => (wanted.includes('/') ? spelt(id) : bare(spelt(id)))
  const exact = ids.find((id) => formOf(id) === wanted)
  if (exact !== undefined || wanted.length < FAMILY_LENGTH_MIN) return exact
  const family = ids.filter((id) => formOf(id).startsWith(`${wanted}-`))
  return family.toSorted((a, b) => priceOf(models, b) - priceOf(models, a))[0]
}

/** A shorter one is the name of a vendor's whole range. */
const FAMILY_LENGTH_MIN = 5

/** Vendors ask more for what can do more. */
const priceOf = (models: Models, id: string): number => models[id]?.output ?? 0

const NEAREST = 3

/** Names of served models that are most like one that is not served. */
export function nearestNames(name: string, served: readonly string[]): readonly string[] {
  const wanted = pairsOf(bare(spelt(name)))
  const likeness = (id: string): number => {
    const own = pairsOf(bare(spelt(id)))
    const shared = [...wanted].filter((pair) => own.has(pair)).length
    return (2 * shared) / Math.max(1, wanted.size + own.size)
  }
  return served
    .map((id) => ({ id, like: likeness(id) }))
    .toSorted((a, b) => b.like - a.like)
    .slice(0, NEAREST)
    .map(({ id }) => id)
}

const pairsOf = (text: string): ReadonlySet<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))

/** The refusal of a model that is not served here. */
export function unknownModel(name: string, served: readonly string[], where = 'here'): Fault {
  const near = nearestNames(name, served)
  const nearest = near.length > 0 ? ` The nearest: ${near.join(', ')}.` : ''
  return badInput(
    `model: ${JSON.stringify(name.slice(0, 100))} is not served ${where}.${nearest} /v1/models lists all.`,
  )
}
