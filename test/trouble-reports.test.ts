import { describe, expect, test } from 'vitest'
import { parseInput } from '../src/selling/call/input.ts'
import { runTool, trialFor } from '../src/selling/call/run.ts'
import { isTheirs } from '../src/base/core/failover.ts'
import type { Tool } from '../src/base/core/tool.ts'
import { catalogOfTools } from './support/catalog.ts'
import { troubled, TROUBLES, type Trouble } from './support/upstreams/define.ts'
import { worldFor } from './support/world.ts'

const { tools } = await catalogOfTools()
const payer = { rail: 'test', wallet: null } as const

const settingsOf = ({ spec }: Tool): readonly string[] =>
  Object.values(spec.uses).flatMap(({ providers = [] }) => providers.map(({ setting }) => setting))

/** It has nobody else to ask, who may know a part of the answer. */
const isAlone = ({ spec }: Tool): boolean =>
  Object.values(spec.uses).every(({ providers = [] }) => providers.length > 0)

/** Whatever its providers do, a tool that asks nobody else fails as one whose providers failed. */
const asking = tools.filter((tool) => settingsOf(tool).length > 0 && isAlone(tool))
describe.each(Object.keys(TROUBLES) as Trouble[])('%s', (trouble) => {
  test.each(asking.map((tool) => [tool.slug, tool] as const))('%s', async (_slug, tool) => {
    const address = await troubled(trouble)
    const settings = Object.fromEntries(settingsOf(tool).map((name) => [name, address]))
    const [{ input, at }] = tool.spec.examples
    const { value } = parseInput(tool, input)
    const world = await worldFor(tool, at ? Date.parse(at) : Date.now(), settings)
    const answer = runTool(tool, value, trialFor(payer), world)
    await expect(answer).rejects.toSatisfy(isTheirs)
  })
})
