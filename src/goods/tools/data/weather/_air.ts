/** Air quality indices for fine dust, and what they mean. */

type Bands = readonly (readonly [upTo: number, index: number])[]

/** By the US EPA, with its annual standard of 9 µg; values in between are linear. */
const US_PM25: Bands = [
  [9, 50],
  [35.4, 100],
  [55.4, 150],
  [125.4, 200],
  [225.4, 300],
  [325.4, 500],
]
const US_PM10: Bands = [
  [54, 50],
  [154, 100],
  [254, 150],
  [354, 200],
  [424, 300],
  [604, 500],
]
/** By the European Environment Agency, whose levels are 20 points each. */
const EU_PM25: Bands = [
  [10, 20],
  [20, 40],
  [25, 60],
  [50, 80],
  [75, 100],
]
const EU_PM10: Bands = [
  [20, 20],
  [40, 40],
  [50, 60],
  [100, 80],
  [150, 100],
]

export interface Dust {
  readonly pm25: number | null
  readonly pm10: number | null
}

export const usAqiOf = ({ pm25, pm10 }: Dust): number | null =>
  worst([
    pm25 === null ? null : inUs(pm25, US_PM25, 0.1),
    pm10 === null ? null : inUs(pm10, US_PM10, 1),
  ])

export const euAqiOf = ({ pm25, pm10 }: Dust): number | null =>
  worst([pm25 === null ? null : inEu(pm25, EU_PM25), pm10 === null ? null : inEu(pm10, EU_PM10)])

function worst(indices: readonly (number | null)[]): number | null {
  const told = indices.filter((index) => index !== null)
  return told.length === 0 ? null : Math.max(...told)
}

/** A value is first cut to the step of its table; a band begins one step above the last. */
function inUs(value: number, bands: Bands, step: number): number {
  const cut = Math.floor(value / step + 1e-9) * step
  let [low, lowIndex] = [0, 0]
  for (const [upTo, index] of bands) {
    if (cut <= upTo + 1e-9)
      return Math.round(lowIndex + ((cut - low) / (upTo - low)) * (index - lowIndex))
    low = upTo + step
    lowIndex = index + 1
  }
  return 500
}

function inEu(value: number, bands: Bands): number {
  let [low, lowIndex] = [0, 0]
  for (const [upTo, index] of bands) {
    if (value <= upTo)
      return Math.round(lowIndex + ((value - low) / (upTo - low)) * (index - lowIndex))
    low = upTo
    lowIndex = index
  }
  return 101
}

const ADVICE: readonly (readonly [upTo: number, advice: string])[] = [
  [50, 'Good: no caution is needed.'],
  [100, 'Moderate: very sensitive people may shorten long exertion outside.'],
  [
    150,
    'Unhealthy for sensitive groups: children, the elderly and the ill should exert themselves less.',
  ],
  [200, 'Unhealthy: everybody should shorten long exertion outside.'],
  [300, 'Very unhealthy: everybody should avoid exertion outside.'],
  [Infinity, 'Hazardous: everybody should stay inside.'],
]

export const adviceOf = (usAqi: number | null): string =>
  usAqi === null
    ? 'The fine dust at this place is unknown.'
    : (ADVICE.find(([upTo]) => usAqi <= upTo)?.[1] ?? '')

export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
