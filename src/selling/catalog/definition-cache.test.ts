import { mkdir, mkdtemp, readdir, rm, symlink, writeFile, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inputShape, outputSchema, shapesOf, sizedInput } from '../../base/core/shape.ts'
import { createCatalog } from './catalog.ts'
import { loadAll } from './load.ts'
import { keep, revive } from './json-with-holes.ts'
import { loadKept, type KeptCatalog } from './definition-cache.ts'

const { tools } = await loadAll()

test('every tool is described without its file, and found in it', () => {
  for (const tool of tools) {
    const { spec } = tool
    let loads = 0
    const kept = JSON.parse(JSON.stringify(keep(spec))) as ReturnType<typeof keep>
    const revived = revive(kept, () => ((loads += 1), spec)) as typeof spec
    const { name, description, route, asks, examples, pace } = revived
    expect({ name, description, route, asks, pace }).toEqual({
      name: spec.name,
      description: spec.description,
      route: spec.route,
      asks: spec.asks,
      pace: spec.pace,
    })
    expect(JSON.stringify(examples)).toBe(JSON.stringify(spec.examples))
    expect(Object.keys(revived.uses)).toEqual(Object.keys(spec.uses))
    expect(loads, tool.slug).toBe(0)
    expect([revived.input, revived.output, revived.run]).toEqual([
      spec.input,
      spec.output,
      spec.run,
    ])
    for (const [as, { open }] of Object.entries(spec.uses))
      expect(revived.uses[as]?.open).toBe(open)
    expect(loads, tool.slug).toBeGreaterThanOrEqual(3)
  }
})

test('schemas that were kept are those of the tool', () => {
  for (const tool of tools) {
    const text = JSON.stringify(shapesOf(tool))
    const kept = { ...tool, shapes: () => JSON.parse(text) as ReturnType<typeof shapesOf> }
    expect(inputShape(kept)).toEqual(inputShape(tool))
    expect(outputSchema(kept)).toEqual(outputSchema(tool))
    expect(JSON.stringify(sizedInput(kept))).toBe(JSON.stringify(sizedInput(tool)))
  }
})

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'farebox-kept-'))
  await symlink(join(import.meta.dirname, '../../../node_modules'), join(root, 'node_modules'))
  await mkdir(join(root, 'src/goods/tools/greetings'), { recursive: true })
  await writeFile(
    join(root, 'src/goods/tools/greetings/_family.ts'),
    "export default { title: 'G' }",
  )
  await writeFile(join(root, 'src/goods/tools/greetings/greet.ts'), TOOL)
  await write('hello')
})
afterEach(() => rm(root, { recursive: true }))

const write = (word: string) =>
  writeFile(join(root, 'src/goods/tools/greetings/_word.ts'), `export const word = '${word}'`)

const TOOL = `
import { z } from 'zod'
import { word } from './_word.ts'
globalThis.greetLoads = (globalThis.greetLoads ?? 0) + 1
export default {
  route: 'POST /api/greet', name: 'Greet', description: word, price: '$0.001', uses: {},
  input: z.object({ who: z.string().default('you') }), output: z.object({ said: z.string() }),
  examples: [{ input: {} }],
  run: ({ who }) => ({ said: word + ' ' + who }),
}`

/** As `definePack` makes them. */
const PACK = `
import { z } from 'zod'
globalThis.greetLoads = (globalThis.greetLoads ?? 0) + 1
export default {
  title: 'Welcome', tagline: 'A welcome.', uses: {}, steps: [{ name: 'greet', tool: 'greet', needs: [] }],
  input: z.object({ guest: z.string() }), output: z.object({ pack: z.string() }),
  examples: [{ input: { guest: 'Ada' } }],
  run: ({ slug }, { guest }) => ({ pack: slug + ' ' + guest }),
}`

const loads = (): number => (globalThis as { greetLoads?: number }).greetLoads ?? 0
const start = (): KeptCatalog =>
  loadKept({ sources: join(root, 'src'), others: [], folder: join(root, 'kept') })
const greetOf = async ({ loaded }: KeptCatalog) => {
  const tool = (await loaded).tools.find(({ slug }) => slug === 'greet')
  if (!tool) throw new Error('greet is not there')
  return tool
}

test('the second start loads the file of a tool when it is called', async () => {
  const first = start()
  const before = await greetOf(first)
  await first.keep()
  const loaded = loads()

  const tool = await greetOf(start())
  expect(tool).toMatchObject({ slug: 'greet', family: 'greetings', path: '/api/greet', pure: true })
  expect(tool.spec.description).toBe('hello')
  expect(inputShape(tool)).toEqual(inputShape(before))
  expect(loads()).toBe(loaded)
  expect(tool.spec.run(tool.spec.input.parse({}), {} as never)).toEqual({ said: 'hello you' })
  expect(loads()).toBe(loaded + 1)
})

test('the second start loads the file of a pack when it is called', async () => {
  await mkdir(join(root, 'src/goods/packs'))
  await writeFile(join(root, 'src/goods/packs/_family.ts'), "export default { title: 'P' }")
  await writeFile(join(root, 'src/goods/packs/welcome.ts'), PACK)
  const sold = async ({ loaded }: KeptCatalog) => {
    const pack = createCatalog(await loaded).bySlug('skill-welcome')
    if (!pack) throw new Error('the pack is not there')
    return pack
  }
  const first = start()
  const before = await sold(first)
  await first.keep()
  const loaded = loads()

  const pack = await sold(start())
  expect(pack.spec.description).toBe('A welcome. One payment for greet.')
  expect(shapesOf(pack)).toEqual(shapesOf(before))
  expect(loads()).toBe(loaded)
  expect(pack.spec.run({ guest: 'Ada' }, {} as never)).toEqual({ pack: 'welcome Ada' })
  expect(loads()).toBe(loaded + 1)
})

test('a change of any source is a new catalog, and the old one goes', async () => {
  const first = start()
  await first.keep()
  const [name] = await readdir(join(root, 'kept'))
  expect((await greetOf(start())).shapes).toBeDefined()
  await write('welcome')
  const second = start()
  expect((await greetOf(second)).shapes).toBeUndefined()
  await second.keep()
  const names = await readdir(join(root, 'kept'))
  expect(names).toHaveLength(1)
  expect(names).not.toContain(name)
})

test('a change is seen that leaves the size, and sets the time back', async () => {
  const file = join(root, 'src/goods/tools/greetings/_word.ts')
  await write('hello')
  await utimes(file, 1, 1)
  await start().keep()
  expect((await greetOf(start())).shapes).toBeDefined()
  await write('howdy')
  await utimes(file, 1, 1)
  expect((await greetOf(start())).shapes).toBeUndefined()
})

test('what cannot be read is made anew', async () => {
  const first = start()
  await first.keep()
  const [name = ''] = await readdir(join(root, 'kept'))
  await writeFile(join(root, 'kept', name), '[{')
  expect((await greetOf(start())).shapes).toBeUndefined()
})
