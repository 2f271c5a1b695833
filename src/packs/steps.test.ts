import { describe, expect, test } from 'vitest'
import { parseInput } from '../call/input.ts'
import { runTool, trialFor } from '../call/run.ts'
import { inputShape, type JsonSchema } from '../core/shape.ts'
import type { Tool } from '../core/tool.ts'
import { catalogOfTools } from '../../test/support/catalog.ts'
import { worldFor } from '../../test/support/world.ts'

/** Every step of every pack asks its tool only for what the input schema of that tool knows. */
const { tools } = await catalogOfTools()
const packs = tools.filter(({ spec }) => spec.pack)

type StepInput = readonly [slug: string, input: Readonly<Record<string, unknown>>]

/** The inputs that the steps of a pack hand to their tools for an example. */
async function stepInputs(pack: Tool, example: Tool['spec']['examples'][number]) {
  const inputs: StepInput[] = []
  const world = await worldFor(pack, Date.parse(example.at ?? '2026-06-01T00:00:00Z'))
  const { run } = world.host
  Object.assign(world.host, {
    run: (...[slug, input, call]: Parameters<typeof run>) => {
      inputs.push([slug, input])
      return run(slug, input, call)
    },
  })
  const { value } = parseInput(pack, example.input)
  await runTool(pack, value, trialFor({ rail: 'test', wallet: null }), world)
  return inputs
}

/** Where a value has fields that its schema does not name, such as `from.town`. */
function unknownFields(value: unknown, schema: JsonSchema, at = ''): readonly string[] {
  const branches = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(branches)) {
    const found = (branches as JsonSchema[]).map((branch) => unknownFields(value, branch, at))
    return found.toSorted((a, b) => a.length - b.length)[0] ?? []
  }
  if (Array.isArray(value)) {
    const items = schema['items'] as JsonSchema | undefined
    return items ? value.flatMap((item, n) => unknownFields(item, items, `${at}[${n}]`)) : []
  }
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>> | undefined
  if (typeof value !== 'object' || value === null || !properties) return []
  return Object.entries(value).flatMap(([name, field]) => {
    const path = at === '' ? name : `${at}.${name}`
    const known = properties[name]
    return known ? unknownFields(field, known, path) : [path]
  })
}

describe.each(packs.map((pack) => [pack.slug, pack] as const))('%s', (_slug, pack) => {
  test('every step hands its tool fields that the tool knows and accepts', async () => {
    const inputs = (
      await Promise.all(pack.spec.examples.map((example) => stepInputs(pack, example)))
    ).flat()
    const run = new Set(inputs.map(([slug]) => slug))
    expect(pack.spec.pack?.tools.filter((slug) => !run.has(slug))).toEqual([])
    for (const [slug, input] of inputs) {
      const tool = tools.find((candidate) => candidate.slug === slug)!
      expect([slug, unknownFields(input, inputShape(tool).schema)]).toEqual([slug, []])
      expect(tool.spec.input.safeParse(input).error).toBeUndefined()
    }
  })
})

test('a field that the schema does not name is found, also in lists and in nested fields', () => {
  const tool = tools.find(({ slug }) => slug === 'geo-distance')!
  const { schema } = inputShape(tool)
  const from = { lat: 1, lon: 2 }
  expect(unknownFields({ from, to: from }, schema)).toEqual([])
  expect(unknownFields({ from, to: { ...from, town: 'Ulm' }, far: 1 }, schema)).toEqual([
    'to.town',
    'far',
  ])
})
