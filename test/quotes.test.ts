import { expect, test } from 'vitest'
import { parseInput } from '../src/selling/call/input.ts'
import { priceOf } from '../src/selling/call/quote.ts'
import { trialFor } from '../src/selling/call/run.ts'
import { isListed } from '../src/base/core/tool.ts'
import { catalogOfTools } from './support/catalog.ts'
import { worldFor } from './support/world.ts'

const payer = { rail: 'test', wallet: '0x00000000000000000000000000000000000000aa' } as const
const quoted = (await catalogOfTools()).tools.filter((tool) => !isListed(tool))

test.each(quoted.map((tool) => [tool.slug, tool] as const))(
  'the first example of %s costs what the catalog lists',
  async (_slug, tool) => {
    const [example] = tool.spec.examples
    const { value } = parseInput(tool, example.input)
    const world = await worldFor(tool, Date.now())
    expect(await priceOf(tool, value, trialFor(payer), world)).toBe(tool.price)
  },
)

test('some prices hang on the input', () => {
  expect(quoted.length).toBeGreaterThan(3)
})
