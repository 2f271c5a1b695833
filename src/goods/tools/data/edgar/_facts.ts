import { z } from 'zod'
import type { XbrlPoint } from '../../../../engines/formats/xbrl.ts'
import { oddAnswer } from './_odd-answer.ts'

/** The answer with all figures of a company, read in a thread, because it has some megabytes. */

interface Fact {
  readonly label?: string | null
  readonly units: Readonly<Record<string, readonly XbrlPoint[]>>
}

export interface Facts {
  readonly entityName: string
  readonly facts: Readonly<Record<string, Readonly<Record<string, Fact>>>>
}

/** The outline of the answer. Its many thousand points are checked where they are used. */
const Outline = z.object({
  entityName: z.string(),
  facts: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ label: z.string().nullish(), units: z.record(z.string(), z.array(z.unknown())) }),
    ),
  ),
})

export function readFacts(json: string): Facts {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (cause) {
    throw oddAnswer(cause)
  }
  const { success, error } = Outline.safeParse(value)
  if (!success) throw oddAnswer(error)
  return value as Facts
}

const isPoint = (point: unknown): point is XbrlPoint => {
  const { end, val, form, filed } = point as Partial<Record<keyof XbrlPoint, unknown>>
  return (
    typeof end === 'string' &&
    typeof val === 'number' &&
    typeof form === 'string' &&
    typeof filed === 'string'
  )
}

export function pointsIn(fact: Fact, unit: string): readonly XbrlPoint[] {
  const points = Object.hasOwn(fact.units, unit) ? (fact.units[unit] ?? []) : []
  if (!points.every(isPoint)) throw oddAnswer()
  return points
}
