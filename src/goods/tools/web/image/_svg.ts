import { badInput } from '../../../../base/core/fault.ts'

/** The parts of the parser's nodes that are read. */
interface Element {
  readonly name: string
  readonly attribs: Readonly<Record<string, string>>
  readonly parent: unknown
  readonly children: readonly Partial<Element & { readonly data: string }>[]
}

export interface Drawing {
  /** Pictures inside, as `data:` URLs. */
  readonly embedded: readonly string[]
  /** Amount of drawing, in elements as large as the canvas. */
  readonly cost: number
}

const DEPTH_MAX = 200
const CHAIN_MAX = 1_000
const EMBEDDED = /^data:image\/(png|jpe?g|gif|webp);base64,/i
/** Links are not followed and scripts are not run: neither is fetched. */
const UNFETCHED = new Set(['a', 'script'])

/**
 * Checks a drawing before it is drawn: it must not refer to anything outside, and its cost must be
 * known, because drawing cannot be interrupted.
 */
export async function readSvg(svg: string): Promise<Drawing> {
  if (/<!ENTITY/i.test(svg)) throw badInput('svg: must not declare entities')
  if (/<\?xml-stylesheet/i.test(svg)) throw refersTo('a style sheet')
  const { load } = await import('cheerio')
  const elements = load(svg, { xml: true })('*').toArray() as unknown as readonly Element[]
  if (!elements.some(({ name }) => /^(\w+:)?svg$/.test(name)))
    throw badInput('svg: is not an SVG document')
  assertShallow(elements)
  const sheet = elements
    .filter(({ name }) => /^(\w+:)?style$/.test(name))
    .map(textOf)
    .join('\n')
  assertOwnUrls(sheet)
  if (/@import/i.test(sheet)) throw refersTo('a style sheet')
  const embedded = elements.flatMap((element) => {
    assertOwnUrls(Object.values(element.attribs).join('\n'))
    return embeddedIn(element)
  })
  return { embedded, cost: costOf(elements, sheet) }
}

const refersTo = (what: string) =>
  badInput(`svg: must not refer to ${what} outside of itself; embed pictures as data: URLs`)

/** Whatever prefix a drawing uses for XLink. */
const addressesIn = ({ name, attribs }: Element): readonly string[] =>
  UNFETCHED.has(name)
    ? []
    : Object.entries(attribs)
        .filter(([attribute]) => /(^|:)href$/.test(attribute))
        .flatMap(([, address]) => address.trim() || [])

function embeddedIn(element: Element): string[] {
  const addresses = addressesIn(element)
  for (const address of addresses)
    if (!address.startsWith('#') && !EMBEDDED.test(address))
      throw refersTo(JSON.stringify(address.slice(0, 80)))
  return addresses.filter((address) => !address.startsWith('#'))
}

function assertOwnUrls(text: string): void {
  for (const [, address = ''] of text.matchAll(/url\(\s*['"]?([^'")\s]{0,80})/gi))
    if (!address.startsWith('#') && !/^data:/i.test(address))
      throw refersTo(JSON.stringify(address))
}

function assertShallow(elements: readonly Element[]): void {
  const depths = new Map<unknown, number>()
  for (const element of elements) {
    const depth = (depths.get(element.parent) ?? 0) + 1
    if (depth > DEPTH_MAX) throw badInput(`svg: is nested deeper than ${DEPTH_MAX} elements`)
    depths.set(element, depth)
  }
}

/** Measured in comparison with a plain rectangle of the size of the canvas. */
const EFFECT_COSTS: Readonly<Record<string, number>> = {
  feMorphology: 6_000,
  feTurbulence: 1_500,
  feConvolveMatrix: 500,
  feDiffuseLighting: 500,
  feSpecularLighting: 500,
}
const EFFECT_COST = 100
const CHARACTERS_PER_COST = 25
/** The time to lay out a line of text grows with the square of its length. */
const SQUARED_CHARACTERS_PER_COST = 3_000
/** Elements that are drawn only where something refers to them. */
const HIDDEN = /^(defs|symbol|clipPath|mask|pattern|marker|filter|linearGradient|radialGradient)$/

function costOf(elements: readonly Element[], sheet: string): number {
  const byId = new Map(elements.map((element) => [element.attribs['id'], element]))
  const known = new Map<Element, number>()
  const everywhere = { effects: effectsIn(sheet), targets: targetsIn(sheet) }

  function cost(element: Element, depth: number): number {
    const before = known.get(element)
    if (before !== undefined) return before
    if (depth > CHAIN_MAX) return Infinity
    // Circular references are not drawn.
    known.set(element, 0)
    const written = Object.values(element.attribs).join('\n')
    let sum = ownCost(element, written) + (everywhere.effects + effectsIn(written)) * EFFECT_COST
    for (const child of element.children) {
      if (isElement(child) && !HIDDEN.test(nameOf(child))) sum += cost(child, depth + 1)
    }
    const times = /marker/i.test(`${Object.keys(element.attribs).join()}${written}${sheet}`)
      ? (element.attribs['d'] ?? element.attribs['points'] ?? '').length / 2 + 1
      : 1
    for (const id of [...targetsIn(written), ...everywhere.targets, ...ownTargets(element)]) {
      const target = byId.get(id)
      if (target) sum += times * cost(target, depth + 1)
    }
    known.set(element, sum)
    return sum
  }

  return cost(elements[0]!, 0)
}

function ownCost(element: Element, written: string): number {
  const name = nameOf(element)
  const effect = /^fe[A-Z]/.test(name) ? (EFFECT_COSTS[name] ?? EFFECT_COST) : 1
  const words = name === 'text' ? textUnder(element) ** 2 / SQUARED_CHARACTERS_PER_COST : 0
  return effect + words + (written.length + textOf(element).length) / CHARACTERS_PER_COST
}

const textUnder = (element: Element): number =>
  textOf(element).length +
  element.children.filter(isElement).reduce((sum, child) => sum + textUnder(child), 0)

const isElement = (node: Element['children'][number]): node is Element => 'attribs' in node

const nameOf = ({ name }: Element): string => name.replace(/^\w+:/, '')

/** Effects written as CSS functions. */
const effectsIn = (text: string): number =>
  text.match(/(blur|drop-shadow|brightness|contrast|saturate|sepia|invert|hue-rotate)\(/gi)
    ?.length ?? 0

const targetsIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/url\(\s*['"]?#([^'")\s]+)/gi), ([, id = '']) => id)

const ownTargets = (element: Element): readonly string[] =>
  addressesIn(element).flatMap((address) => (address.startsWith('#') ? address.slice(1) : []))

const textOf = ({ children }: Element): string => children.map(({ data = '' }) => data).join('')
