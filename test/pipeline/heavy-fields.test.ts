/** @module-tag long */
import { expect, test } from 'vitest'
import { parseInput } from '../../src/selling/call/input.ts'
import { runTool, trialFor } from '../../src/selling/call/run.ts'
import { catalogOfTools } from '../support/catalog.ts'
import { worldFor } from '../support/world.ts'

const { tools } = await catalogOfTools()
const payer = { rail: 'test', wallet: null } as const

test.each([['jq', 'filter', { data: null, filter: 'last(range(1e9))' }]])(
  '%s that takes too long names %s',
  { timeout: 60_000 },
  async (slug, field, input) => {
    const tool = tools.find((one) => one.slug === slug)!
    const { value } = parseInput(tool, input)
    const world = await worldFor(tool, Date.now())
    const asked = runTool(tool, value, trialFor(payer), world)
    await expect(asked).rejects.toThrow(new RegExp(`^${field}: `))
  },
)

test('a field that is named as heavy is a field of the tool', () => {
  const named = tools.filter(({ spec }) => spec.heavyField !== undefined)
  expect(named.length).toBeGreaterThan(0)
  for (const { spec } of named) expect(Object.keys(spec.input.shape)).toContain(spec.heavyField)
})
