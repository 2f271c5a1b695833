import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { withOwnTools } from './own-tools.ts'

const TOOL = `{
  route: 'POST /api/greet', name: 'Greet', description: 'A greeting.', price: '$0.002',
  uses: {}, input: {}, output: {}, examples: [{ input: {} }], run: () => ({}),
}`

let folder: string
afterEach(() => rm(folder, { recursive: true, force: true }))

async function load(files: Readonly<Record<string, string>>) {
  folder = await mkdtemp(join(tmpdir(), 'own-tools-'))
  for (const [path, exported] of Object.entries({ 'package.json': '', ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    const text = path === 'package.json' ? '{"type":"module"}' : `export default ${exported}`
    await writeFile(join(folder, path), text)
  }
  return withOwnTools({ tools: [], families: {}, packs: {} }, folder)
}
const FAMILY = { 'zoo/_family.ts': `{ title: 'Zoo', description: 'Animals.' }` }

test('a tool with all its members is loaded, alone and in a record of tools', async () => {
  const record = `{ greet: ${TOOL}, 'greet-again': ${TOOL} }`
  const { tools } = await load({ ...FAMILY, 'zoo/hello.ts': TOOL, 'zoo/more.ts': record })
  expect(tools.map(({ slug }) => slug)).toEqual(['hello', 'greet', 'greet-again'])
})

test.each([
  [
    'a tool without some of its members',
    { ...FAMILY, 'zoo/greet.ts': `{ route: 'POST /api/greet', name: 'Greet', uses: {} }` },
    'TOOLS_DIR: zoo/greet.ts: a tool must have description, price, input, output, examples, run too.',
  ],
  [
    'a tool of a record without a price',
    { ...FAMILY, 'zoo/all.ts': `{ greet: ${TOOL.replace("price: '$0.002',", '')} }` },
    'TOOLS_DIR: zoo/all.ts: a tool must have price too.',
  ],
  [
    'a file that exports no tool',
    { ...FAMILY, 'zoo/greet.ts': `() => 'hello'` },
    'TOOLS_DIR: zoo/greet.ts: must export a tool, such as defineTool makes; the name of a helper begins with _.',
  ],
  [
    'a family without a title',
    { 'zoo/_family.ts': `{ description: 'Animals.' }`, 'zoo/greet.ts': TOOL },
    'TOOLS_DIR: zoo/_family.ts: a family must have title too.',
  ],
  [
    'a tool of a family that nothing describes',
    { 'zoo/greet.ts': TOOL },
    'TOOLS_DIR: zoo/_family.ts is missing: it must give the title and description of the family zoo.',
  ],
  [
    'a tool without a folder',
    { 'greet.ts': TOOL },
    'TOOLS_DIR: greet.ts: must be in the folder of its family, as text/greet.ts is.',
  ],
  [
    'a pack without steps',
    { 'packs/desk.ts': `{ title: 'Desk', tagline: 'A desk.' }` },
    'TOOLS_DIR: packs/desk.ts: a pack must have steps, input, examples, run too.',
  ],
])('%s is refused with the name of its file', async (_what, files, says) => {
  await expect(load(files)).rejects.toThrow(says)
})
