/** A colour in OKLab, which models human vision, with its share of the picture. */
interface Swatch {
  readonly rgb: number
  readonly lab: Lab
  readonly weight: number
}

type Lab = readonly [lightness: number, greenRed: number, blueYellow: number]

export interface Share {
  readonly hex: string
  readonly ratio: number
}

const ROUNDS_MAX = 16
/** Colours nearer than this look alike. */
const ALIKE = 0.03
const CLEAR_ALPHA = 8

/** Every colour of a picture with its weight: the number of pixels times their opacity. */
export function swatchesOf(data: Uint8Array): readonly Swatch[] {
  const weights = new Map<number, number>()
  for (let at = 0; at + 3 < data.length; at += 4) {
    const alpha = data[at + 3]!
    if (alpha < CLEAR_ALPHA) continue
    const rgb = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!
    weights.set(rgb, (weights.get(rgb) ?? 0) + alpha / 255)
  }
  return Array.from(weights, ([rgb, weight]) => ({ rgb, weight, lab: labOf(rgb) })).toSorted(
    (one, other) => other.weight - one.weight || one.rgb - other.rgb,
  )
}

/** Groups similar colours; the same picture always has the same groups, largest first. */
export function paletteOf(swatches: readonly Swatch[], count: number): readonly Share[] {
  const total = weightOf(swatches)
  let centres = seeded(swatches, count)
  let groups = grouped(swatches, centres)
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const moved = groups.map(meanOf)
    const farthest = Math.max(...moved.map((lab, at) => distance(lab, centres[at]!)))
    centres = moved
    groups = grouped(swatches, centres)
    if (farthest < 1e-8) break
  }
  return groups
    .map((group) => ({ hex: hexOf(faceOf(group)), ratio: weightOf(group) / total }))
    .toSorted((one, other) => other.ratio - one.ratio || (one.hex < other.hex ? -1 : 1))
    .map(({ hex, ratio }) => ({ hex, ratio: Math.round(ratio * 10_000) / 10_000 }))
}

/** The mean of the stored colour values. */
export function averageOf(swatches: readonly Swatch[]): string {
  const total = weightOf(swatches)
  const mean = (shift: number) =>
    swatches.reduce((sum, { rgb, weight }) => sum + ((rgb >> shift) & 255) * weight, 0) / total
  return hexOf((Math.round(mean(16)) << 16) | (Math.round(mean(8)) << 8) | Math.round(mean(0)))
}

/** The most common colour, then each time the one that is common and unlike the chosen ones. */
function seeded(swatches: readonly Swatch[], count: number): readonly Lab[] {
  const centres: Lab[] = [swatches[0]!.lab]
  const nearest = swatches.map(({ lab }) => distance(lab, centres[0]!))
  while (centres.length < count) {
    const scores = swatches.map(({ weight }, at) =>
      nearest[at]! < ALIKE ** 2 ? 0 : nearest[at]! * weight,
    )
    const best = scores.reduce((most, score, at) => (score > scores[most]! ? at : most), 0)
    if (scores[best] === 0) break
    const { lab } = swatches[best]!
    centres.push(lab)
    for (const [at, swatch] of swatches.entries())
      nearest[at] = Math.min(nearest[at]!, distance(swatch.lab, lab))
  }
  return centres
}

function grouped(swatches: readonly Swatch[], centres: readonly Lab[]): readonly Swatch[][] {
  const groups = centres.map((): Swatch[] => [])
  for (const swatch of swatches) {
    const distances = centres.map((centre) => distance(swatch.lab, centre))
    const nearest = distances.reduce((best, far, at) => (far < distances[best]! ? at : best), 0)
    groups[nearest]!.push(swatch)
  }
  return groups.filter((group) => group.length > 0)
}

/** A colour that makes up half of a group represents it; the pixels at its edges do not count. */
function faceOf(group: readonly Swatch[]): number {
  const [first] = group
  return first!.weight * 2 >= weightOf(group) ? first!.rgb : rgbOf(meanOf(group))
}

function meanOf(group: readonly Swatch[]): Lab {
  const total = weightOf(group)
  const mean = (part: 0 | 1 | 2) =>
    group.reduce((sum, { lab, weight }) => sum + lab[part] * weight, 0) / total
  return [mean(0), mean(1), mean(2)]
}

const weightOf = (swatches: readonly Swatch[]): number =>
  swatches.reduce((sum, { weight }) => sum + weight, 0)

const distance = (one: Lab, other: Lab): number =>
  (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2

const hexOf = (rgb: number): string => `#${rgb.toString(16).padStart(6, '0')}`

/** The matrices are those of the definition of OKLab. */
function labOf(rgb: number): Lab {
  const red = linear((rgb >> 16) & 255)
  const green = linear((rgb >> 8) & 255)
  const blue = linear(rgb & 255)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ]
}

function rgbOf([lightness, greenRed, blueYellow]: Lab): number {
  const long = (lightness + 0.3963377774 * greenRed + 0.2158037573 * blueYellow) ** 3
  const middle = (lightness - 0.1055613458 * greenRed - 0.0638541728 * blueYellow) ** 3
  const short = (lightness - 0.0894841775 * greenRed - 1.291485548 * blueYellow) ** 3
  const red = stored(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short)
  const green = stored(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short)
  const blue = stored(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short)
  return (red << 16) | (green << 8) | blue
}

function linear(channel: number): number {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function stored(value: number): number {
  const bent = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, bent)) * 255)
}
